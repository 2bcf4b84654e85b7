import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A mail server in a process of its own that accepts and forgets every e-mail. */
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  logger: false,
  onData: (stream, _session, callback) => {
    stream.on('end', () => callback())
    stream.resume()
  },
})
server.listen(0, '127.0.0.1')
await once(server.server, 'listening')
console.log(`smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`)
process.on('SIGTERM', () => process.exit(0))
