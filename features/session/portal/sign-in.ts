import type { RequestOf } from '#platform/operation.ts'
import { callLine } from '#platform/portal/api/call.ts'
import { CallError } from '#platform/portal/api/call-error.ts'
import { goToHash } from '#platform/portal/navigation/hash.ts'
import { accessToken, attemptedUrl } from '#platform/portal/session/access.ts'
import { localStore } from '#platform/portal/session/storage.ts'
import type { session } from '../contract.ts'
import { CLIENTS, CREDENTIALS, LINES } from '../public.ts'

/** The last user in this browser, to prefill the form. */
const LAST = 'lastSignIn'
export type LastSignIn = { organisation: string; userName: string }
export const lastSignIn = () => localStore.readJson<LastSignIn>(LAST) ?? { organisation: '', userName: '' }

export const rememberSignIn = (last: LastSignIn) => localStore.writeJson(LAST, last)

/** Signs in with a password (spec 1 §7); throws the server's refusal. */
export const signIn = ({ organisation, userName, password }: LastSignIn & { password: string }) =>
  tokensOf(
    {
      grant_type: 'password',
      username: userName.trim(),
      password,
      scope: `${organisation.trim().toLowerCase()} ${CREDENTIALS.user}`,
    },
    { organisation, userName },
  )

/** Gets and stores the tokens of a user; throws the server's refusal. */
export async function tokensOf(
  input: Omit<RequestOf<typeof session.token>, 'client_id'>,
  { organisation, userName }: LastSignIn,
) {
  const reply = await callLine<typeof session.token>(LINES.token, { input: { ...input, client_id: CLIENTS.portal } })
  accessToken.write(reply.access_token)
  rememberSignIn({ organisation: organisation.trim().toLowerCase(), userName: userName.trim() })
  return reply
}

/** Gets a new access token for the refresh cookie; false when the sign-in has ended. A server out of reach is an error. */
export async function renew(): Promise<boolean> {
  try {
    const reply = await callLine<typeof session.token>(LINES.token, {
      input: { grant_type: 'refresh_token', client_id: CLIENTS.portal },
    })
    accessToken.write(reply.access_token)
    return true
  } catch (error) {
    if (error instanceof CallError && (error.status === 400 || error.status === 401)) return false
    throw error
  }
}

/** Opens the screen that was requested before sign-in, else home. */
export function goOn() {
  goToHash(attemptedUrl.take() ?? '/landing')
}
