import { setTimeout as wait } from 'node:timers/promises'
import type { MqttClient } from 'mqtt'
import type { Live } from '#features/live/server/api.ts'
import type { Log } from '#platform/server/config/log.ts'
import { type Broker, disconnect } from '#platform/server/mqtt/broker.ts'
import type { Database } from '#platform/server/postgres/db.ts'
import type { Keys } from '#platform/server/security/keys.ts'
import { FROM_KIOSK, readTopic, topicOf } from '../../protocol.ts'
import type { KioskLink } from '../api.ts'
import { cancellation } from '../commands/store.ts'
import { createCommands } from '../commands/wait.ts'
import { saveConfig, saveThemeOfBanks } from '../configs.ts'
import { createEvents } from '../events/events.ts'
import { lockerEvents } from '../events/locker-events.ts'
import { credentialsOf } from './access.ts'
import { showOffline } from './presence.ts'
import { createPublisher } from './publisher.ts'
import { createQueues } from './queues.ts'
import { createReceiver } from './receiver.ts'
import { createUpkeep } from './upkeep.ts'

type Deps = {
  readonly database: Database
  readonly broker: Broker
  readonly keys: Keys
  readonly live: Live
  readonly log: Pick<Log, 'debug' | 'info' | 'warn' | 'error'>
  /** Wait for a kiosk's reply, in ms, instead of the one that follows from the bank's settings. */
  readonly replyTimeoutMs?: number
}

/** How long a stop waits for queued messages before it closes the connection. */
const QUEUES_MS = 2_000

/** The link of this node to every kiosk. Call `start` after the event handlers are added and `stop` before the broker closes. */
export function createKioskLink(deps: Deps) {
  const { database, broker, live, log, replyTimeoutMs } = deps
  let client: MqttClient | undefined
  let stopped = false
  const queues = createQueues(log, () => stopped)
  const publisher = createPublisher(database, () => client)
  const upkeep = createUpkeep(deps)
  const events = createEvents({ database, log })
  const commands = createCommands(database, publisher.publishCommand, replyTimeoutMs)
  lockerEvents(events, live)
  const receiver = createReceiver({ database, live, log, events, commands, publish: publisher.publish })
  const link: KioskLink = {
    ...linkOf(deps, { publisher, upkeep, receiver }),
    waitForReply: commands.waitForReply,
    onEvent: events.on,
    onRefused: events.onRefused,
  }

  return {
    ...link,
    start: async () => {
      client = broker.connect()
      client.on('message', (topic, payload, { retain }) => {
        const source = readTopic(topic)
        if (!source || stopped) return
        const { lockerBankId, channel } = source
        commands.hear(lockerBankId, payload)
        void queues.enqueue(lockerBankId, () => receiver.take(lockerBankId, channel, payload, retain))
      })
      client.on('connect', upkeep.reconcile)
      await client.subscribeAsync(
        FROM_KIOSK.map((channel) => topicOf('+', channel)),
        { qos: 1 },
      )
      await upkeep.sweep()
    },
    /** Stops taking messages and waits for those in the queues. */
    stop: async () => {
      stopped = true
      upkeep.stop()
      // Messages in the queues are acknowledged by this connection.
      if (client?.connected) await Promise.race([queues.empty(), wait(QUEUES_MS, undefined, { ref: false })])
      if (client) await disconnect(client)
      await queues.empty()
    },
  }
}

type Parts = {
  readonly publisher: ReturnType<typeof createPublisher>
  readonly upkeep: ReturnType<typeof createUpkeep>
  readonly receiver: ReturnType<typeof createReceiver>
}

/** What the link sends to the broker and to kiosks. */
function linkOf({ database, broker, live, log }: Deps, { publisher, upkeep, receiver }: Parts) {
  const { publish, publishConfigs } = publisher
  const { orReconcile } = upkeep
  return {
    grant: ({ lockerBankId, keyId, secret }) => orReconcile(broker.grant(credentialsOf(lockerBankId, keyId, secret))),
    revoke: async (lockerBankId) => {
      await orReconcile(broker.revoke(lockerBankId))
      const bank = await receiver.find(lockerBankId)
      // Not behind the events in work: a heartbeat among them does not show a bank without a key ONLINE.
      if (bank) await showOffline({ database, live }, bank)
      await orReconcile(Promise.all([publish(lockerBankId, 'config', null, true), publish(lockerBankId, 'status', null, true)]))
    },
    cancelCommands: (cancelled) => {
      for (const [lockerBankId, list] of Map.groupBy(cancelled, (one) => one.lockerBankId)) {
        const command = cancellation(
          list.map(({ id }) => id),
          new Date(),
        )
        publish(lockerBankId, 'commands', command).catch((error) =>
          log.warn({ err: error, lockerBank: lockerBankId }, 'cancellation of commands failed'),
        )
      }
    },
    publishConfig: async ({ db, tenant, now, afterCommit }, lockerBankId, content) => {
      const config = await saveConfig(db, tenant, lockerBankId, content, now)
      // A kiosk that misses this message requests its configuration when it connects.
      afterCommit(() => orReconcile(publishConfigs(tenant, [lockerBankId])))
      return config
    },
    publishTheme: async ({ db, tenant, now, afterCommit }, propertyId, theme) => {
      const banks = await saveThemeOfBanks(db, propertyId, theme, now)
      afterCommit(() => orReconcile(publishConfigs(tenant, banks)))
      return banks
    },
  } satisfies Partial<KioskLink>
}
