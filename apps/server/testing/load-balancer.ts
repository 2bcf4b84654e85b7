import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { pipeline } from 'node:stream'

/** Interval of the health checks, in ms. */
const CHECK_MS = 50

/** An HTTP load balancer like those of production: health checks, connections that are reused, no repeated requests. */
export async function loadBalancer(ports: readonly number[]) {
  const agent = new Agent({ keepAlive: true })
  const healthy = new Set<number>()
  let turn = 0
  const next = () => [...healthy][turn++ % healthy.size]
  const check = async (port: number) => {
    const isReady = await fetch(`http://127.0.0.1:${port}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
    isReady ? healthy.add(port) : healthy.delete(port)
  }
  const checking = setInterval(() => void Promise.all(ports.map(check)), CHECK_MS)

  const server = createServer((incoming, outgoing) => {
    const port = next()
    const refuse = () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end())
    if (!port) return refuse()
    const { method, url, headers } = incoming
    const onward = request({ port, host: '127.0.0.1', agent, method, path: url, headers }, (reply: IncomingMessage) => {
      const { connection: _, ...kept } = reply.headers
      outgoing.writeHead(reply.statusCode!, kept)
      pipeline(reply, outgoing, () => {})
    })
    onward.on('error', refuse)
    incoming.pipe(onward)
  })
  // WebSockets pass as they are.
  server.on('upgrade', ({ method, url, rawHeaders }: IncomingMessage, socket, head) => {
    const onward = connect(next() ?? 0, '127.0.0.1')
    const lines = rawHeaders.map((text, i) => (i % 2 ? `${text}\r\n` : `${text}: `)).join('')
    onward.write(`${method} ${url} HTTP/1.1\r\n${lines}\r\n`)
    onward.write(head)
    pipeline(socket, onward, socket, () => {})
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isHealthy: (port: number) => healthy.has(port),
    close: () => {
      clearInterval(checking)
      agent.destroy()
      server.close()
      server.closeAllConnections()
    },
  }
}
