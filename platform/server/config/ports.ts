import net from 'node:net'

/** A TCP port that is free at this moment. */
export function freePort(host = '127.0.0.1'): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const probe = net.createServer().once('error', reject)
  probe.listen(0, host, () => {
    const { port } = probe.address() as net.AddressInfo
    probe.close(() => resolve(port))
  })
  return promise
}

type ListenRequest = { readonly host: string; readonly port: number; readonly variable: 'PORT' | 'MQTT_PORT' }

/**
 * Rethrows the error of a failed listen with a message that names the setting to change; other errors unchanged.
 * `variable` is the setting of the port.
 */
export const rethrowListenError =
  ({ host, port, variable }: ListenRequest) =>
  (error: NodeJS.ErrnoException): never => {
    const { code } = error
    if (code === 'EADDRINUSE') throw new Error(`Port ${port} is already in use. Set ${variable} to another port.`)
    if (code === 'EACCES') throw new Error(`No permission to listen on port ${port}. Set ${variable} to a port above 1023.`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') throw new Error(`HOST ${host} is not an address of this machine.`)
    throw error
  }
