import type { FastifyRequest } from 'fastify'
import { jwtVerify, SignJWT } from 'jose'
import type { Role } from '#platform/permissions.ts'
import { ROLE_PERMISSIONS } from '#platform/permissions.ts'
import { ACCESS_MINUTES } from '../contract.ts'

/** The claims of an access token. `kind` and the ids decide; the other claims serve clients that read them (spec 1 §3 "JWT claims"). */
export type Claims = {
  kind: 'user' | 'kiosk' | 'ticket'
  sub: string
  /** A user's sign-in: the token is valid only while it lives. */
  sid?: string
  organisation: string
  name: string
  role?: Role
  exp: number
  organisationname?: string
  /** Of the organisation, on a ticket: numbers without a country are of its country. */
  culture?: string
}

const ISSUER = 'parcelhall'

/** Signs an access token that is valid for `minutes`. */
export async function signAccessToken(key: Uint8Array, claims: Omit<Claims, 'exp'>, minutes = ACCESS_MINUTES): Promise<string> {
  const permissions = claims.role ? ROLE_PERMISSIONS[claims.role].join(',') : ''
  return new SignJWT({ ...claims, permissions })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(ISSUER)
    .setIssuedAt()
    .setExpirationTime(`${minutes}m`)
    .sign(key)
}

const MAX_CACHED_TOKENS = 10_000

/**
 * Reads access tokens: returns the claims, or null for a foreign, altered or expired token. A verified token's claims are
 * cached while it lives, because verification costs more than most requests.
 */
export function createTokenReader(key: Uint8Array): (token: string) => Promise<Claims | null> {
  const cache = new Map<string, Claims>()
  return async (token) => {
    // The library also takes other spellings of base64url, such as with padding.
    if (!/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)) return null
    const known = cache.get(token)
    if (known) return known.exp * 1000 > Date.now() ? known : null
    try {
      const { payload } = await jwtVerify<Claims>(token, key, { issuer: ISSUER, algorithms: ['HS256'] })
      if (cache.size >= MAX_CACHED_TOKENS) cache.clear()
      cache.set(token, payload)
      return payload
    } catch {
      return null
    }
  }
}

/** Reads the bearer token of a request: its claims, null for an invalid token, undefined without one. */
export function createBearerReader(key: Uint8Array) {
  const readToken = createTokenReader(key)
  return async (request: FastifyRequest): Promise<Claims | null | undefined> => {
    const [scheme, token] = request.headers.authorization?.split(' ') ?? []
    return token && scheme?.toLowerCase() === 'bearer' ? readToken(token) : undefined
  }
}
