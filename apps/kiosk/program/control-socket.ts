import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdirSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Person } from '../terminal/door-steps.ts'

/**
 * A message to the client: any number of `print` and `ask`, then `done` or `failed`. The client sends one request, and a line for
 * each answer.
 */
type Message = { readonly print: string } | { readonly ask: string } | { readonly done: string } | { readonly failed: string }
type Answer = { readonly isInside: boolean }
export type Request = { readonly command: string; readonly options: Readonly<Record<string, string | boolean | undefined>> }
type Handler = (request: Request, person: Person) => Promise<string>

/** A Unix socket's path is limited to 107 bytes, on macOS to 103. */
const MAX_PATH = 100

/** The socket of the kiosk of this folder: inside the folder, which only its account can read, if the path is short enough. */
function socketPath(folder: string): string {
  const name = `parcelhall-kiosk-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`
  const inFolder = join(folder, 'control.sock')
  return Buffer.byteLength(inFolder) <= MAX_PATH ? inFolder : join(tmpdir(), `${name}.sock`)
}

/**
 * Listens for requests of the same account. Throws an error if a kiosk of this folder is already running: the socket also
 * prevents two processes from writing to one journal.
 */
export async function listenForRequests(folder: string, handle: Handler): Promise<{ close(): Promise<void> }> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = socketPath(folder)
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    void respond(socket, handle)
  })
  const listen = () =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(path, () => {
        server.off('error', reject)
        resolve()
      })
    })
  await listen().catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error
    if (await canConnect(path)) throw new Error(`A kiosk is already running in ${folder}.`)
    // A killed process leaves its socket behind.
    rmSync(path, { force: true })
    await listen()
  })
  if (process.platform !== 'win32') chmodSync(path, 0o600)
  return {
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}

async function respond(socket: Socket, handle: Handler): Promise<void> {
  const send = (message: Message) => socket.writable && socket.write(`${JSON.stringify(message)}\n`)
  const lines = createInterface({ input: socket })
  const nextLine = (signal?: AbortSignal) => once(lines, 'line', { signal }) as Promise<[string]>
  try {
    const [request] = await nextLine()
    const person: Person = {
      print: (text) => send({ print: text }),
      isInside: async (question, signal) => {
        send({ ask: question })
        const [answer] = await nextLine(signal)
        return (JSON.parse(answer) as Partial<Answer>).isInside !== false
      },
    }
    send({ done: await handle(JSON.parse(request) as Request, person) })
  } catch (error) {
    send({ failed: (error as Error).message })
  }
  socket.end()
}

const canConnect = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(path, () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })

/** Whether a kiosk is running in this folder. */
export const isRunning = (folder: string): Promise<boolean> => canConnect(socketPath(folder))

/** Sends a request to the kiosk running in a folder and returns its result. Throws an error with its message if it refuses. */
export async function sendRequest(folder: string, request: Request, person: Person): Promise<string> {
  const socket = connect(socketPath(folder))
  const send = (message: Request | Answer) => socket.writable && socket.write(`${JSON.stringify(message)}\n`)
  const ended = new AbortController()
  socket.once('close', () => ended.abort())
  send(request)
  for await (const line of createInterface({ input: socket })) {
    const message = JSON.parse(line) as Message
    if ('print' in message) person.print(message.print)
    else if ('ask' in message)
      person.isInside(message.ask, ended.signal).then(
        (isInside) => send({ isInside }),
        () => {},
      )
    else if ('done' in message) return message.done
    else throw new Error(message.failed)
  }
  throw new Error('The kiosk stopped before it answered.')
}
