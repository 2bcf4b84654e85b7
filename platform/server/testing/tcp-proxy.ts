import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type TcpProxy = Awaited<ReturnType<typeof tcpProxy>>

/** A TCP way to a port of this machine that can fall silent and break. */
export async function tcpProxy(port: number) {
  const near = new Set<Socket>()
  let isSilent = false
  const server = createServer((socket) => {
    const far = connect(port, '127.0.0.1')
    near.add(socket)
    socket.on('close', () => {
      near.delete(socket)
      far.destroy()
    })
    far.on('close', () => socket.destroy())
    for (const end of [socket, far]) end.on('error', () => {})
    socket.on('data', (data) => far.write(data))
    far.on('data', (data) => {
      if (!isSilent) socket.write(data)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    for (const socket of near) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    /** What the port says from now on is lost, until it is to be heard again; what is said to it arrives. */
    silence: (on: boolean) => {
      isSilent = on
    },
    /** Breaks every connection; new ones are let through. */
    cut,
    close: () => {
      server.close()
      cut()
    },
  }
}
