import { useRouter } from '@tanstack/react-router'
import { session } from '#features/session/contract.ts'
import { accessToken, workingOrganisation } from '#platform/portal/access.ts'
import { call } from '#platform/portal/call.ts'
import { goToHash } from '#platform/portal/hash.ts'
import { LOGIN } from '../paths.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    isSigningOut?: boolean
  }
}

/**
 * Signs out by going to the login page, so that what is unsaved asks first. What makes it a sign-out goes beside the
 * address: no link to anywhere can sign somebody out.
 */
export function useSignOut() {
  const { history } = useRouter()
  return () => history.push(LOGIN, { isSigningOut: true })
}

/** Ends the sign-in here and at the server; a server out of reach does not keep anybody signed in on this machine. */
export async function signOut() {
  await call(session.signOut).catch(() => undefined)
  forget()
  // Who signs in here again and then goes back did not ask for it a second time.
  window.history.replaceState(null, '')
}

/** Forgets who was signed in and asks anew. */
export function forget() {
  accessToken.forget()
  workingOrganisation.write(null)
  goToHash(LOGIN, { replace: true })
}
