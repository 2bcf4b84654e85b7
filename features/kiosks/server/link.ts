import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import type { MqttClient } from 'mqtt'
import type { z } from 'zod'
import type { Live } from '#features/live/server/api.ts'
import type { Log } from '#platform/server/config/log.ts'
import { type Broker, disconnect } from '#platform/server/mqtt/broker.ts'
import { type Database, type Tenant, wholeOrganisation } from '#platform/server/postgres/db.ts'
import { allOrganisations } from '#platform/server/postgres/untenanted.ts'
import type { Keys } from '#platform/server/security/keys.ts'
import { type Channel, EventBatch, FROM_KIOSK, Reply, readTopic, Status, topicOf } from '../protocol.ts'
import { credentialsOf, everyKiosk } from './access.ts'
import type { KioskLink } from './api.ts'
import { type Bank, bankOf } from './bank.ts'
import { createCommands, expireAbandoned } from './commands.ts'
import { publishedConfig, saveConfig } from './configs.ts'
import { createEvents } from './events.ts'
import { lockerEvents } from './locker-events.ts'
import { applyStatus, showOffline, sweepSilentBanks } from './presence.ts'

type Deps = {
  readonly database: Database
  readonly broker: Broker
  readonly keys: Keys
  readonly live: Live
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>
  /** How long a request waits for a kiosk's word, in ms, whatever the bank's settings say. */
  readonly patienceMs?: number
}

const SWEEP_MS = 15_000
/** An external broker is compared with the database this often, in ms, and when it was away. */
const RECONCILE_MS = 10 * 60_000
const RECONCILE_AGAIN_MS = 30_000
/** How long a broker that is there may take for a message, in ms. One that is away takes it when it is back: nobody waits so long. */
const BROKER_PATIENCE_MS = 5_000
/** Messages of one bank that wait for their turn; what is beyond is dropped, since a kiosk says again what was not answered. */
const MAX_WAITING = 200

/** The link of this node to every kiosk. `start` once the handlers of events are added; `stop` before the broker closes. */
export function createKioskLink({ database, broker, keys, live, log, patienceMs }: Deps) {
  const turns = new Map<string, { last: Promise<void>; waiting: number }>()
  /** Banks as their last message found them. */
  const known = new Map<string, Bank>()
  let client: MqttClient | undefined
  let reconciling: NodeJS.Timeout | undefined
  let sweeping: NodeJS.Timeout | undefined
  let stopped = false

  /** Done once the broker has the message, which it may be given after it was away. */
  const send = async (lockerBankId: string, channel: Channel, message: object | null, retain = false) => {
    const text = message ? JSON.stringify(message) : ''
    await client?.publishAsync(topicOf(lockerBankId, channel), text, { qos: 1, retain })
  }
  const inTime = (work: Promise<void>) => Promise.race([work, silence()])
  const publish = (...message: Parameters<typeof send>) => inTime(send(...message))

  /**
   * Has the broker keep the configuration that was published last. Another node may have told it an older or a newer one
   * meanwhile: whoever told one looks again afterwards, so what stays is the newest.
   */
  async function keepConfig(tenant: Tenant, lockerBankId: string): Promise<void> {
    for (let told = 0; ; ) {
      const config = await database.inTenant(tenant, (db) => publishedConfig(db, lockerBankId))
      if (!config || config.Version === told) return
      await send(lockerBankId, 'config', config, true)
      told = config.Version
    }
  }
  const events = createEvents({ database, log })
  const commands = createCommands(database, (lockerBankId, command) => publish(lockerBankId, 'commands', command), patienceMs)
  lockerEvents(events, live)

  /** One message after the other for each lane, which a bank has: a reply is taken after the events that its kiosk told before it. */
  function inTurn(lane: string, work: () => Promise<void>): Promise<void> {
    const turn = turns.get(lane) ?? { last: Promise.resolve(), waiting: 0 }
    if (turn.waiting >= MAX_WAITING) return turn.last
    turns.set(lane, turn)
    turn.waiting += 1
    turn.last = turn.last
      .then(work)
      .catch((error) => log.error({ err: error, lane }, 'a message of a kiosk failed'))
      .finally(() => {
        turn.waiting -= 1
        if (turn.waiting === 0) turns.delete(lane)
      })
    return turn.last
  }

  async function find(lockerBankId: string): Promise<Bank | null> {
    const bank = await bankOf(database, lockerBankId)
    if (bank) known.set(lockerBankId, bank)
    else known.delete(lockerBankId)
    return bank
  }

  async function take(lockerBankId: string, channel: Channel, payload: Buffer, isRetained: boolean): Promise<void> {
    // People wait for a door's word, so its bank is looked for when it connects and not again. One that had a command or an
    // event never moves; one that moved before its first event is refused by the event's own key, and found anew at its next try.
    const bank = (channel !== 'status' && known.get(lockerBankId)) || (await find(lockerBankId))
    if (!bank || payload.length === 0) return
    const now = new Date()
    if (channel === 'status') {
      const status = understood(Status, payload)
      // A retained ONLINE was said nobody knows when; the next heartbeat tells.
      if (status && !(isRetained && status.Status === 'ONLINE')) await applyStatus({ database, live }, bank, status, now)
    } else if (channel === 'replies') {
      const reply = understood(Reply, payload)
      if (!reply) return
      await commands.takeReply(bank, reply, now)
    } else {
      const batch = understood(EventBatch, payload)
      if (!batch) return
      const { ack, replies } = await events.takeBatch(bank, batch)
      for (const reply of replies) commands.resolveReply(lockerBankId, reply)
      // Whoever waits for the door is answered before the kiosk.
      if (replies.length > 0) await nextTurn()
      if (ack.Failed) known.delete(lockerBankId)
      await publish(lockerBankId, 'acks', ack)
    }
  }

  function understood<S extends z.ZodType>(schema: S, payload: Buffer): z.output<S> | null {
    try {
      return schema.parse(JSON.parse(payload.toString()))
    } catch (error) {
      log.warn({ err: error }, 'a message of a kiosk was not understood')
      return null
    }
  }

  async function reconcile() {
    clearTimeout(reconciling)
    let next = RECONCILE_MS
    try {
      await broker.reconcile(() => everyKiosk(database, keys))
    } catch (error) {
      log.error({ err: error }, 'the broker could not be brought to the kiosks that there are')
      next = RECONCILE_AGAIN_MS
    }
    reconcileIn(next)
  }
  function reconcileIn(ms: number) {
    clearTimeout(reconciling)
    if (!stopped) reconciling = setTimeout(reconcile, ms).unref()
  }
  const mended = (work: Promise<unknown>) =>
    work.catch((error) => {
      log.error({ err: error }, 'the broker could not be told; it will be again')
      reconcileIn(RECONCILE_AGAIN_MS)
    })

  async function sweep() {
    const now = new Date()
    try {
      await sweepSilentBanks({ database, live }, now)
      for (const { id } of await allOrganisations(database))
        await database.inTenant(wholeOrganisation(id), (db) => expireAbandoned(db, now))
    } catch (error) {
      log.warn({ err: error }, 'silent kiosks are looked for again')
    }
    if (!stopped) sweeping = setTimeout(sweep, SWEEP_MS).unref()
  }

  const link: KioskLink = {
    grant: async ({ lockerBankId, keyId, secret }) => {
      await mended(broker.grant(credentialsOf(lockerBankId, keyId, secret)))
    },
    revoke: async (lockerBankId) => {
      await mended(broker.revoke(lockerBankId))
      const bank = await find(lockerBankId)
      if (bank) await inTurn(lockerBankId, () => showOffline({ database, live }, bank))
      await mended(Promise.all([publish(lockerBankId, 'config', null, true), publish(lockerBankId, 'status', null, true)]))
    },
    waitForReply: commands.waitForReply,
    publishConfig: async ({ db, tenant, now, afterCommit }, lockerBankId, content) => {
      const config = await saveConfig(db, tenant, lockerBankId, content, now)
      // A kiosk that misses this asks for its configuration when it connects.
      afterCommit(() => mended(inTime(keepConfig(tenant, lockerBankId))))
      return config
    },
    onEvent: events.on,
    onRefused: events.onRefused,
  }

  return {
    ...link,
    start: async () => {
      client = broker.connect()
      client.on('message', (topic, payload, { retain }) => {
        const told = readTopic(topic)
        if (told) void inTurn(told.lockerBankId, () => take(told.lockerBankId, told.channel, payload, retain))
      })
      client.on('connect', reconcile)
      await client.subscribeAsync(
        FROM_KIOSK.map((channel) => topicOf('+', channel)),
        { qos: 1 },
      )
      await sweep()
    },
    /** Takes no more messages and waits for those under way. */
    stop: async () => {
      stopped = true
      clearTimeout(sweeping)
      clearTimeout(reconciling)
      if (client) await disconnect(client)
      while (turns.size > 0) await Promise.all([...turns.values()].map(({ last }) => last))
    },
  }
}

async function silence(): Promise<never> {
  await wait(BROKER_PATIENCE_MS, undefined, { ref: false })
  throw new Error('the broker does not take a message')
}
