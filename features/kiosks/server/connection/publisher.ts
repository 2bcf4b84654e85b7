import { setTimeout as wait } from 'node:timers/promises'
import type { MqttClient } from 'mqtt'
import type { Database, Tenant } from '#platform/server/postgres/db.ts'
import { type Channel, type Command, topicOf } from '../../protocol.ts'
import { NotSent } from '../commands/wait.ts'
import { publishedConfig } from '../configs.ts'

/** Maximum wait for the broker's acknowledgement, in ms. A broker that is away gets the message later; the caller does not wait. */
const BROKER_TIMEOUT_MS = 5_000

/** Publishes to kiosks by the connection that `client` returns; nothing without one. */
export function createPublisher(database: Database, client: () => MqttClient | undefined) {
  /** Resolves when the broker has acknowledged the message, which may be after a reconnect. */
  const send = async (lockerBankId: string, channel: Channel, message: object | null, retain = false) => {
    const text = message ? JSON.stringify(message) : ''
    await client()?.publishAsync(topicOf(lockerBankId, channel), text, { qos: 1, retain })
  }
  /** As `send`; rejects when the broker does not acknowledge the message in time. */
  const publish = (...message: Parameters<typeof send>) => withTimeout(send(...message))

  async function publishLatestConfig(tenant: Tenant, lockerBankId: string): Promise<void> {
    for (let published = 0; ; ) {
      const config = await database.inTenant(tenant, (db) => publishedConfig(db, lockerBankId))
      if (!config || config.Version === published) return
      await send(lockerBankId, 'config', config, true)
      published = config.Version
    }
  }

  return {
    publish,
    // A command that waited for the broker to return could open a door that nobody waits for any more, or that was stopped meanwhile.
    publishCommand: async (lockerBankId: string, command: Command) => {
      if (!client()?.connected) throw new NotSent('the broker is away')
      await publish(lockerBankId, 'commands', command)
    },
    /**
     * Publishes the latest configuration of these banks as retained. Another node may publish an older or newer one at the same
     * time: each reads again after it has published, so the newest remains.
     */
    publishConfigs: (tenant: Tenant, banks: readonly string[]) =>
      withTimeout(Promise.all(banks.map((id) => publishLatestConfig(tenant, id)))),
  }
}

const withTimeout = <T>(work: Promise<T>): Promise<T> => Promise.race([work, brokerTimeout()])

async function brokerTimeout(): Promise<never> {
  await wait(BROKER_TIMEOUT_MS, undefined, { ref: false })
  throw new Error('the broker did not acknowledge a message in time')
}
