import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** A line of the control socket: one request in, then any number of `say`, then `done` or `failed`. */
type Line = { readonly say: string } | { readonly done: string } | { readonly failed: string }
export type Request = { readonly command: string; readonly options: Readonly<Record<string, string | boolean | undefined>> }
export type Answer = (request: Request, say: (line: string) => void) => Promise<string>

/** A Unix socket's path ends at 107 bytes, on macOS at 103. */
const LONGEST_PATH = 100

/** Where a kiosk of this folder listens for its own commands: in the folder, which is its account's alone, if that is short enough. */
function controlPath(folder: string): string {
  const name = `parcelhall-kiosk-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`
  const inFolder = join(folder, 'control.sock')
  return Buffer.byteLength(inFolder) <= LONGEST_PATH ? inFolder : join(tmpdir(), `${name}.sock`)
}

/**
 * Listens for commands of the same account. Throws one sentence when a kiosk of this folder runs already: the socket is
 * also what keeps two from sharing a journal.
 */
export async function listenForControl(folder: string, answer: Answer): Promise<{ close(): Promise<void> }> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = controlPath(folder)
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    createInterface({ input: socket }).once('line', (line) => void serve(socket, line, answer))
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
    if (await isAnswered(path)) throw new Error(`A kiosk runs in ${folder} already.`)
    // Left by one that was killed.
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

async function serve(socket: Socket, line: string, answer: Answer): Promise<void> {
  const write = (message: Line) => socket.writable && socket.write(`${JSON.stringify(message)}\n`)
  try {
    write({ done: await answer(JSON.parse(line) as Request, (text) => write({ say: text })) })
  } catch (error) {
    write({ failed: (error as Error).message })
  }
  socket.end()
}

const isAnswered = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(path, () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })

/** Whether a kiosk runs in this folder. */
export const runsIn = (folder: string): Promise<boolean> => isAnswered(controlPath(folder))

/** Asks the kiosk that runs in a folder. Throws its refusal. */
export async function askRunning(folder: string, request: Request, say: (line: string) => void): Promise<string> {
  const socket = connect(controlPath(folder))
  socket.write(`${JSON.stringify(request)}\n`)
  for await (const text of createInterface({ input: socket })) {
    const line = JSON.parse(text) as Line
    if ('say' in line) say(line.say)
    else if ('done' in line) return line.done
    else throw new Error(line.failed)
  }
  throw new Error('The kiosk stopped before it had answered.')
}
