import { session } from '#features/session/contract.ts'
import { say } from '#features/session/messages.ts'
import { signInAgain } from '#features/session/portal/SignInAgain.tsx'
import { renew } from '#features/session/portal/sign-in.ts'
import { attemptedUrl } from '#platform/portal/access.ts'
import { onRefusal } from '#platform/portal/call.ts'
import { keyOf } from '#platform/portal/queries.ts'
import { toast } from '#platform/portal/toast.tsx'
import { LANDING } from '../paths.ts'
import { client } from './client.ts'
import { router } from './router.tsx'
import { forget } from './sign-out.ts'

/** What happens when the server no longer knows who asks (401), or does not allow it (403). */
export function hearRefusals() {
  onRefusal({
    renew,
    signInAgain: async () => {
      // Before the first screen stands there is nothing to lose: the login page it is.
      if (client.getQueryData(keyOf(session.preload, {})) && (await signInAgain())) return true
      attemptedUrl.remember(router.state.location.href)
      forget()
      window.location.reload()
      return false
    },
    forbidden: () => {
      toast.error(say('MsgForbidden').text)
      void client.invalidateQueries({ queryKey: keyOf(session.preload) })
      void router.navigate({ to: LANDING })
    },
  })
}
