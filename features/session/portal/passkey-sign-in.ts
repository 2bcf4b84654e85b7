import { startAuthentication } from '@simplewebauthn/browser'
import { callLine } from '#platform/portal/api/call.ts'
import { CallError } from '#platform/portal/api/call-error.ts'
import { toast } from '#platform/portal/feedback/toast.tsx'
import { loadTexts } from '#platform/portal/session/language.ts'
import type { secondStep } from '../second-step-contract.ts'
import { t } from '../second-step-messages.ts'
import { SECOND_STEP_LINES } from '../second-step-public.ts'
import { type LastSignIn, tokensOf } from './sign-in.ts'

type Options = Parameters<typeof startAuthentication>[0]['optionsJSON']

/** The answer of the user's passkey to the server's options, as JSON. Throws when the user cancels. */
export const answerOf = async (options: Record<string, unknown>): Promise<string> =>
  JSON.stringify(await startAuthentication({ optionsJSON: options as unknown as Options }))

/** Signs in by a passkey alone; a failure becomes a toast. */
export async function signInWithPasskey(user: LastSignIn, onSignedIn: () => void): Promise<void> {
  await loadTexts(['SecondStep'])
  try {
    const { Ticket, Passkey } = await callLine<typeof secondStep.beginPasskey>(SECOND_STEP_LINES.beginPasskey, {
      input: { OrganisationSystemName: user.organisation.trim() },
    })
    const passkey = await answerOf(Passkey)
    await tokensOf({ grant_type: 'second_step', ticket: Ticket, passkey }, user)
    onSignedIn()
  } catch (error) {
    if (error instanceof CallError) await toast.failure(error, t('MsgPasskeyFailed').text)
    // Cancelled, or no passkey on this device: the browser has said why.
    else toast.error(t('MsgPasskeyFailed').text)
  }
}
