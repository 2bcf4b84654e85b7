import { ROOT } from '#features/kiosks/protocol.ts'
import { authenticateKiosk } from '#features/kiosks/server/access.ts'
import type { Log } from '#platform/server/config/log.ts'
import type { Settings } from '#platform/server/config/settings.ts'
import type { Broker } from '#platform/server/mqtt/broker.ts'
import { startEmbeddedBroker } from '#platform/server/mqtt/embedded.ts'
import { openMosquitto } from '#platform/server/mqtt/mosquitto.ts'
import type { Database } from '#platform/server/postgres/db.ts'
import { claimSingleNode } from '#platform/server/postgres/single-node.ts'
import type { Keys } from '#platform/server/security/keys.ts'

type Deps = {
  readonly settings: Settings
  readonly database: Database
  /** Address of the database, for the claim of the only node. */
  readonly databaseUrl: string
  readonly keys: Keys
  readonly log: Log
}

/**
 * The kiosks' broker: the one that MQTT_URL names, or one in this process, which then is the only node. Throws one
 * sentence when it cannot be had.
 */
export async function openBroker({ settings, database, databaseUrl, keys, log }: Deps): Promise<Broker> {
  if (settings.mqttUrl) return openMosquitto({ url: settings.mqttUrl, root: ROOT, log })
  const claim = await claimSingleNode(databaseUrl, log)
  try {
    const { host, mqttPort: port } = settings
    const broker = await startEmbeddedBroker({ root: ROOT, log, host, port, authenticate: authenticateKiosk(database, keys) })
    return {
      ...broker,
      close: async () => {
        await broker.close()
        await claim.release()
      },
    }
  } catch (error) {
    await claim.release()
    throw error
  }
}
