import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/**
 * What the server does instead of accepting: it answers a step with a code; or it takes the message and then closes the connection, or
 * never answers.
 */
type Fault = { readonly sender?: number; readonly recipient?: number; readonly message?: number | 'drop' | 'silence' }
const refused = (responseCode?: number) =>
  responseCode === undefined ? null : Object.assign(new Error(`refused with ${responseCode}`), { responseCode })

/** A mail server that accepts every recipient except nobody@. Close it last: it waits for its clients to disconnect. */
export async function mailServer(port = 0) {
  const mails: Email[] = []
  let fault: Fault = {}
  const sockets = new Set<Socket>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onMailFrom: (_address, _session, callback) => callback(refused(fault.sender)),
    onRcptTo: ({ address }, _session, callback) =>
      callback(
        address.startsWith('nobody@')
          ? Object.assign(new Error('no such mailbox'), { responseCode: 550 })
          : refused(fault.recipient),
      ),
    onData: (stream, _session, callback) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', async () => {
        const { message } = fault
        if (typeof message === 'number') return callback(refused(message))
        mails.push(await PostalMime.parse(Buffer.concat(parts)))
        if (message === 'drop') for (const socket of sockets) socket.destroy()
        else if (message !== 'silence') callback()
      })
    },
  })
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    mails,
    port: (server.server.address() as AddressInfo).port,
    /** Behaves like this from now on; `{}` accepts again. */
    answerWith: (next: Fault) => {
      fault = next
    },
    close: () => new Promise<void>((done) => server.close(() => done())),
  }
}
