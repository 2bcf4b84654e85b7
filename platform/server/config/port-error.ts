type PortRequest = { readonly host: string; readonly port: number; readonly variable: 'PORT' | 'MQTT_PORT' }

/**
 * Throws the sentence for an address that cannot be listened on, which names the setting to change; any other error goes on
 * as it is. `variable` is the setting of the port.
 */
export const refusedPort =
  ({ host, port, variable }: PortRequest) =>
  (error: NodeJS.ErrnoException): never => {
    const { code } = error
    if (code === 'EADDRINUSE')
      throw new Error(`Port ${port} of ${host} is in use by another program: stop that, or give another ${variable}.`)
    if (code === 'EACCES') throw new Error(`Port ${port} may not be listened on by this account: give a ${variable} above 1023.`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') throw new Error(`HOST ${host} is no address of this machine.`)
    throw error
  }
