import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Interval of the search for idle connections while the server closes, in ms. */
const IDLE_CHECK_MS = 50

/**
 * Returns a function that closes an HTTP server; call it before the server listens. `close` stops new connections; running
 * requests get `graceMs` to finish, idle connections are closed at once.
 */
export function createGracefulClose(server: Server): (close: () => Promise<unknown>, graceMs: number) => Promise<void> {
  const connections = new Set<Socket>()
  server.on('connection', (socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  const closeIdle = () => {
    server.closeIdleConnections()
    // Node does not count a connection without its first request as idle.
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy()
  }
  return async (close, graceMs) => {
    const closed = close()
    closeIdle()
    const idleCheck = setInterval(closeIdle, IDLE_CHECK_MS)
    const deadline = setTimeout(() => server.closeAllConnections(), graceMs)
    await closed.finally(() => {
      clearInterval(idleCheck)
      clearTimeout(deadline)
    })
  }
}
