import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import type { MqttClient } from 'mqtt'
import type { z } from 'zod'
import type { Live } from '#features/live/server/api.ts'
import type { Log } from '#platform/server/config/log.ts'
import { type Broker, disconnect } from '#platform/server/mqtt/broker.ts'
import { type Database, type Tenant, wholeOrganisation } from '#platform/server/postgres/db.ts'
import { allOrganisations } from '#platform/server/postgres/untenanted.ts'
import type { Keys } from '#platform/server/security/keys.ts'
import { type Channel, type Command, EventBatch, FROM_KIOSK, Reply, readTopic, Status, topicOf } from '../../protocol.ts'
import type { KioskLink } from '../api.ts'
import { cancellation, expireAbandoned } from '../commands/store.ts'
import { createCommands, NotSent } from '../commands/wait.ts'
import { publishedConfig, saveConfig, saveThemeOfBanks } from '../configs.ts'
import { createEvents } from '../events/events.ts'
import { lockerEvents } from '../events/locker-events.ts'
import { credentialsOf, everyKiosk } from './access.ts'
import { type Bank, bankOf } from './bank.ts'
import { applyStatus, showOffline, sweepSilentBanks } from './presence.ts'

type Deps = {
  readonly database: Database
  readonly broker: Broker
  readonly keys: Keys
  readonly live: Live
  readonly log: Pick<Log, 'debug' | 'info' | 'warn' | 'error'>
  /** Wait for a kiosk's reply, in ms, instead of the one that follows from the bank's settings. */
  readonly replyTimeoutMs?: number
}

const SWEEP_MS = 15_000
/** Interval of comparing an external broker with the database, in ms; also done when it reconnects. */
const RECONCILE_MS = 10 * 60_000
const RECONCILE_RETRY_MS = 30_000
/** Maximum wait for the broker's acknowledgement, in ms. A broker that is away gets the message later; the caller does not wait. */
const BROKER_TIMEOUT_MS = 5_000
/** Queued messages of one bank; further ones are dropped, since a kiosk repeats what was not acknowledged. */
const MAX_QUEUED = 200
/** How long a stop waits for queued messages before it closes the connection. */
const QUEUES_MS = 2_000

/** The link of this node to every kiosk. Call `start` after the event handlers are added and `stop` before the broker closes. */
export function createKioskLink({ database, broker, keys, live, log, replyTimeoutMs }: Deps) {
  const queues = new Map<string, { last: Promise<void>; waiting: number }>()
  /** Banks by id, as read at their last status message. */
  const cachedBanks = new Map<string, Bank>()
  let client: MqttClient | undefined
  let reconciling: NodeJS.Timeout | undefined
  let sweeping: NodeJS.Timeout | undefined
  let stopped = false

  /** Resolves when the broker has acknowledged the message, which may be after a reconnect. */
  const send = async (lockerBankId: string, channel: Channel, message: object | null, retain = false) => {
    const text = message ? JSON.stringify(message) : ''
    await client?.publishAsync(topicOf(lockerBankId, channel), text, { qos: 1, retain })
  }
  const withTimeout = (work: Promise<void>) => Promise.race([work, brokerTimeout()])
  const publish = (...message: Parameters<typeof send>) => withTimeout(send(...message))

  /**
   * Publishes the latest configuration as retained. Another node may publish an older or newer one at the same time: each reads
   * again after it has published, so the newest remains.
   */
  async function publishLatestConfig(tenant: Tenant, lockerBankId: string): Promise<void> {
    for (let published = 0; ; ) {
      const config = await database.inTenant(tenant, (db) => publishedConfig(db, lockerBankId))
      if (!config || config.Version === published) return
      await send(lockerBankId, 'config', config, true)
      published = config.Version
    }
  }
  const publishEach = async (tenant: Tenant, banks: readonly string[]): Promise<void> => {
    await Promise.all(banks.map((id) => publishLatestConfig(tenant, id)))
  }
  const events = createEvents({ database, log })
  // A command that waited for the broker to return could open a door that nobody waits for any more, or that was stopped meanwhile.
  const publishCommand = async (lockerBankId: string, command: Command) => {
    if (!client?.connected) throw new NotSent('the broker is away')
    await publish(lockerBankId, 'commands', command)
  }
  const commands = createCommands(database, publishCommand, replyTimeoutMs)
  lockerEvents(events, live)

  /** Queues work of a bank, so that a reply is taken after the events that its kiosk sent before it. */
  function enqueue(lockerBankId: string, work: () => Promise<void>): Promise<void> {
    const queue = queues.get(lockerBankId) ?? { last: Promise.resolve(), waiting: 0 }
    if (queue.waiting >= MAX_QUEUED) return queue.last
    queues.set(lockerBankId, queue)
    queue.waiting += 1
    queue.last = queue.last
      .then(work)
      .catch((error) => {
        const context = { err: error, lockerBank: lockerBankId }
        // Its kiosk sends it again, because it was not acknowledged.
        if (stopped) log.debug(context, 'kiosk message interrupted by shutdown, will be sent again')
        else log.error(context, 'kiosk message failed')
      })
      .finally(() => {
        queue.waiting -= 1
        if (queue.waiting === 0) queues.delete(lockerBankId)
      })
    return queue.last
  }

  async function emptyQueues(): Promise<void> {
    while (queues.size > 0) await Promise.all([...queues.values()].map(({ last }) => last))
  }

  async function find(lockerBankId: string): Promise<Bank | null> {
    const bank = await bankOf(database, lockerBankId)
    if (bank) cachedBanks.set(lockerBankId, bank)
    else cachedBanks.delete(lockerBankId)
    return bank
  }

  async function take(lockerBankId: string, channel: Channel, payload: Buffer, isRetained: boolean): Promise<void> {
    // A person waits for a door's reply, so the bank is read at status messages only. A bank with a command or an event never
    // moves; for one that moved before its first event, the insert fails by its foreign key and the retry reads the bank again.
    const bank = (channel !== 'status' && cachedBanks.get(lockerBankId)) || (await find(lockerBankId))
    if (!bank || payload.length === 0) return
    const now = new Date()
    if (channel === 'status') {
      const status = parse(Status, payload)
      // A retained ONLINE may be old; the next heartbeat shows the state.
      if (status && !(isRetained && status.Status === 'ONLINE')) {
        await applyStatus({ database, live }, bank, status, now)
        if (status.Status === 'ONLINE') await commands.sendAgain(lockerBankId)
      }
    } else if (channel === 'replies') {
      const reply = parse(Reply, payload)
      if (!reply) return
      await commands.takeReply(bank, reply, now)
    } else {
      const batch = parse(EventBatch, payload)
      if (!batch) return
      const { ack, replies } = await events.takeBatch(bank, batch)
      for (const reply of replies) commands.resolveReply(lockerBankId, reply)
      // The waiting request continues before the kiosk gets its acknowledgement.
      if (replies.length > 0) await nextTurn()
      if (ack.Failed) cachedBanks.delete(lockerBankId)
      await publish(lockerBankId, 'acks', ack)
    }
  }

  function parse<S extends z.ZodType>(schema: S, payload: Buffer): z.output<S> | null {
    try {
      return schema.parse(JSON.parse(payload.toString()))
    } catch (error) {
      log.warn({ err: error }, 'kiosk message not understood')
      return null
    }
  }

  async function reconcile() {
    clearTimeout(reconciling)
    let next = RECONCILE_MS
    try {
      await broker.reconcile(() => everyKiosk(database, keys))
    } catch (error) {
      log.error({ err: error }, 'broker reconciliation failed, will be retried')
      next = RECONCILE_RETRY_MS
    }
    reconcileIn(next)
  }
  function reconcileIn(ms: number) {
    clearTimeout(reconciling)
    if (!stopped) reconciling = setTimeout(reconcile, ms).unref()
  }
  const orReconcile = (work: Promise<unknown>) =>
    work.catch((error) => {
      log.error({ err: error }, 'broker update failed, will be reconciled')
      reconcileIn(RECONCILE_RETRY_MS)
    })

  async function sweep() {
    const now = new Date()
    try {
      await sweepSilentBanks({ database, live }, now)
      for (const { id } of await allOrganisations(database))
        await database.inTenant(wholeOrganisation(id), (db) => expireAbandoned(db, now))
    } catch (error) {
      log.warn({ err: error }, 'sweep for silent kiosks failed, will be retried')
    }
    if (!stopped) sweeping = setTimeout(sweep, SWEEP_MS).unref()
  }

  const link: KioskLink = {
    grant: async ({ lockerBankId, keyId, secret }) => {
      await orReconcile(broker.grant(credentialsOf(lockerBankId, keyId, secret)))
    },
    revoke: async (lockerBankId) => {
      await orReconcile(broker.revoke(lockerBankId))
      const bank = await find(lockerBankId)
      // Not behind the events in work: a heartbeat among them does not show a bank without a key ONLINE.
      if (bank) await showOffline({ database, live }, bank)
      await orReconcile(Promise.all([publish(lockerBankId, 'config', null, true), publish(lockerBankId, 'status', null, true)]))
    },
    waitForReply: commands.waitForReply,
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
      afterCommit(() => orReconcile(withTimeout(publishLatestConfig(tenant, lockerBankId))))
      return config
    },
    publishTheme: async ({ db, tenant, now, afterCommit }, propertyId, theme) => {
      const banks = await saveThemeOfBanks(db, propertyId, theme, now)
      afterCommit(() => orReconcile(withTimeout(publishEach(tenant, banks))))
      return banks
    },
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
        commands.hear(source.lockerBankId, payload)
        void enqueue(source.lockerBankId, () => take(source.lockerBankId, source.channel, payload, retain))
      })
      client.on('connect', reconcile)
      await client.subscribeAsync(
        FROM_KIOSK.map((channel) => topicOf('+', channel)),
        { qos: 1 },
      )
      await sweep()
    },
    /** Stops taking messages and waits for those in the queues. */
    stop: async () => {
      stopped = true
      clearTimeout(sweeping)
      clearTimeout(reconciling)
      // Messages in the queues are acknowledged by this connection.
      if (client?.connected) await Promise.race([emptyQueues(), wait(QUEUES_MS, undefined, { ref: false })])
      if (client) await disconnect(client)
      await emptyQueues()
    },
  }
}

async function brokerTimeout(): Promise<never> {
  await wait(BROKER_TIMEOUT_MS, undefined, { ref: false })
  throw new Error('the broker did not acknowledge a message in time')
}
