import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { createServer as createTlsServer } from 'node:tls'

type Options = {
  /** Of a certificate: the server then speaks TLS from the first byte. */
  readonly tls?: { readonly key: string; readonly cert: string }
  /** Sends replies in parts of so many bytes. */
  readonly partBytes?: number
  /** Whether it has the command TOP, which is optional. */
  readonly hasTop?: boolean
}

/** A POP3 server with these messages by their ids, for desk@riverside.test with the password right. Removed ones are gone after QUIT. */
export async function startPop3Server(messages: Map<string, string>, { tls, partBytes = 65_536, hasTop = true }: Options = {}) {
  const serve = async (socket: Socket) => {
    socket.on('error', () => {}).setNoDelay()
    const send = async (text: string) => {
      const bytes = Buffer.from(`${text}\r\n`, 'latin1')
      for (let at = 0; at < bytes.length; at += partBytes) {
        socket.write(bytes.subarray(at, at + partBytes))
        if (at + partBytes < bytes.length) await new Promise((done) => setImmediate(done))
      }
    }
    const list = [...messages]
    const removed = new Set<string>()
    const lines = (all: readonly string[]) => send(['+OK', ...all.map((line) => line.replace(/^\./, '..')), '.'].join('\r\n'))
    const idOf = (number = '') => list[Number(number) - 1]![0]
    let user = ''
    await send('+OK ready')
    for await (const line of createInterface({ input: socket })) {
      const [command, argument] = [line.slice(0, 4), line.slice(line.indexOf(' ') + 1)]
      if (command === 'USER') user = argument
      if (command === 'USER') await send('+OK')
      if (command === 'PASS')
        await send(user === 'desk@riverside.test' && argument === 'right' ? '+OK' : '-ERR wrong user name or password')
      if (command === 'LIST') await lines(list.map(([, text], i) => `${i + 1} ${text.length}`))
      if (command === 'UIDL') await lines(list.map(([id], i) => `${i + 1} ${id}`))
      if (command === 'RETR') await lines(messages.get(idOf(argument))!.split('\r\n'))
      if (command === 'TOP ' && !hasTop) await send('-ERR unknown command')
      if (command === 'TOP ' && hasTop)
        await lines(
          messages
            .get(idOf(argument!.split(' ')[0]))!
            .split('\r\n\r\n')[0]!
            .split('\r\n'),
        )
      if (command === 'DELE') removed.add(idOf(argument))
      if (command === 'DELE') await send('+OK')
      if (command !== 'QUIT') continue
      for (const id of removed) messages.delete(id)
      await send('+OK bye')
      socket.end()
    }
  }
  const server = tls ? createTlsServer(tls, serve) : createServer(serve)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    stop: () => new Promise<void>((done) => server.close(() => done())),
  }
}

/** A message with .csv attachments. */
export const messageWith = (files: Readonly<Record<string, string>>): string =>
  [
    'From: office@riverside.test',
    'Subject: Residents',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=part',
    '',
    '--part',
    'Content-Type: text/plain',
    '',
    '.The list is attached.',
    ...Object.entries(files).flatMap(([name, content]) => [
      '--part',
      `Content-Type: text/csv; name="${name}"`,
      `Content-Disposition: attachment; filename="${name}"`,
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from(content).toString('base64').replace(/.{76}/g, '$&\r\n'),
    ]),
    '--part--',
    '',
  ].join('\r\n')
