import type { EventOf } from '#features/kiosks/protocol.ts'
import { beginAlert, type EventContext, eventTime, type KioskLink, notifyAlerts } from '#features/kiosks/server/api.ts'
import type { Live } from '#features/live/server/api.ts'
import type { Db } from '#platform/server/postgres/db.ts'

type Door = EventOf<'door-left-open'>

/** A door alert begins when the kiosk reports the door left open and ends when it reports it closed. */
export function doorAlerts(kiosks: Pick<KioskLink, 'onEvent'>, live: Live): void {
  kiosks.onEvent('door-left-open', async (db, event, context) => {
    if (await begin(db, event, context)) context.afterCommit(() => notifyAlerts(live, context))
  })
  kiosks.onEvent('door-closed', async (db, event, context) => {
    if (await end(db, event, context)) context.afterCommit(() => notifyAlerts(live, context))
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
    beganAt: (await openedAt(db, event.LockerId, eventTime(event, context))) ?? eventTime(event, context),
  })
}

/** When the door had been opened before it was left open, or null if that was not reported. */
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
    .set({ ended_at: eventTime(event, context) })
    .where('locker_bank_id', '=', context.lockerBankId)
    .where('kind', '=', 'door-open')
    .where('subject', '=', event.SerialNumber)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return Boolean(numUpdatedRows)
}

/** Each event that is stored but not applied begins an alert; drop-offs alert once for each locker. */
export function refusedAlerts(kiosks: Pick<KioskLink, 'onRefused'>, live: Live): void {
  kiosks.onRefused(async (db, { id, kind, lockerId, reason }, context) => {
    const isDropOff = kind === 'dropped-off'
    const hasBegun = await beginAlert(db, context, {
      kind: isDropOff ? 'drop-off-refused' : 'event-refused',
      subject: (isDropOff && lockerId) || id,
      lockerId,
      // The event may be old, from an outage of the kiosk; the failure to record it happens now.
      beganAt: context.now,
      reason,
    })
    if (hasBegun) context.afterCommit(() => notifyAlerts(live, context))
  })
}
