import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import net from 'node:net'

/** Below the ports that operating systems give to outgoing connections, which could take a free one before it is used. */
const [LOWEST, HIGHEST] = [10_000, 32_000]
const ATTEMPTS = 50

/** A TCP port that is free at this moment. Throws the error of the last attempt to listen. */
export async function freePort(host = '127.0.0.1', attempts = ATTEMPTS): Promise<number> {
  const port = randomInt(LOWEST, HIGHEST)
  const probe = net.createServer().listen(port, host)
  try {
    await once(probe, 'listening')
  } catch (error) {
    if (attempts > 1 && (error as NodeJS.ErrnoException).code === 'EADDRINUSE') return freePort(host, attempts - 1)
    throw error
  }
  probe.close()
  await once(probe, 'close')
  return port
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
