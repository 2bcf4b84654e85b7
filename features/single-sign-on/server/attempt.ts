import type { FastifyReply, FastifyRequest } from 'fastify'
import { isSecure } from '#features/session/server/api.ts'
import { type Keys, seal, unseal } from '#platform/server/security/keys.ts'

/** Cookie of a sign-in under way. The provider's reply is a navigation from another site, so it cannot be `strict`. */
export const ATTEMPT_COOKIE = 'parcelhall_single_sign_on'
const MINUTES = 10
const BOUND = 'single sign-on attempt'

/** What connects the provider's reply with the browser that was sent to it. */
export type Attempt = {
  readonly organisationId: string
  readonly issuer: string
  readonly state: string
  readonly nonce: string
  readonly verifier: string
  /** The provider must ask for the credentials, even if the user is signed in there. */
  readonly again: boolean
  /** The refresh token of the browser's sign-in, whose cookie does not come with the provider's reply. */
  readonly replaces: string | undefined
}

const scopeOf = (publicUrl: string) =>
  ({ path: '/api/auth/singlesignon', httpOnly: true, sameSite: 'lax', secure: isSecure(publicUrl) }) as const

export function storeAttempt(reply: FastifyReply, keys: Keys, publicUrl: string, attempt: Attempt, now: Date): void {
  const until = now.getTime() + MINUTES * 60_000
  const value = seal(keys.secrets, JSON.stringify({ ...attempt, until }), BOUND).toString('base64url')
  reply.setCookie(ATTEMPT_COOKIE, value, { ...scopeOf(publicUrl), maxAge: MINUTES * 60 })
}

/** The attempt of this browser, once; null when there is none, or it is too old. */
export function takeAttempt(
  request: FastifyRequest,
  reply: FastifyReply,
  keys: Keys,
  publicUrl: string,
  now: Date,
): Attempt | null {
  const value = request.cookies[ATTEMPT_COOKIE]
  if (!value) return null
  reply.clearCookie(ATTEMPT_COOKIE, scopeOf(publicUrl))
  try {
    const { until, ...attempt } = JSON.parse(unseal(keys.secrets, Buffer.from(value, 'base64url'), BOUND)) as Attempt & {
      until: number
    }
    return until > now.getTime() ? attempt : null
  } catch {
    return null
  }
}
