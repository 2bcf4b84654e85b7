import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Interval of the search for idle connections while the server closes, in ms. */
const IDLE_CHECK_MS = 50

/** The steps that end an HTTP server. */
export type GracefulClose = {
  /** From now on each reply closes its connection, so that a client or proxy sends its next request to another node. */
  closeAfterReplies(): void
  /** Stops new connections by `close`; running requests get `graceMs` to finish, idle connections are closed at once. */
  end(close: () => Promise<unknown>, graceMs: number): Promise<void>
}

/** Prepares the end of an HTTP server; call it before the server listens. */
export function createGracefulClose(server: Server): GracefulClose {
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
  return {
    closeAfterReplies: () => {
      server.prependListener('request', (_request, reply) => reply.setHeader('connection', 'close'))
    },
    end: async (close, graceMs) => {
      const closed = close()
      closeIdle()
      const idleCheck = setInterval(closeIdle, IDLE_CHECK_MS)
      const deadline = setTimeout(() => server.closeAllConnections(), graceMs)
      await closed.finally(() => {
        clearInterval(idleCheck)
        clearTimeout(deadline)
      })
    },
  }
}
