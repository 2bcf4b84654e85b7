import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

/** Every key the server uses, each derived from SECRET_KEY for one purpose, so that none serves two. */
export type Keys = {
  readonly accessTokens: Uint8Array
  readonly refreshTokens: Buffer
  readonly accessCodes: Buffer
  readonly secrets: Buffer
  readonly captcha: Buffer
}

export function deriveKeys(secretKey: Buffer): Keys {
  const key = (purpose: string) => Buffer.from(hkdfSync('sha256', secretKey, 'parcelhall', purpose, 32))
  return {
    accessTokens: new Uint8Array(key('access tokens')),
    refreshTokens: key('refresh tokens'),
    accessCodes: key('resident access codes'),
    secrets: key('secrets at rest'),
    captcha: key('captcha challenges'),
  }
}

/** What a token or code is found by: its keyed hash. */
export const keyedHash = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

export const sameBytes = (a: Buffer, b: Buffer) => a.length === b.length && timingSafeEqual(a, b)

/** Random bytes are drawn so many at a time: each draw costs as much as sealing a value. */
const DRAWN_BYTES = 4096
let drawn = Buffer.alloc(0)
/** At most `DRAWN_BYTES` random bytes that nobody else has been given. */
function random(bytes: number): Buffer {
  if (drawn.length < bytes) drawn = randomBytes(DRAWN_BYTES)
  const given = drawn.subarray(0, bytes)
  drawn = drawn.subarray(bytes)
  return given
}

/** A new secret for a machine or a link: 256 bits, safe in an address. */
export const newSecret = (): string => random(32).toString('base64url')

const NONCE = 12
const TAG = 16

/** AES-256-GCM: nonce, tag, text. `bound` (an id) must be given again to open it, so that a value cannot be moved to another row. */
export function seal(key: Buffer, text: string, bound: string): Buffer {
  const nonce = random(NONCE)
  // A key given as bytes costs twice as much as everything else here.
  const cipher = createCipheriv('aes-256-gcm', createSecretKey(key), nonce).setAAD(Buffer.from(bound))
  const body = cipher.update(text, 'utf8')
  const rest = cipher.final()
  return Buffer.concat([nonce, cipher.getAuthTag(), body, rest])
}

/** The sealed text; throws when the key, the value or what it was bound to is another. */
export function unseal(key: Buffer, sealed: Buffer, bound: string): string {
  const decipher = createDecipheriv('aes-256-gcm', createSecretKey(key), sealed.subarray(0, NONCE), {
    authTagLength: TAG,
  }).setAAD(Buffer.from(bound))
  decipher.setAuthTag(sealed.subarray(NONCE, NONCE + TAG))
  return Buffer.concat([decipher.update(sealed.subarray(NONCE + TAG)), decipher.final()]).toString('utf8')
}
