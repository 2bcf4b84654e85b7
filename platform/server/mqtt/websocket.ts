import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { createWebSocketStream, WebSocketServer } from 'ws'
import { MAX_MESSAGE } from './broker.ts'

const PATH = '/mqtt'
const PROTOCOL = 'mqtt'

/** Passes every WebSocket at `/mqtt` to `accept` as a byte stream. Returns a function that closes them all. */
export function acceptMqttWebSockets(server: Server, accept: (stream: Duplex, request: IncomingMessage) => void): () => void {
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
  return () => {
    server.off('upgrade', upgrade)
    for (const socket of sockets.clients) socket.terminate()
  }
}

/** Compared as text: the path of an upgrade request may be an invalid URL. */
const isMqttPath = (url = '') => url.split('?')[0]!.replace(/\/$/, '').toLowerCase() === PATH
