import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A TCP proxy to a local port or socket file that can drop or hold back replies and break connections. */
export async function tcpProxy(to: number | string) {
  const clients = new Map<Socket, Socket>()
  let isSilent = false
  let isHolding = false
  let holdsAt: ((request: Buffer) => boolean) | undefined
  const hold = (on: boolean) => {
    isHolding = on
    holdsAt = undefined
    for (const upstream of clients.values()) on ? upstream.pause() : upstream.resume()
  }
  const server = createServer((socket) => {
    const upstream = typeof to === 'string' ? connect(to) : connect(to, '127.0.0.1')
    clients.set(socket, upstream)
    socket.on('close', () => {
      clients.delete(socket)
      upstream.destroy()
    })
    upstream.on('close', () => socket.destroy())
    for (const end of [socket, upstream]) end.on('error', () => {})
    socket.on('data', (data) => {
      if (holdsAt?.(data)) hold(true)
      upstream.write(data)
    })
    upstream.on('data', (data) => {
      if (!isSilent) socket.write(data)
    })
    if (isHolding) upstream.pause()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    for (const socket of clients.keys()) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    /** Drops the replies of the port while on; requests still arrive. */
    silence: (on: boolean) => {
      isSilent = on
    },
    /** Holds back all replies while on, those on new connections too; requests still arrive. */
    hold,
    /** Holds back all replies from the first request on that matches. */
    holdAt: (matches: (request: Buffer) => boolean) => {
      holdsAt = matches
    },
    isHolding: () => isHolding,
    /** Breaks all connections; new ones are accepted. */
    cut,
    close: () => {
      server.close()
      cut()
    },
  }
}
