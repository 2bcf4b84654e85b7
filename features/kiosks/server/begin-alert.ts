import type { Live } from '#features/live/server/api.ts'
import { newId } from '#platform/ids.ts'
import type { Db, Tenant } from '#platform/server/postgres/db.ts'
import type { AlertKind } from '../alert-kinds.ts'

/** The locker bank of an alert. */
export type AlertPlace = { readonly tenant: Tenant; readonly propertyId: string; readonly lockerBankId: string }
export type NewAlert = {
  readonly kind: AlertKind
  readonly subject: string
  /** The locker of the alert, as the kiosk sent it: it may no longer exist. */
  readonly lockerId: string | null
  readonly beganAt: Date | string
  readonly reason?: string | null
}

/** Begins an alert inside the transaction of its cause. False when it is open already. */
export async function beginAlert(db: Db, { tenant, propertyId, lockerBankId }: AlertPlace, alert: NewAlert): Promise<boolean> {
  const { kind, subject, lockerId, beganAt, reason = null } = alert
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('alerts')
    .values({
      organisation_id: tenant.organisationId,
      id: newId(),
      property_id: propertyId,
      locker_bank_id: lockerBankId,
      kind,
      subject,
      locker_name: lockerId ? await lockerName(db, lockerBankId, lockerId) : null,
      reason,
      began_at: beganAt,
    })
    .onConflict((conflict) =>
      conflict.columns(['organisation_id', 'locker_bank_id', 'kind', 'subject']).where('ended_at', 'is', null).doNothing(),
    )
    .executeTakeFirst()
  return Boolean(numInsertedOrUpdatedRows)
}

/** Makes open screens reload a bank's alerts. Call after the commit. */
export const notifyAlerts = (live: Live, { tenant, propertyId, lockerBankId }: AlertPlace): void =>
  live.changed({ organisationId: tenant.organisationId, propertyId, lockerBankId, topic: 'alerts' })

async function lockerName(db: Db, lockerBankId: string, lockerId: string): Promise<string | null> {
  const locker = await db
    .selectFrom('lockers')
    .select('name')
    .where('id', '=', lockerId)
    .where('locker_bank_id', '=', lockerBankId)
    .executeTakeFirst()
  return locker?.name ?? null
}
