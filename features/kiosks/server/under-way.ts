import type { Db } from '#platform/server/postgres/db.ts'
import type { CommandDraft } from '../protocol.ts'

/** A command that opens no door and was begun at the last moment has ended after this time, in ms. */
const AT_MOST_MS = 5_000

/** Whether a command of that kind, which opens no door, may still be carried out at a bank. */
export async function hasCommandUnderWay(db: Db, lockerBankId: string, kind: CommandDraft['Kind'], now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('kiosk_commands')
    .select('id')
    .where('locker_bank_id', '=', lockerBankId)
    .where('kind', '=', kind)
    .where('state', 'in', ['sent', 'acknowledged'])
    .where('expires_at', '>', new Date(now.getTime() - AT_MOST_MS).toISOString())
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
