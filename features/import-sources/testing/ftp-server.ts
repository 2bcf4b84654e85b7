import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync } from 'node:fs'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

type Options = {
  /** The line of a file in a list; by default as `ls -l` prints it. */
  readonly lineOf?: (folder: string, name: string) => string
  /** Whether the server has machine lists (RFC 3659), whose lines these are then. */
  readonly hasMlsd?: boolean
}

/** An FTP server on a folder without TLS, for the user desk with the password right. */
export async function startFtpServer(root: string, options: Options = {}) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    serve(socket, root, options)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = () => {
    for (const socket of sockets) socket.destroy()
    return new Promise<void>((done) => server.close(() => done()))
  }
  return { port: (server.address() as AddressInfo).port, stop }
}

async function serve(socket: Socket, root: string, { lineOf = lsLineOf, hasMlsd = false }: Options): Promise<void> {
  const send = (...lines: string[]) => socket.write(lines.map((line) => `${line}\r\n`).join(''))
  let [user, folder, renamed] = ['', root, '']
  let data: Server
  let connected: Promise<Socket>
  const handlers: Record<string, (argument: string) => unknown> = {
    USER: (name) => {
      user = name
      send('331 Password?')
    },
    PASS: (password) => send(user === 'desk' && password === 'right' ? '230 Welcome' : '530 Wrong user name or password'),
    FEAT: () => send('211-Features', ' UTF8', ...(hasMlsd ? [' MLST type*;size*;modify*;'] : []), '211 End'),
    TYPE: () => send('200 OK'),
    STRU: () => send('200 OK'),
    OPTS: () => send('200 OK'),
    CWD: (path) => {
      if (!existsSync(join(root, path))) return send('550 No such folder')
      folder = join(root, path)
      return send('250 OK')
    },
    EPSV: async () => {
      data = createServer().listen(0, '127.0.0.1')
      connected = once(data, 'connection').then(([connection]) => connection as Socket)
      await once(data, 'listening')
      send(`229 Passive (|||${(data.address() as AddressInfo).port}|)`)
    },
    LIST: () => list(),
    MLSD: () => list(),
    SIZE: (name) => {
      const file = join(folder, name)
      return send(existsSync(file) && statSync(file).isFile() ? `213 ${statSync(file).size}` : '550 No such file')
    },
    RETR: (name) => (existsSync(join(folder, name)) ? transfer(readFileSync(join(folder, name))) : send('550 No such file')),
    MKD: (name) => {
      if (existsSync(join(folder, name))) return send('550 It exists')
      mkdirSync(join(folder, name))
      return send('257 Created')
    },
    RNFR: (name) => {
      renamed = join(folder, name)
      send('350 To?')
    },
    RNTO: (name) => {
      renameSync(renamed, join(folder, name))
      send('250 OK')
    },
    QUIT: () => {
      send('221 Bye')
      socket.end()
    },
  }
  const list = () =>
    transfer(
      readdirSync(folder)
        .map((name) => `${lineOf(folder, name)}\r\n`)
        .join(''),
    )
  /** Sends the content over the data connection that the client has requested. */
  async function transfer(content: string | Buffer): Promise<void> {
    const connection = await connected
    send('150 Here it comes')
    connection.on('error', () => {}).end(content)
    await once(connection, 'close')
    data.close()
    send('226 Done')
  }
  send('220 Ready')
  for await (const line of createInterface({ input: socket })) {
    const [command = '', ...rest] = line.split(' ')
    await (handlers[command.toUpperCase()] ?? (() => send('502 Not implemented')))(rest.join(' '))
  }
}

/** A file as `ls -l` lists it. */
function lsLineOf(folder: string, name: string): string {
  const { size, mtime } = statSync(join(folder, name))
  const kind = statSync(join(folder, name)).isDirectory() ? 'd' : '-'
  const [, day, month, , time] = mtime.toUTCString().split(' ')
  return `${kind}rw-r--r-- 1 desk desk ${size} ${month} ${day} ${time!.slice(0, 5)} ${name}`
}
