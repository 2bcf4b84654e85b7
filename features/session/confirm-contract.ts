import { z } from 'zod'
import { packMessage } from '#platform/define-messages.ts'
import { operation } from '#platform/operation.ts'
import { Done } from '#platform/wire.ts'
import { t } from './confirm-messages.ts'

const wrong = packMessage(t('MsgPasswordWrong'))

/** Apart from the rest of the session, because few pages need it and all pages load the rest first. */
export const confirmation = {
  confirm: operation('POST', '/account/confirm', {
    access: 'authenticated',
    summary: 'Confirms the password of the signed-in user, after a refusal with the code PasswordRequired',
    input: z.object({ Password: z.string({ error: wrong }).max(4000, wrong) }),
    output: Done,
    secret: true,
  }),
}
