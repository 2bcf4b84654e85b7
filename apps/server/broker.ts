import { ROOT } from '#features/kiosks/protocol.ts'
import { authenticateKiosk } from '#features/kiosks/server/connection/access.ts'
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
  /** For the claim to be the only node. */
  readonly databaseUrl: string
  readonly keys: Keys
  readonly log: Log
}

/**
 * Connects to the broker of MQTT_URL, or starts one in this process, which must then be the only node. Throws an error with
 * one sentence when that fails.
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
