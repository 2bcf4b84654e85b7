import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

/** The keys of the server, each derived from SECRET_KEY for one purpose. */
export type Keys = {
  readonly accessTokens: Uint8Array
  readonly refreshTokens: Buffer
  readonly accessCodes: Buffer
  readonly secrets: Buffer
  readonly captcha: Buffer
  readonly knownBrowsers: Buffer
  readonly newsletter: Buffer
  readonly auditHeads: Buffer
}

export function deriveKeys(secretKey: Buffer): Keys {
  const key = (purpose: string) => Buffer.from(hkdfSync('sha256', secretKey, 'parcelhall', purpose, 32))
  return {
    accessTokens: new Uint8Array(key('access tokens')),
    refreshTokens: key('refresh tokens'),
    accessCodes: key('resident access codes'),
    secrets: key('secrets at rest'),
    captcha: key('captcha challenges'),
    knownBrowsers: key('known browsers'),
    newsletter: key('links of the newsletter'),
    auditHeads: key('heads of the audit trail'),
  }
}

/** Tells SECRET_KEYs apart without revealing them: 16 hexadecimal digits. */
export const fingerprintOf = (secretKey: Buffer): string =>
  Buffer.from(hkdfSync('sha256', secretKey, 'parcelhall', 'fingerprint', 8)).toString('hex')

/** The keyed hash by which a token or code is looked up. */
export const keyedHash = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

export const sameBytes = (a: Buffer, b: Buffer) => a.length === b.length && timingSafeEqual(a, b)

/** Random bytes are generated in blocks: one call takes as long as encrypting a value. */
const BLOCK_BYTES = 4096
let block = Buffer.alloc(0)
/** Random bytes, at most `BLOCK_BYTES`, each returned once. */
function random(bytes: number): Buffer {
  if (block.length < bytes) block = randomBytes(BLOCK_BYTES)
  const result = block.subarray(0, bytes)
  block = block.subarray(bytes)
  return result
}

/** A new secret for a machine or a link: 256 bits, base64url. */
export const newSecret = (): string => random(32).toString('base64url')

const NONCE = 12
const TAG = 16

/** Encrypts with AES-256-GCM: nonce, tag, text. `unseal` needs the same `bound` (an id), so that a value cannot be moved to another row. */
export function seal(key: Buffer, text: string, bound: string): Buffer {
  const nonce = random(NONCE)
  // A key as bytes instead of a KeyObject takes twice as long as the rest.
  const cipher = createCipheriv('aes-256-gcm', createSecretKey(key), nonce).setAAD(Buffer.from(bound))
  const body = cipher.update(text, 'utf8')
  const rest = cipher.final()
  return Buffer.concat([nonce, cipher.getAuthTag(), body, rest])
}

/** The text of a sealed value; throws if the key, the value or `bound` differs. */
export function unseal(key: Buffer, sealed: Buffer, bound: string): string {
  const decipher = createDecipheriv('aes-256-gcm', createSecretKey(key), sealed.subarray(0, NONCE), {
    authTagLength: TAG,
  }).setAAD(Buffer.from(bound))
  decipher.setAuthTag(sealed.subarray(NONCE, NONCE + TAG))
  return Buffer.concat([decipher.update(sealed.subarray(NONCE + TAG)), decipher.final()]).toString('utf8')
}
