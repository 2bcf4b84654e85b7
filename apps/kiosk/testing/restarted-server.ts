import pino from 'pino'
import { createApp } from '#apps/server/app.ts'
import type { TestServer } from '#apps/server/testing/server.ts'
import { ROOT } from '#features/kiosks/protocol.ts'
import { authenticateKiosk } from '#features/kiosks/server/connection/access.ts'
import { createMailer } from '#platform/server/mail/mail.ts'
import type { Broker } from '#platform/server/mqtt/broker.ts'
import { startEmbeddedBroker } from '#platform/server/mqtt/embedded.ts'
import { openMosquitto } from '#platform/server/mqtt/mosquitto.ts'

const log = pino({ level: 'silent' })

/** A new embedded broker, without retained messages. */
export const embeddedBroker = ({ database, keys }: TestServer): Promise<Broker> =>
  startEmbeddedBroker({ root: ROOT, log, host: '127.0.0.1', port: 0, authenticate: authenticateKiosk(database, keys) })
/** A connection to Mosquitto with an administrator's URL. */
export const mosquitto = (url: string): Promise<Broker> => openMosquitto({ url, root: ROOT, log })

/** Starts another server on a test server's database and keys, with its own broker. Port 0 chooses a free port. */
export async function restartedServer({ database, keys }: TestServer, broker: Broker, port: number) {
  const { app, kioskLink } = await createApp({
    database,
    broker,
    keys,
    mailer: createMailer(async () => {}),
    sendJob: async () => {},
    publicUrl: 'http://127.0.0.1',
    logger: false,
    trustProxy: false,
    smsApiUrl: 'http://127.0.0.1:9',
  })
  const address = await app.listen({ host: '127.0.0.1', port })
  return {
    address,
    kioskLink,
    stop: async () => {
      await app.close()
      await broker.close()
    },
  }
}
