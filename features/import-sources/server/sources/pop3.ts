import { once } from 'node:events'
import { connect as connectPlain, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { STEP_MS, TooLarge, Unexpected } from './source.ts'

/** Longest reply of one line, in bytes (RFC 1939: 512). */
const MAX_LINE = 4_096
/** Largest list of a mailbox's messages. */
const MAX_LIST_BYTES = 1_000_000
const LINE_END = '\r\n'
const REPLY_END = '\r\n.\r\n'

/** The server refused a command. */
export class Pop3Refusal extends Error {}

/**
 * A connection to a POP3 server (RFC 1939) after its greeting. Kept libraries lose the end of a message that arrives in two parts
 * (decisions "Imports from other servers"), so these commands are written here.
 */
export async function openPop3(
  { host, port, usesSsl }: { host: string; port: number; usesSsl: boolean },
  address: string,
  signal: AbortSignal,
) {
  const socket: Socket = usesSsl
    ? connectTls({ host: address, port, ...(!isIP(host) && { servername: host }) })
    : connectPlain({ host: address, port })
  signal.addEventListener('abort', () => socket.destroy())
  socket.on('timeout', () => socket.destroy(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' }))).setTimeout(STEP_MS)
  await once(socket, usesSsl ? 'secureConnect' : 'connect')
  const parts = socket[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  let buffer: Buffer = Buffer.alloc(0)

  /** The bytes before `end`, which stays in the buffer; throws `tooLong` beyond `max`. */
  async function before(end: string, max: number, tooLong: Error = new Unexpected('The reply is too long.')): Promise<Buffer> {
    const received: Buffer[] = [buffer]
    let length = buffer.length
    // The end may be divided between two parts.
    for (let last = buffer; ; ) {
      const at = last.indexOf(end)
      if (at >= 0) {
        const all = Buffer.concat(received)
        const found = length - last.length + at
        buffer = all.subarray(found)
        return all.subarray(0, found)
      }
      if (length > max) throw tooLong
      // Not while a message that was received is read.
      socket.setTimeout(STEP_MS)
      const { value, done } = await parts.next()
      socket.setTimeout(0)
      if (done) throw new Unexpected('The connection was closed.')
      received.push(value)
      length += value.length
      last = Buffer.concat([last.subarray(Math.max(0, last.length - end.length + 1)), value])
    }
  }
  const drop = (end: string) => {
    buffer = buffer.subarray(end.length)
  }
  /** Reads a status line without its end; throws what the server refuses. */
  async function status(): Promise<string> {
    const line = (await before(LINE_END, MAX_LINE)).toString('latin1')
    if (line.startsWith('-ERR')) {
      drop(LINE_END)
      throw new Pop3Refusal(line)
    }
    if (!line.startsWith('+OK')) throw new Unexpected(line)
    return line
  }
  async function command(text: string): Promise<void> {
    socket.write(text + LINE_END)
    await status()
    drop(LINE_END)
  }
  /** The lines of a reply that ends with a dot, as bytes; one that begins with a dot has a second one. */
  async function lines(text: string, max: number, tooLong?: Error): Promise<Buffer> {
    socket.write(text + LINE_END)
    await status()
    // The end of the status line begins the end of an empty reply.
    const body = await before(REPLY_END, max, tooLong)
    drop(REPLY_END)
    return body.subarray(LINE_END.length)
  }
  const numbered = async (text: string) =>
    (await lines(text, MAX_LIST_BYTES))
      .toString('latin1')
      .split(LINE_END)
      .filter(Boolean)
      .map((line) => line.split(' '))

  await status()
  drop(LINE_END)
  return {
    signIn: async (userName: string, password: string) => {
      await command(`USER ${userName}`)
      await command(`PASS ${password}`)
    },
    /** The messages with their numbers in this connection, their lasting ids and their sizes in bytes. */
    messages: async () => {
      const sizes = new Map((await numbered('LIST')).map(([number, size]) => [number, Number(size)]))
      return (await numbered('UIDL')).map(([number = '', id = '']) => ({ number, id, size: sizes.get(number) ?? 0 }))
    },
    /** The lines of a message, as they were sent. Throws TooLarge for one of more than `max` bytes. */
    read: (number: string, max: number) => lines(`RETR ${number}`, max, new TooLarge()),
    /** The headings of a message, as they were sent; null where the server has no such command, which is optional. */
    headings: (number: string) =>
      lines(`TOP ${number} 0`, MAX_LIST_BYTES).catch((error: unknown) => {
        if (error instanceof Pop3Refusal) return null
        throw error
      }),
    remove: (number: string) => command(`DELE ${number}`),
    /** Carries out what was removed, and closes the connection. */
    quit: async () => {
      await command('QUIT').catch(() => {})
      socket.destroy()
    },
    destroy: () => socket.destroy(),
  }
}
