import { session } from '#features/session/contract.ts'
import { t } from '#features/session/messages.ts'
import { confirmIdentity, signInAgain } from '#features/session/portal/SessionDialogs.tsx'
import { renew } from '#features/session/portal/sign-in.ts'
import { onRefusal } from '#platform/portal/api/call.ts'
import { createQueryClient, queryKey } from '#platform/portal/api/queries.ts'
import { attemptedUrl } from '#platform/portal/session/access.ts'
import { LANDING } from '../paths.ts'
import { placeNotice } from '../shell/place-notice.ts'
import { home, router } from './router.tsx'
import { forget } from './sign-out.ts'

/** The query cache of the signed-in application. */
export const client = createQueryClient()

/** Handles an expired session (401) and a missing permission (403). */
export function hearRefusals() {
  onRefusal({
    renew,
    signInAgain: async () => {
      // Before the first screen there is nothing to lose: go to the login page.
      if (client.getQueryData(queryKey(session.preload, {})) && (await signInAgain())) return true
      attemptedUrl.remember(router.state.location.href)
      forget()
      window.location.reload()
      return false
    },
    confirmIdentity,
    forbidden: () => {
      placeNotice.write({ text: t('MsgForbidden').text, at: home() })
      void client.invalidateQueries({ queryKey: queryKey(session.preload) })
      void router.navigate({ to: LANDING })
    },
  })
}
