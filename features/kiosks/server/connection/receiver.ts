import { setImmediate as nextTurn } from 'node:timers/promises'
import type { z } from 'zod'
import type { Live } from '#features/live/server/api.ts'
import type { Log } from '#platform/server/config/log.ts'
import type { Database } from '#platform/server/postgres/db.ts'
import { type Channel, EventBatch, Reply, Status } from '../../protocol.ts'
import type { createCommands } from '../commands/wait.ts'
import type { createEvents } from '../events/events.ts'
import { type Bank, bankOf } from './bank.ts'
import { applyStatus } from './presence.ts'
import type { createPublisher } from './publisher.ts'

type Deps = {
  readonly database: Database
  readonly live: Live
  readonly log: Pick<Log, 'warn'>
  readonly events: Pick<ReturnType<typeof createEvents>, 'takeBatch'>
  readonly commands: Pick<ReturnType<typeof createCommands>, 'sendAgain' | 'takeReply' | 'resolveReply'>
  readonly publish: ReturnType<typeof createPublisher>['publish']
}

/** Takes the messages of kiosks. */
export function createReceiver({ database, live, log, events, commands, publish }: Deps) {
  /** Banks by id, as read at their last status message. */
  const cachedBanks = new Map<string, Bank>()

  /** Reads a bank and caches it; null for an unknown one. */
  async function find(lockerBankId: string): Promise<Bank | null> {
    const bank = await bankOf(database, lockerBankId)
    if (bank) cachedBanks.set(lockerBankId, bank)
    else cachedBanks.delete(lockerBankId)
    return bank
  }

  async function takeStatus(bank: Bank, payload: Buffer, isRetained: boolean, now: Date) {
    const status = parse(Status, payload)
    // A retained ONLINE may be old; the next heartbeat shows the state.
    if (!status || (isRetained && status.Status === 'ONLINE')) return
    await applyStatus({ database, live }, bank, status, now)
    if (status.Status === 'ONLINE') await commands.sendAgain(bank.lockerBankId)
  }

  async function takeEvents(bank: Bank, payload: Buffer) {
    const { lockerBankId } = bank
    const batch = parse(EventBatch, payload)
    if (!batch) return
    const { ack, replies } = await events.takeBatch(bank, batch)
    for (const reply of replies) commands.resolveReply(lockerBankId, reply)
    // The waiting request continues before the kiosk gets its acknowledgement.
    if (replies.length > 0) await nextTurn()
    if (ack.Failed) cachedBanks.delete(lockerBankId)
    await publish(lockerBankId, 'acks', ack)
  }

  function parse<S extends z.ZodType>(schema: S, payload: Buffer): z.output<S> | null {
    try {
      return schema.parse(JSON.parse(payload.toString()))
    } catch (error) {
      log.warn({ err: error }, 'kiosk message not understood')
      return null
    }
  }

  return {
    find,
    take: async (lockerBankId: string, channel: Channel, payload: Buffer, isRetained: boolean): Promise<void> => {
      // A person waits for a door's reply, so the bank is read at status messages only. A bank with a command or an event never
      // moves; for one that moved before its first event, the insert fails by its foreign key and the retry reads the bank again.
      const bank = (channel !== 'status' && cachedBanks.get(lockerBankId)) || (await find(lockerBankId))
      if (!bank || payload.length === 0) return
      const now = new Date()
      if (channel === 'status') return takeStatus(bank, payload, isRetained, now)
      if (channel !== 'replies') return takeEvents(bank, payload)
      const reply = parse(Reply, payload)
      if (reply) await commands.takeReply(bank, reply, now)
    },
  }
}
