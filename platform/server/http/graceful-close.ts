import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** How often connections without a request are looked for while a server ends, in ms. */
const IDLE_MS = 50

/**
 * Gives how to end an HTTP server; to be asked before it listens. `close` has it take no more connections and finish the
 * requests under way, which have `graceMs` for that. A connection without a request is closed at once: its client keeps it
 * open for nothing.
 */
export function createGracefulClose(server: Server): (close: () => Promise<unknown>, graceMs: number) => Promise<void> {
  const connections = new Set<Socket>()
  server.on('connection', (socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  const closeIdle = () => {
    server.closeIdleConnections()
    // One that never said anything is not idle to Node: its first request might be on the way.
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy()
  }
  return async (close, graceMs) => {
    const closed = close()
    closeIdle()
    const idle = setInterval(closeIdle, IDLE_MS)
    const cut = setTimeout(() => server.closeAllConnections(), graceMs)
    await closed.finally(() => {
      clearInterval(idle)
      clearTimeout(cut)
    })
  }
}
