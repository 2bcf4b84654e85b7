import { session } from '#features/session/contract.ts'
import { accessToken, workingOrganisation } from '#platform/portal/access.ts'
import { call } from '#platform/portal/call.ts'
import { goToHash } from '#platform/portal/hash.ts'
import { LOGIN } from '../paths.ts'

/** Ends the sign-in here and at the server; a server out of reach does not keep anybody signed in on this machine. */
export async function signOut() {
  await call(session.signOut).catch(() => undefined)
  forget()
}

/** Forgets who was signed in and asks anew. */
export function forget() {
  accessToken.forget()
  workingOrganisation.write(null)
  goToHash(LOGIN, { replace: true })
}
