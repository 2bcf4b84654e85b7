import type { FastifyReply, FastifyRequest } from 'fastify'
import { jwtVerify, SignJWT } from 'jose'
import { newId } from '#platform/ids.ts'
import { type Keys, keyedHash } from '#platform/server/security/keys.ts'

/** Cookie with the accounts that signed in with this browser before (decisions "Sign-in attempts"). */
export const KNOWN_COOKIE = 'parcelhall_known'
const KNOWN_DAYS = 180
/** A browser remembers its last accounts, so that a desk that many people share keeps a small cookie. */
const MAX_ACCOUNTS = 20
/** Where the cookie is needed: sign-in, and requests of a new password. */
const PATHS = ['/api/auth', '/api/account']

type Known = { readonly browser: string; readonly accounts: readonly string[] }
type Owner = { readonly id: string; readonly password_hash: string | null }

/** Identifies an account with its password, so that a new password makes every browser unknown. */
const accountTag = (keys: Keys, { id, password_hash }: Owner) =>
  keyedHash(keys.knownBrowsers, `${id} ${password_hash}`).toString('base64url').slice(0, 22)

/** The signed content of the cookie, or null. */
async function readKnown(keys: Keys, request: FastifyRequest): Promise<Known | null> {
  const cookie = request.cookies[KNOWN_COOKIE]
  if (!cookie) return null
  try {
    const { payload } = await jwtVerify<Known>(cookie, keys.knownBrowsers, { algorithms: ['HS256'] })
    return { browser: payload.browser, accounts: payload.accounts }
  } catch {
    return null
  }
}

/**
 * Whether the browser has signed in with any account, by its signed cookie alone. A browser without it is unknown for every account,
 * so its network is limited before an account is looked up.
 */
export const hasKnownCookie = async (keys: Keys, request: FastifyRequest) => (await readKnown(keys, request)) !== null

/** The id of the browser if the user signed in with it before, with the present password; else undefined. */
export async function knownBrowser(keys: Keys, request: FastifyRequest, user: Owner | undefined): Promise<string | undefined> {
  const known = await readKnown(keys, request)
  return user && known?.accounts.includes(accountTag(keys, user)) ? known.browser : undefined
}

/** Whether cookies are sent over https only. */
export const isSecure = (publicUrl: string) => publicUrl.startsWith('https:')

/** Stores in the browser that the user has signed in with it. */
export async function rememberBrowser(
  keys: Keys,
  { request, reply, secure }: { request: FastifyRequest; reply: FastifyReply; secure: boolean },
  user: Owner,
): Promise<void> {
  const { browser, accounts } = (await readKnown(keys, request)) ?? { browser: newId(), accounts: [] }
  const tag = accountTag(keys, user)
  const known: Known = { browser, accounts: [tag, ...accounts.filter((one) => one !== tag)].slice(0, MAX_ACCOUNTS) }
  const cookie = await new SignJWT(known)
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime(`${KNOWN_DAYS} days`)
    .sign(keys.knownBrowsers)
  for (const path of PATHS)
    reply.setCookie(KNOWN_COOKIE, cookie, { path, httpOnly: true, sameSite: 'strict', secure, maxAge: KNOWN_DAYS * 86_400 })
}
