import type { EventOf } from '#features/kiosks/protocol.ts'
import { type EventContext, happened, type KioskLink } from '#features/kiosks/server/api.ts'
import type { Live } from '#features/live/server/api.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { beginAlert, tellOfAlerts } from './begin.ts'

type Door = EventOf<'door-left-open'>

/** An alert of a door begins when the kiosk says that it was left open, and ends when it says that it is closed. */
export function doorAlerts(kiosks: Pick<KioskLink, 'onEvent'>, live: Live): void {
  kiosks.onEvent('door-left-open', async (db, event, context) => {
    if (await begin(db, event, context)) context.afterCommit(() => tellOfAlerts(live, context))
  })
  kiosks.onEvent('door-closed', async (db, event, context) => {
    if (await end(db, event, context)) context.afterCommit(() => tellOfAlerts(live, context))
  })
}

/** False when the alert is open already, or the bank is not in use. */
async function begin(db: Db, event: Door, context: EventContext): Promise<boolean> {
  const bank = await db
    .selectFrom('locker_banks')
    .select('id')
    .where('id', '=', context.lockerBankId)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!bank) return false
  return beginAlert(db, context, {
    kind: 'door-open',
    subject: event.SerialNumber,
    lockerId: event.LockerId,
    beganAt: (await openedAt(db, event.LockerId, happened(event, context))) ?? happened(event, context),
  })
}

/** When the door that was left open then had been opened, as far as it was told. */
async function openedAt(db: Db, lockerId: string | null, leftOpenAt: Date): Promise<string | null> {
  if (!lockerId) return null
  const opened = await db
    .selectFrom('kiosk_events')
    .select('at')
    .where('locker_id', '=', lockerId)
    .where('kind', '=', 'door-opened')
    .where('at', '<=', leftOpenAt.toISOString())
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return opened?.at ?? null
}

async function end(db: Db, event: EventOf<'door-closed'>, context: EventContext): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('alerts')
    .set({ ended_at: happened(event, context) })
    .where('locker_bank_id', '=', context.lockerBankId)
    .where('kind', '=', 'door-open')
    .where('subject', '=', event.SerialNumber)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return Boolean(numUpdatedRows)
}
