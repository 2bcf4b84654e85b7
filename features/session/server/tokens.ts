import { jwtVerify, SignJWT } from 'jose'
import type { Role } from '#platform/permissions.ts'
import { ROLE_PERMISSIONS } from '#platform/permissions.ts'
import { ACCESS_MINUTES } from '../contract.ts'

/** What an access token says. `kind` and the ids decide; the other claims serve clients that read them (spec 1 §3 "JWT claims"). */
export type Claims = {
  kind: 'user' | 'kiosk' | 'ticket'
  sub: string
  /** A user's sign-in: the token is good only while that lives. */
  sid?: string
  organisation: string
  name: string
  role?: Role
  exp: number
  organisationname?: string
}

const ISSUER = 'parcelhall'

/** Signs an access token that lives `minutes`. */
export async function signAccessToken(key: Uint8Array, claims: Omit<Claims, 'exp'>, minutes = ACCESS_MINUTES): Promise<string> {
  const permissions = claims.role ? ROLE_PERMISSIONS[claims.role].join(',') : ''
  return new SignJWT({ ...claims, permissions })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(ISSUER)
    .setIssuedAt()
    .setExpirationTime(`${minutes}m`)
    .sign(key)
}

const KEPT_TOKENS = 10_000

/**
 * Reads access tokens: gives the claims, or null when the token is not ours, is altered or has ended. A signature is
 * checked once and its claims are kept while the token lives: checking costs more than most answers.
 */
export function createTokenReader(key: Uint8Array): (token: string) => Promise<Claims | null> {
  const kept = new Map<string, Claims>()
  return async (token) => {
    const known = kept.get(token)
    if (known) return known.exp * 1000 > Date.now() ? known : null
    try {
      const { payload } = await jwtVerify<Claims>(token, key, { issuer: ISSUER, algorithms: ['HS256'] })
      if (kept.size >= KEPT_TOKENS) kept.clear()
      kept.set(token, payload)
      return payload
    } catch {
      return null
    }
  }
}
