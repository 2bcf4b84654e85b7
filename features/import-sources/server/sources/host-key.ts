import { createHash } from 'node:crypto'
import { Client, type ServerHostKeyAlgorithm } from 'ssh2'
import { fingerprintIn, publicKeyIn } from '../../fingerprint.ts'
import { t } from '../../messages.ts'
import { type Source, SourceFailure, STEP_MS, Unexpected } from './source.ts'

/** The fingerprint of a public key, as `ssh-keygen -l` shows it. */
const fingerprintOf = (key: Buffer): string => `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`

/** A fingerprint as it is stored; that of a public key where one was entered. */
export function storedFingerprint(text: string): string {
  const key = publicKeyIn(text)
  return key ? fingerprintOf(Buffer.from(key, 'base64')) : text
}

/** The algorithms by which a server can show a key of this type (RFC 8332 has two more for RSA). */
const algorithmsOf = (keyType: string): ServerHostKeyAlgorithm[] =>
  (keyType === 'ssh-rsa' ? ['rsa-sha2-512', 'rsa-sha2-256', 'ssh-rsa'] : [keyType]) as ServerHostKeyAlgorithm[]
/** More than any server has kinds of keys. */
const MAX_KEYS = 8

/** The server has shown a key whose fingerprint is not the expected one. */
class OtherKey extends Error {
  readonly fingerprint: string
  readonly keyType: string
  constructor(key: Buffer) {
    super('Another key.')
    this.fingerprint = fingerprintOf(key)
    // The type is the first text in a key (RFC 4253 §6.6).
    this.keyType = key.toString('latin1', 4, 4 + key.readUInt32BE(0))
  }
}

type Connected = { readonly client: Client; readonly fingerprint: string }

/**
 * Connects and signs in once the server has shown the key with the expected fingerprint; the password is not sent before. A server
 * has keys of several kinds and shows the one that the client prefers, so the others are asked for before the fingerprint differs.
 */
export async function connectSsh(source: Source, address: string, signal: AbortSignal): Promise<Connected> {
  const seen: OtherKey[] = []
  for (;;) {
    try {
      return await connectOnce(source, address, { signal, without: seen.flatMap(({ keyType }) => algorithmsOf(keyType)) })
    } catch (error) {
      if (error instanceof OtherKey) seen.push(error)
      else if (seen.length === 0) throw error
      // Anything else is said by a server that has no other kind of key, or takes no further connection.
      if (!(error instanceof OtherKey) || seen.length === MAX_KEYS || signal.aborted) {
        const fingerprint = seen.map((key) => key.fingerprint).join(', ')
        throw new SourceFailure(t('FailedFingerprint', { fingerprint }))
      }
    }
  }
}

type Attempt = { readonly signal: AbortSignal; readonly without: ServerHostKeyAlgorithm[] }
async function connectOnce(source: Source, address: string, { signal, without }: Attempt): Promise<Connected> {
  const { port, userName, password, fingerprint: expected } = source
  const client = new Client()
  let key: Buffer | undefined
  const isExpected = (fingerprint: string) => expected === null || fingerprint === fingerprintIn(expected)
  const ready = new Promise<void>((done, failed) => {
    client.once('ready', done).on('error', failed)
    client.once('close', () => failed(new Unexpected('The connection was closed.')))
  })
  signal.addEventListener('abort', () => client.destroy())
  client.on('keyboard-interactive', (_name, _instructions, _language, prompts, finish) => finish(prompts.map(() => password)))
  try {
    client.connect({
      host: address,
      port,
      username: userName,
      password,
      tryKeyboard: true,
      readyTimeout: STEP_MS,
      ...(without.length > 0 && { algorithms: { serverHostKey: { remove: without, append: [], prepend: [] } } }),
      hostVerifier: (shown: Buffer) => {
        key = shown
        return isExpected(fingerprintOf(shown))
      },
    })
    await ready
    return { client, fingerprint: fingerprintOf(key!) }
  } catch (error) {
    client.destroy()
    if (key && !isExpected(fingerprintOf(key))) throw new OtherKey(key)
    throw isNoSsh(error) && !key ? new SourceFailure(t('FailedNoSsh', { port: String(port) })) : error
  }
}

/** Before a server has shown its key: it sent something else, or closed the connection; not that it is too old for our algorithms. */
function isNoSsh(error: unknown): boolean {
  const { level, message } = error as { level?: unknown; message?: unknown }
  if (/no matching/.test(String(message))) return false
  return error instanceof Unexpected || ['protocol', 'handshake'].includes(String(level))
}
