import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { Aedes } from 'aedes'

const CONTROL = '$CONTROL/dynamic-security/v1'

/** A broker that accepts every client, and every command to the dynamic-security plugin without an effect. */
export async function stubMosquitto() {
  const aedes = await Aedes.createBroker()
  aedes.on('publish', ({ topic, payload }) => {
    if (topic !== CONTROL) return
    const { commands } = JSON.parse(payload.toString()) as { commands: { command: string; correlationData: string }[] }
    const responses = commands.map(({ command, correlationData }) => ({
      command,
      correlationData,
      ...(command === 'listClients' && { data: { clients: [] } }),
    }))
    const packet = { cmd: 'publish', qos: 0, dup: false, retain: false, topic: `${CONTROL}/response` } as const
    aedes.publish({ ...packet, payload: Buffer.from(JSON.stringify({ responses })) }, () => {})
  })
  const server = createServer((socket) => void aedes.handle(socket)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `mqtt://admin:password@127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed())
        aedes.close()
      }),
  }
}
