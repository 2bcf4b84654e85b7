import { hasFileEnding, MAX_FILE_BYTES, MAX_LINES } from '#features/imports/rules.ts'
import type { Message } from '#platform/define-messages.ts'
import { Unreadable } from '#platform/server/parser-process.ts'
import { type Outgoing, PRIVATE_ADDRESS } from '#platform/server/security/outgoing.ts'
import { t } from '../../messages.ts'
import type { SourceKind } from '../../rules.ts'

/** How long a server may take to accept a connection and for each step after it, in ms. */
export const STEP_MS = 10_000
/** Files in a folder, or messages in a mailbox; more are refused, so that their list stays small. */
export const MAX_LISTED = 5_000
/** Largest message of a mailbox: an attachment of the largest file in base64, with room for a text. */
export const MAX_MESSAGE_BYTES = Math.ceil(MAX_FILE_BYTES * 1.5)
/** Lines of a message: the largest one in base64 has 76 characters in each (RFC 2045), another attachment lines of its own. */
export const MAX_MESSAGE_LINES = Math.max(MAX_LINES, Math.ceil(MAX_MESSAGE_BYTES / 76)) + 1_000

/** A saved source, with its password. */
export type Source = {
  readonly kind: SourceKind
  readonly host: string
  readonly port: number
  readonly userName: string
  readonly password: string
  readonly path: string
  readonly usesSsl: boolean
  /** The expected fingerprint; null when it is not checked. */
  readonly fingerprint: string | null
}

/**
 * Something that may be fetched: a file, or a message. `key`: tells it from every other of the source, also later. `size`: 0 where
 * the server does not say it.
 */
export type Remote = {
  readonly key: string
  readonly name: string
  readonly size: number
  /** The server does not say its time: another file may have the same key. */
  readonly isTimeless?: boolean
}
export type FetchedBytes = { readonly name: string; readonly bytes: Buffer }
/** What a message says of itself; anybody can write anything into it. Empty where it says nothing. */
export type MessageHead = { readonly subject: string; readonly from: string; readonly sentAt: Date | null }
/** The .csv files of a listed one, itself or attachments; null for a message that cannot be read. `head`: of a message. */
export type Fetched = { readonly files: readonly FetchedBytes[] | null; readonly head?: MessageHead }

/** An open connection. Its calls throw when it is closed. */
export type Connection = {
  /** What a test shows of the server besides the number of files. */
  readonly fingerprint: string
  /** Largest file or message that is fetched, in bytes. */
  readonly maxBytes: number
  list(): Promise<readonly Remote[]>
  /** The .csv and .xlsx files of a listed one: itself, or the attachments of a message. */
  fetch(remote: Remote): Promise<Fetched>
  /** The head of a message that is too large to be fetched; null where the server does not give it alone. */
  headOf?(remote: Remote): Promise<MessageHead | null>
  /** Moves a file to the folder done or failed, or deletes a message that is done; does nothing where the server refuses it. */
  putAway(remote: Remote, folder: 'done' | 'failed'): Promise<void>
  close(): Promise<void>
}
/** Connects to the address, which was checked, and signs in. */
export type Open = (source: Source, address: string, signal: AbortSignal) => Promise<Connection>

/** A reason for the user why a server could not be used. */
export class SourceFailure extends Error {
  readonly reason: Message
  constructor(reason: Message) {
    super(reason.text)
    this.reason = reason
  }
}

/**
 * Names of files that are fetched: of this folder, ending with .csv or .xlsx, and without characters that mean something to a server or turn
 * the direction of what is shown.
 */
export const isFetched = (name: string): boolean =>
  hasFileEnding(name) &&
  !/[/\\]/.test(name) &&
  !/[\p{Cc}\p{Bidi_Control}]/u.test(name) &&
  name.length <= 255 &&
  !name.startsWith('.')

/** A listed file; without a time it is fetched to see whether it is known. */
export const remoteFile = (name: string, size: number | undefined, time: string | number | undefined): Remote => ({
  key: `${name} ${size} ${time || '?'}`,
  name,
  size: size ?? 0,
  isTimeless: !time,
})

/** A name in the folder done or failed that no earlier file has. */
export const putAwayName = (name: string, now = new Date()): string => `${now.toISOString().replace(/[:.]/g, '-')} ${name}`

/** Collects a stream; throws beyond `max` bytes. */
export async function readAtMost(stream: AsyncIterable<Buffer>, max: number): Promise<Buffer> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of stream) {
    bytes += part.length
    if (bytes > max) throw new TooLarge()
    parts.push(part)
  }
  return Buffer.concat(parts)
}
/** A file or message is larger than what can be imported; the others of its source are still fetched. */
export class TooLarge extends Error {}

type Deps = { readonly outgoing: Outgoing; readonly open: Readonly<Record<SourceKind, Open>> }

/**
 * Connects to a source, does `work` and closes the connection, within `seconds` in all. Throws SourceFailure for whatever the server
 * does wrong, TooLarge for a file, and what else `work` throws.
 */
export async function withConnection<T>(
  source: Source,
  { outgoing, open }: Deps,
  seconds: number,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const signal = AbortSignal.timeout(seconds * 1000)
  const ended = new Promise<never>((_done, failed) => {
    signal.addEventListener('abort', () => failed(new SourceFailure(t('FailedTime', { seconds }))))
  })
  // Nobody waits for it once the work is done.
  ended.catch(() => {})
  const failed = (error: unknown): never => {
    throw failureOf(error, source)
  }
  let connection: Connection | null = null
  try {
    const connecting = outgoing.addressOf(source.host).then(({ address }) => open[source.kind](source, address, signal))
    // A connection that is made too late is closed again.
    connecting.then((late) => (signal.aborted ? late.close() : undefined)).catch(() => {})
    connection = await Promise.race([connecting.catch(failed), ended])
    const { list, fetch, headOf, putAway } = connection
    const guarded: Connection = {
      ...connection,
      list: () => list().catch(failed),
      fetch: (remote) => fetch(remote).catch(failed),
      headOf: async (remote) => (await headOf?.(remote).catch(failed)) ?? null,
      putAway: (remote, folder) => putAway(remote, folder).catch(failed),
    }
    return await Promise.race([work(guarded), ended])
  } finally {
    await connection?.close().catch(() => {})
  }
}

type ErrorOf = { readonly code?: unknown; readonly level?: unknown; readonly message?: unknown }
/** Longest text of a server that is shown, in characters. */
const MAX_REASON = 200

/** The reason of an error of a connection. */
function failureOf(error: unknown, { host, port }: Source): Error {
  if (error instanceof SourceFailure || error instanceof TooLarge || error instanceof Unreadable) return error
  const { code, level, message } = error as ErrorOf
  const failure = (reason: Message) => new SourceFailure(reason)
  if (code === PRIVATE_ADDRESS) return failure(t('FailedPrivate', { host }))
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return failure(t('FailedHost', { host }))
  if (code === 'ECONNREFUSED') return failure(t('FailedRefused', { host, port: String(port) }))
  if (level === 'client-authentication') return failure(t('FailedLogin'))
  if (code === 'ETIMEDOUT' || level === 'client-timeout' || /^Timeout \(/.test(String(message)))
    return failure(t('FailedTime', { seconds: STEP_MS / 1000 }))
  if (isNoTls(code)) return failure(t('FailedNoTls', { port: String(port) }))
  if (isCertificate(code)) return failure(t('FailedCertificate', { reason: String(code) }))
  // Any other disagreement about TLS, such as on its version.
  if (isTls(code)) return failure(t('FailedTls', { reason: String(code) }))
  const text = `${message}`.replace(/\p{Cc}/gu, ' ').slice(0, MAX_REASON)
  return failure(t('FailedOther', { reason: text }))
}

/** The first bytes of the server were no TLS: the protocol's greeting, or what it replies to bytes that it does not understand. */
const isNoTls = (code: unknown): boolean =>
  typeof code === 'string' && /^ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|UNKNOWN_PROTOCOL|HTTP_REQUEST)$/.test(code)

const isTls = (code: unknown): boolean => typeof code === 'string' && /^ERR_(SSL|TLS)/.test(code)
const isCertificate = (code: unknown): boolean => typeof code === 'string' && /CERT|SELF_SIGNED|UNABLE_TO/.test(code)

/** A server said something that its protocol does not have, or ended the connection. */
export class Unexpected extends Error {}
