import { jwtVerify, SignJWT } from 'jose'
import type { Role } from '#platform/permissions.ts'
import { ROLE_PERMISSIONS } from '#platform/permissions.ts'
import { ACCESS_MINUTES } from '../contract.ts'

/** What an access token says. `kind` and the ids decide; the other claims serve clients that read them (spec 1 §3 "JWT claims"). */
export type Claims = {
  kind: 'user' | 'kiosk' | 'ticket'
  sub: string
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

/** The token's claims, or null when it is not ours, is altered or has ended. */
export async function readAccessToken(key: Uint8Array, token: string): Promise<Claims | null> {
  try {
    const { payload } = await jwtVerify<Claims>(token, key, { issuer: ISSUER, algorithms: ['HS256'] })
    return payload
  } catch {
    return null
  }
}
