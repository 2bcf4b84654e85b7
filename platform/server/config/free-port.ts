import net from 'node:net'

/** A TCP port that nobody listens on at this moment. */
export function freePort(host = '127.0.0.1'): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const probe = net.createServer().once('error', reject)
  probe.listen(0, host, () => {
    const { port } = probe.address() as net.AddressInfo
    probe.close(() => resolve(port))
  })
  return promise
}
