import PostalMime from 'postal-mime'
import { type FetchedBytes, isFetched, MAX_MESSAGE_LINES } from './source.ts'

// Runs in a thread of its own: see mailbox.ts.

/** An e-mail of an office has a few parts in a few levels, one of them perhaps a forwarded message. */
const LIMITS = { maxNestingDepth: 10, maxRfc822NestingDepth: 2, maxHeadersSize: 262_144 } as const

/**
 * The .csv attachments of a message; null for one that has too many lines or levels, or is none.
 * @param sent the lines of a POP3 server's reply (RFC 1939): a line that begins with a dot has a second one
 */
export default async function filesOfMessage(sent: Uint8Array): Promise<FetchedBytes[] | null> {
  if (hasMoreLines(sent, MAX_MESSAGE_LINES)) return null
  const message = await PostalMime.parse(withoutAddedDots(sent), LIMITS).catch(() => null)
  if (!message) return null
  return message.attachments.flatMap(({ filename, content }) =>
    filename && isFetched(filename) ? [{ name: filename, bytes: Buffer.from(content as ArrayBuffer) }] : [],
  )
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
