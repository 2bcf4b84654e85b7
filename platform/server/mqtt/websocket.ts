import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { createWebSocketStream, WebSocketServer } from 'ws'
import { MAX_MESSAGE } from './broker.ts'

const PATH = '/mqtt'
const PROTOCOL = 'mqtt'

/** Hands every WebSocket that asks for `/mqtt` to `accept`, as a stream of bytes. The function given back ends them all. */
export function acceptMqttWebSockets(server: Server, accept: (stream: Duplex, request: IncomingMessage) => void): () => void {
  const sockets = new WebSocketServer({
    noServer: true,
    // A frame may hold several packets.
    maxPayload: 2 * MAX_MESSAGE,
    handleProtocols: (offered) => (offered.has(PROTOCOL) ? PROTOCOL : false),
  })
  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // The HTTP server has let go of the socket: nobody else hears that the other end has broken it off.
    socket.on('error', () => {})
    if (!isAsked(request.url)) {
      // Somebody else may answer this one (the front end's development server does); nobody must leave it open.
      if (server.listenerCount('upgrade') === 1) socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n')
      return
    }
    sockets.handleUpgrade(request, socket, head, (opened) => {
      const stream = createWebSocketStream(opened)
      // The other end going away in the middle is daily life; the broker sees the stream close.
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

/** Compared as text: what a stranger sends need not be an address that can be parsed. */
const isAsked = (url = '') => url.split('?')[0]!.replace(/\/$/, '').toLowerCase() === PATH
