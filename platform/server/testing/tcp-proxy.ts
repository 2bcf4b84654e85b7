import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A TCP proxy to a local port that can drop replies and break connections. */
export async function tcpProxy(port: number) {
  const clients = new Set<Socket>()
  let isSilent = false
  const server = createServer((socket) => {
    const upstream = connect(port, '127.0.0.1')
    clients.add(socket)
    socket.on('close', () => {
      clients.delete(socket)
      upstream.destroy()
    })
    upstream.on('close', () => socket.destroy())
    for (const end of [socket, upstream]) end.on('error', () => {})
    socket.on('data', (data) => upstream.write(data))
    upstream.on('data', (data) => {
      if (!isSilent) socket.write(data)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    for (const socket of clients) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    /** Drops the replies of the port while on; requests still arrive. */
    silence: (on: boolean) => {
      isSilent = on
    },
    /** Breaks all connections; new ones are accepted. */
    cut,
    close: () => {
      server.close()
      cut()
    },
  }
}
