import { rmSync } from 'node:fs'
import net from 'node:net'
import { join } from 'node:path'
import { type ClusterLocation, NAME } from './location.ts'

/** Takes the lock of a cluster, which the kernel releases however this process ends. Throws an error that names the holder. */
export async function takeLock({ key, socketDir, base }: ClusterLocation, dataDir: string): Promise<net.Server> {
  const address = addressOf(key, socketDir)
  try {
    return await listen(address)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
  }
  const holder = await askHolder(address)
  // Only the file of macOS outlives its process; elsewhere the name is free again.
  if (holder === null) {
    if (process.platform === 'darwin') rmSync(address, { force: true })
    return listen(address)
  }
  throw new Error(`DATA_DIR ${dataDir} (database in ${base}) is in use by ${holder}: stop it, or give another DATA_DIR.`)
}

function addressOf(key: string, socketDir: string): string {
  if (process.platform === 'linux') return `\0${NAME}-${key}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\${NAME}-${key}`
  return join(socketDir, 'lock')
}

function listen(path: string): Promise<net.Server> {
  const { promise, resolve, reject } = Promise.withResolvers<net.Server>()
  const server = net.createServer((socket) => {
    socket.on('error', () => socket.destroy())
    socket.end(`process ${process.pid}`)
  })
  server.once('error', reject)
  server.listen({ path, exclusive: true }, () => resolve(server.unref()))
  return promise
}

/** The holder of the lock; null if it has been released. */
function askHolder(path: string): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<string | null>()
  let answer = ''
  const socket = net.connect(path)
  socket.setTimeout(1000, () => socket.destroy())
  socket.setEncoding('utf8').on('data', (part) => {
    answer += part
  })
  socket.on('error', (error) => {
    if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED') resolve(null)
  })
  socket.on('close', () => resolve(answer || 'another process'))
  return promise
}
