import type { Live } from '#features/live/server/api.ts'
import type { AuditAction } from '#platform/audit.ts'
import { writeAudit } from '#platform/server/postgres/audit.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import type { BankContext } from '../api.ts'
import type { Events } from './events.ts'

/** Applies the door events to the lockers (decisions "Package status → group", "Locker states"). */
export function lockerEvents(events: Events, live: Live): void {
  const notify = ({ tenant, propertyId, lockerBankId }: BankContext, topic: 'packages' | 'opened', lockerId: string) =>
    live.changed({ organisationId: tenant.organisationId, propertyId, lockerBankId, topic, lockerId })

  events.on('door-opened', async (_db, { LockerId }, context) => {
    if (LockerId) context.afterCommit(() => notify(context, 'opened', LockerId))
  })
  events.on('not-detected', async (db, { Id, LockerId }, context) => {
    if (!LockerId || !(await wasNotDetectedBefore(db, LockerId, Id))) return
    if (await setCondition(db, context, LockerId, 'flagged', 'locker not detected twice'))
      context.afterCommit(() => notify(context, 'packages', LockerId))
  })
  events.on('locker-dirty', async (db, { LockerId }, context) => {
    if (await setCondition(db, context, LockerId, 'dirty', 'locker reported dirty at the kiosk'))
      context.afterCommit(() => notify(context, 'packages', LockerId))
  })
  // The locker contains a parcel that has no package record, so it must not be offered for another one.
  events.onRefused(async (db, { kind, lockerId }, context) => {
    if (kind !== 'dropped-off' || !lockerId) return
    if (await setCondition(db, context, lockerId, 'flagged', 'drop-off could not be recorded'))
      context.afterCommit(() => notify(context, 'packages', lockerId))
  })
}

/** Whether the previous opening of this door was not detected either. */
async function wasNotDetectedBefore(db: Db, lockerId: string, eventId: string): Promise<boolean> {
  const before = await db
    .selectFrom('kiosk_events')
    .select('kind')
    .where('locker_id', '=', lockerId)
    .where('kind', 'in', ['door-opened', 'not-detected'])
    .where('id', '<>', eventId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return before?.kind === 'not-detected'
}

/** Takes a locker out of use unless it already is. A condition that staff set stays. */
async function setCondition(
  db: Db,
  { tenant, lockerBankId, now }: BankContext,
  lockerId: string,
  condition: 'dirty' | 'flagged',
  action: AuditAction,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('lockers')
    .set({ condition })
    .where('id', '=', lockerId)
    .where('locker_bank_id', '=', lockerBankId)
    .where('condition', '=', 'good')
    .executeTakeFirst()
  if (!numUpdatedRows) return false
  const actor = { id: lockerBankId, name: 'kiosk' }
  await writeAudit(db, { organisationId: tenant.organisationId, at: now, actor, action, subjectId: lockerId })
  return true
}
