import { once } from 'node:events'
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { createWebSocketStream, WebSocketServer } from 'ws'
import { succeedsWithin } from '#platform/concurrency.ts'
import { MAX_MESSAGE } from './broker.ts'

const PATH = '/mqtt'
const PROTOCOL = 'mqtt'

/** Status code of WebSocket for an end that its client did not cause: it connects again. */
const GOING_AWAY = 1001
/** Time for clients to confirm the end of a connection, in ms. */
const CLOSE_MS = 1_000

/** Passes every WebSocket at `/mqtt` to `accept` as a byte stream. Returns a function that closes them all and waits for that. */
export function acceptMqttWebSockets(
  server: Server,
  accept: (stream: Duplex, request: IncomingMessage) => void,
): () => Promise<void> {
  const sockets = new WebSocketServer({
    noServer: true,
    // A frame may contain several packets.
    maxPayload: 2 * MAX_MESSAGE,
    handleProtocols: (offered) => (offered.has(PROTOCOL) ? PROTOCOL : false),
  })
  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // The HTTP server no longer handles errors of this socket.
    socket.on('error', () => {})
    if (!isMqttPath(request.url)) {
      // Another listener may handle it (Vite's development server does); otherwise it must not stay open.
      if (server.listenerCount('upgrade') === 1) socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n')
      return
    }
    sockets.handleUpgrade(request, socket, head, (opened) => {
      const stream = createWebSocketStream(opened)
      // Clients may disconnect at any time; the broker notices the closed stream.
      stream.on('error', () => {})
      accept(stream, request)
    })
  }
  server.on('upgrade', upgrade)
  return async () => {
    server.off('upgrade', upgrade)
    const closed = [...sockets.clients].map((socket) => once(socket, 'close'))
    for (const socket of sockets.clients) socket.close(GOING_AWAY)
    await succeedsWithin(CLOSE_MS, Promise.all(closed))
    for (const socket of sockets.clients) socket.terminate()
  }
}

/** Compared as text: the path of an upgrade request may be an invalid URL. */
const isMqttPath = (url = '') => url.split('?')[0]!.replace(/\/$/, '').toLowerCase() === PATH
