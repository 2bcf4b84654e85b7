import { readKeyFile } from '#apps/kiosk/connection/key-file.ts'
import type { Hardware } from '#apps/kiosk/doors/hardware.ts'
import { startKiosk } from '#apps/kiosk/kiosk.ts'
import { connectTo } from '#platform/server/mqtt/broker.ts'
import { MAX_INT } from '#platform/wire.ts'
import { ANSWERED, REQUEST_TOPIC } from './topics.ts'

/** A kiosk with a cabinet whose doors open immediately, and an MQTT client that answers bare requests immediately. */
const [keyFile = '', stateFolder = '', brokerUrl = '', name = '', password = ''] = process.argv.slice(2)

const cabinet: Hardware = {
  devices: async () => [],
  open: async () => 'opened',
  isOpen: () => false,
  onChange: () => {},
  onFound: () => {},
  close: async () => {},
}
const kiosk = await startKiosk({
  key: readKeyFile(keyFile),
  stateFolder,
  cabinet,
  log: () => {},
  remoteOpenings: { perMinute: MAX_INT, perHour: MAX_INT },
})

const replier = connectTo(brokerUrl, { clientId: name, username: name, password })
replier.on('message', (_topic, payload) => replier.publish(ANSWERED, payload, { qos: 1 }))
await replier.subscribeAsync(REQUEST_TOPIC, { qos: 1 })
while (!kiosk.isConnected()) await new Promise((resolve) => setTimeout(resolve, 20))
process.stdout.write('ready\n')
process.once('SIGTERM', async () => {
  await Promise.all([kiosk.stop(), replier.endAsync()])
})
