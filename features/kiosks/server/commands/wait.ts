import { Refusal } from '#platform/server/http/refusal.ts'
import { type Database, withAsyncCommit } from '#platform/server/postgres/db.ts'
import { t } from '../../messages.ts'
import type { Command, Reply } from '../../protocol.ts'
import { replyWaitMs } from '../../rules.ts'
import type { Bank } from '../connection/bank.ts'
import { type PendingCommand, replyRow, saveReply, saveUnanswered, type Unanswered } from './store.ts'

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
  const waiting = new Map<string, { readonly resolve: (reply: Reply) => void; isAcknowledged: boolean }>()
  /** The bank is part of the key: a kiosk can answer only the commands of its own bank. */
  const keyOf = (lockerBankId: string, commandId: string) => `${lockerBankId} ${commandId}`

  async function publishAndWait(lockerBankId: string, command: Command, timeout: number): Promise<Reply | Unanswered> {
    const key = keyOf(lockerBankId, command.Id)
    let timer: NodeJS.Timeout | undefined
    try {
      return await new Promise((resolve) => {
        const request = { resolve, isAcknowledged: false }
        const giveUp = () => resolve(request.isAcknowledged ? 'acknowledged' : 'expired')
        waiting.set(key, request)
        timer = setTimeout(giveUp, timeout)
        // A broker that is away and a kiosk that does not answer are the same to the caller.
        publish(lockerBankId, command).catch(giveUp)
      })
    } finally {
      clearTimeout(timer)
      waiting.delete(key)
    }
  }

  const resolveReply = (lockerBankId: string, reply: Reply) => waiting.get(keyOf(lockerBankId, reply.CommandId))?.resolve(reply)

  return {
    /** See `KioskLink.waitForReply`. */
    waitForReply: async ({ bank, command }: PendingCommand, { timeout }: WaitOptions = {}): Promise<Outcome> => {
      const reply = await publishAndWait(bank.lockerBankId, command, timeout ?? replyTimeoutMs ?? replyWaitMs(bank.settings))
      if (typeof reply !== 'string') return outcomeOf(reply)
      // The sweep expires a command whose state could not be saved. The reply stays 504: the door may have opened.
      await database.inTenant(bank.tenant, (db) => saveUnanswered(db, command.Id, reply)).catch(() => {})
      throw new Refusal(504, t('MsgCannotConnectToLockerBank'))
    },
    /** Resolves the request that waits for this reply, if it waits on this node. The reply is committed by then. */
    resolveReply,
    /** Saves a reply, on each node that receives it; a repeated one changes nothing. */
    takeReply: async (bank: Bank, reply: Reply, now: Date): Promise<void> => {
      if (reply.State === 'acknowledged') {
        // Not saved now: `waitForReply` saves it when no final reply comes in time.
        const request = waiting.get(keyOf(bank.lockerBankId, reply.CommandId))
        if (request) request.isAcknowledged = true
        return
      }
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
