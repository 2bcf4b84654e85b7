import PostalMime, { type Address, type Email } from 'postal-mime'
import { type FetchedBytes, isFetched, MAX_MESSAGE_LINES, type MessageHead } from './source.ts'

// Runs in a process of its own: see mailbox.ts.

/**
 * An e-mail of an office has a few parts in a few levels. Messages in it are attachments to the library, also those that are shown
 * within the text; they are read here, each by these limits.
 */
const LIMITS = { maxNestingDepth: 10, maxRfc822NestingDepth: 0, maxHeadersSize: 262_144 } as const
/** Levels of messages that were forwarded as attachments. */
const MAX_FORWARDED = 5
const MESSAGE_TYPE = /^message\/(?:rfc822|global|news)$/
const MESSAGE_NAME = /\.eml$/i
/** Headings that are read where a message as a whole is not. */
const MAX_HEAD = 200_000
const MAX_HEAD_TEXT = 200
const NO_HEAD: MessageHead = { subject: '', from: '', sentAt: null }

export type ReadMessage = { readonly head: MessageHead; readonly files: FetchedBytes[] | null }

/**
 * The head of a message and its .csv and .xlsx attachments, also those of messages that are attached to it.
 * @param sent the lines of a POP3 server's reply (RFC 1939): a line that begins with a dot has a second one
 * @param isHead reads nothing but the head
 * @returns no files for a message that has too many lines or levels, or is none
 */
export default async function readMessage({ sent, isHead }: { sent: Uint8Array; isHead: boolean }): Promise<ReadMessage> {
  const message = isHead || hasMoreLines(sent, MAX_MESSAGE_LINES) ? null : await parsed(withoutAddedDots(sent))
  const files = message && (await filesOf(message, 0))
  return { head: headOf(message ?? (await parsed(headingsOf(sent)))), files }
}

/** Parts of a message that are texts to the library, and the headings that make them so. */
const TEXT_PARTS = /^(content-type:\s*)text\/(?:plain|html)\b|^(content-disposition:\s*)inline\b/gim

/** Everything in the message is an attachment: some mail programs send a .csv file as a text within the message. */
function parsed(bytes: Uint8Array): Promise<Email | null> {
  const text = Buffer.from(bytes).toString('latin1')
  const attached = text.replace(TEXT_PARTS, (_, type?: string, disposition?: string) =>
    type ? `${type}application/octet-stream` : `${disposition}attachment`,
  )
  return PostalMime.parse(Buffer.from(attached, 'latin1'), LIMITS).catch(() => null)
}

/** The .csv and .xlsx files of a message and of those in it; null for one that cannot be read. */
async function filesOf({ attachments }: Email, depth: number): Promise<FetchedBytes[] | null> {
  const files: FetchedBytes[] = []
  for (const { filename, mimeType, content } of attachments) {
    const bytes = Buffer.from(content as ArrayBuffer)
    if (filename && isFetched(filename)) files.push({ name: filename, bytes })
    else if (depth < MAX_FORWARDED && (MESSAGE_TYPE.test(mimeType) || MESSAGE_NAME.test(filename ?? ''))) {
      // In base64 it may have more lines than the message that it is in.
      const inner = hasMoreLines(bytes, MAX_MESSAGE_LINES) ? null : await parsed(bytes)
      const found = inner && (await filesOf(inner, depth + 1))
      if (!found) return null
      files.push(...found)
    }
  }
  return files
}

function headOf(message: Email | null): MessageHead {
  if (!message) return NO_HEAD
  const time = Date.parse(message.date ?? '')
  return {
    subject: shown(message.subject ?? ''),
    from: shown(addressText(message.from ?? message.sender)),
    sentAt: Number.isNaN(time) ? null : new Date(time),
  }
}
const addressText = (address: Address | undefined): string =>
  !address?.address ? (address?.name ?? '') : address.name ? `${address.name} <${address.address}>` : address.address
/** Without characters that cannot be stored, or turn the direction of what is shown. */
const shown = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, MAX_HEAD_TEXT)
    .toWellFormed()

function headingsOf(sent: Uint8Array): Uint8Array {
  const bytes = Buffer.from(sent.subarray(0, MAX_HEAD))
  const end = bytes.indexOf('\r\n\r\n')
  return end < 0 ? bytes : bytes.subarray(0, end + 4)
}

function hasMoreLines(bytes: Uint8Array, most: number): boolean {
  let lines = 0
  for (let at = bytes.indexOf(LINE_FEED); at >= 0 && lines <= most; at = bytes.indexOf(LINE_FEED, at + 1)) lines += 1
  return lines > most
}
const LINE_FEED = 10

const withoutAddedDots = (sent: Uint8Array): Buffer =>
  Buffer.from(
    Buffer.from(sent)
      .toString('latin1')
      .replace(/(^|\r\n)\.\./g, '$1.'),
    'latin1',
  )
