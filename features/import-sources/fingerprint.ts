/** Longest text with a fingerprint: a line with a public key of RSA of 16,384 bits. */
export const MAX_FINGERPRINT_TEXT = 4_000

/** SHA-256 in base64 with the prefix that OpenSSH prints. */
const PREFIX = 'SHA256:'
const SHA256_BYTES = 32
const ANY_PREFIX = /^sha-?256[:=]/i
const BASE64 = /^[\w+/-]{43}=?$/
/** The prefix and what a provider may print before it. */
const BEFORE_HEX = /^.*?\bsha-?256(?:\s+fingerprint)?\s*[:=]?/i
const HEX = /^[0-9a-f]{64}$/i
const MD5 = /^(?:md5[:=]?)?[0-9a-f]{32}$/i
const PUBLIC_KEY = /^AAAA[\w+/]{20,}={0,2}$/
const KEY_TYPE = /^(?:ssh-|ecdsa-sha2-|sk-)/

const words = (text: string): string[] => text.split(/[\s,;"'<>()[\]]+/).map((word) => word.replace(/\.$/, ''))
const withoutSeparators = (text: string): string => text.replace(/[\s:-]/g, '')

/** The bytes of base64, as characters; empty for what is none. */
function decoded(base64: string): string {
  try {
    return atob(base64.replaceAll('-', '+').replaceAll('_', '/'))
  } catch {
    return ''
  }
}
const canonical = (bytes: string): string => PREFIX + btoa(bytes).replace(/=+$/, '')
const bytesOfHex = (hex: string): string => hex.replace(/../g, (pair) => String.fromCharCode(Number.parseInt(pair, 16)))

/**
 * The fingerprint in a text as servers, programs and providers print it: SHA-256 in base64 or hexadecimal with or without prefix,
 * colons and blanks, alone or in a line of `ssh-keygen -l` or of WinSCP.
 * @returns it as `SHA256:` with base64; '' for none, and for several different ones
 */
export function fingerprintIn(text: string): string {
  const found = new Set<string>()
  const bare = withoutSeparators(text.replace(BEFORE_HEX, ''))
  if (HEX.test(bare)) found.add(canonical(bytesOfHex(bare)))
  for (const word of words(text)) {
    const value = word.replace(ANY_PREFIX, '')
    const hex = withoutSeparators(value)
    if (HEX.test(hex)) found.add(canonical(bytesOfHex(hex)))
    const bytes = BASE64.test(value) ? decoded(value.replace(/=$/, '')) : ''
    if (bytes.length === SHA256_BYTES) found.add(canonical(bytes))
  }
  return found.size === 1 ? [...found][0]! : ''
}

/** The public key, in base64, of a line of `known_hosts` or of a key's file; '' for none. */
export const publicKeyIn = (text: string): string =>
  words(text).find((word) => PUBLIC_KEY.test(word) && KEY_TYPE.test(decoded(word).slice(4))) ?? ''

/** Whether a text is an MD5 fingerprint, which older programs print. */
export const isMd5 = (text: string): boolean =>
  MD5.test(withoutSeparators(text)) || words(text).some((word) => MD5.test(withoutSeparators(word)))

/** A fingerprint as it is compared and shown, where the text has one; otherwise the text, in which a public key may be. */
export const fingerprintText = (text: string): string => (publicKeyIn(text) ? text : fingerprintIn(text) || text)
