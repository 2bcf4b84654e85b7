import { Refusal } from '#platform/server/http/refusal.ts'
import { type Database, type Db, withAsyncCommit } from '#platform/server/postgres/db.ts'
import { t } from '../../messages.ts'
import type { Command, Reply } from '../../protocol.ts'
import { replyWaitMs } from '../../rules.ts'
import type { Bank } from '../connection/bank.ts'
import {
  isDoorCommand,
  mayBegin,
  type PendingCommand,
  replyRow,
  saveNotSent,
  saveReply,
  saveUnanswered,
  type Unanswered,
} from './store.ts'

/** The command was not sent, so no door has opened. */
export class NotSent extends Error {}
/** When a command that was not sent is worth another try, in seconds. */
const RETRY_SECONDS = 2

export type WaitOptions = {
  /** Maximum wait for the kiosk's reply, in ms; follows the bank's settings by default. */
  readonly timeout?: number
}
/** A final reply of a kiosk that carried the command out. */
export type Outcome = Reply & { readonly State: 'opened' | 'not-detected' | 'done' }

/** The requests on this node that wait for a reply, for `replyTimeoutMs` if given, otherwise as the bank's settings give. */
export function createCommands(
  database: Database,
  publish: (lockerBankId: string, command: Command) => Promise<unknown>,
  replyTimeoutMs?: number,
) {
  type Waiting = PendingCommand & {
    readonly resolve: (reply: Reply) => void
    /** The kiosk has named the command in a message, so it may have begun it. */
    isAcknowledged: boolean
  }
  const waiting = new Map<string, Waiting>()
  /** The bank is part of the key: a kiosk can answer only the commands of its own bank. */
  const keyOf = (lockerBankId: string, commandId: string) => `${lockerBankId} ${commandId}`

  async function publishAndWait({ bank, command }: PendingCommand, timeout: number): Promise<Reply | Unanswered | 'not sent'> {
    const { lockerBankId } = bank
    const key = keyOf(lockerBankId, command.Id)
    let timer: NodeJS.Timeout | undefined
    try {
      return await new Promise((resolve) => {
        const request: Waiting = { bank, command, resolve, isAcknowledged: false }
        const giveUp = () => resolve(request.isAcknowledged ? 'acknowledged' : 'expired')
        waiting.set(key, request)
        timer = setTimeout(giveUp, timeout)
        publish(lockerBankId, command).catch((error: unknown) => (error instanceof NotSent ? resolve('not sent') : giveUp()))
      })
    } finally {
      clearTimeout(timer)
      waiting.delete(key)
    }
  }

  const resolveReply = (lockerBankId: string, reply: Reply) => waiting.get(keyOf(lockerBankId, reply.CommandId))?.resolve(reply)

  return {
    /** See `KioskLink.waitForReply`. */
    waitForReply: async (pending: PendingCommand, { timeout }: WaitOptions = {}): Promise<Outcome> => {
      const { bank, command } = pending
      const reply = await publishAndWait(pending, timeout ?? replyTimeoutMs ?? replyWaitMs(bank.settings))
      if (typeof reply !== 'string') return outcomeOf(reply)
      const save = (db: Db) => (reply === 'not sent' ? saveNotSent(db, command.Id) : saveUnanswered(db, command.Id, reply))
      // The sweep expires a command whose state could not be saved.
      await database.inTenant<unknown>(bank.tenant, save).catch(() => {})
      if (reply === 'not sent') throw new Refusal(503, t('MsgNothingSent'), { retryAfter: RETRY_SECONDS })
      if (reply === 'acknowledged' && isDoorCommand(command.Kind)) throw new Refusal(504, t('MsgDoorMayBeOpen'))
      throw new Refusal(504, t('MsgCannotConnectToLockerBank'))
    },
    /**
     * Notes at once, before any waiting for the database, which commands a kiosk's message names: when the reply cannot be stored, the
     * caller still learns that the door may be open.
     */
    hear: (lockerBankId: string, message: Buffer): void => {
      for (const request of waiting.values())
        if (request.bank.lockerBankId === lockerBankId && message.includes(request.command.Id)) request.isAcknowledged = true
    },
    /**
     * Sends the commands of a bank again that its kiosk has not begun: it may have connected anew since. It begins each once. Its
     * cancellation by the brake may have been lost with the connection, too, so a command that was stopped is not sent.
     */
    sendAgain: async (lockerBankId: string): Promise<void> => {
      const unbegun = [...waiting.values()].filter(
        ({ bank, isAcknowledged }) => bank.lockerBankId === lockerBankId && !isAcknowledged,
      )
      for (const { bank, command } of unbegun)
        if (await database.readInTenant(bank.tenant, (db) => mayBegin(db, command.Id)))
          // One that does not arrive ends as if it were not sent again.
          publish(lockerBankId, command).catch(() => {})
    },
    /** Resolves the request that waits for this reply, if it waits on this node. The reply is committed by then. */
    resolveReply,
    /** Saves a reply, on each node that receives it; a repeated one changes nothing. */
    takeReply: async (bank: Bank, reply: Reply, now: Date): Promise<void> => {
      // `hear` has noted it, and `waitForReply` saves it when no final reply comes in time.
      if (reply.State === 'acknowledged') return
      await database.inTenant(bank.tenant, async (db) => {
        // The event of the door has been committed durably before this reply, so the reply need not wait for the disk.
        await withAsyncCommit(db)
        await saveReply(db, replyRow(bank.lockerBankId, reply, now))
      })
      resolveReply(bank.lockerBankId, reply)
    },
  }
}

function outcomeOf(reply: Reply): Outcome {
  const { State } = reply
  if (State === 'opened' || State === 'not-detected' || State === 'done') return { ...reply, State }
  if (State === 'refused') throw new Refusal(422, t('MsgCommandRefused', { reason: reply.Reason ?? '' }))
  throw new Refusal(504, t('MsgCannotConnectToLockerBank'))
}
