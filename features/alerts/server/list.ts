import type { Db } from '#platform/server/db.ts'
import { ALERTS_KEPT_DAYS, type Alert, MAX_ENDED_ALERTS, MAX_OPEN_ALERTS } from '../contract.ts'

const DAY_MS = 86_400_000
const oldest = (now: Date) => new Date(now.getTime() - ALERTS_KEPT_DAYS * DAY_MS).toISOString()

/** What is open, the newest first. */
export const openAlerts = async (db: Db): Promise<Alert[]> =>
  (
    await rows(db)
      .where('a.ended_at', 'is', null)
      .orderBy('a.began_at', 'desc')
      .orderBy('a.id', 'desc')
      .limit(MAX_OPEN_ALERTS)
      .execute()
  ).map(alertOf)

/** What has ended in the days for which alerts are kept, the last first. */
export const endedAlerts = async (db: Db, now: Date): Promise<Alert[]> =>
  (
    await rows(db)
      .where('a.ended_at', '>', oldest(now))
      .orderBy('a.ended_at', 'desc')
      .orderBy('a.id', 'desc')
      .limit(MAX_ENDED_ALERTS)
      .execute()
  ).map(alertOf)

/** Forgets an organisation's alerts that ended long ago. */
export async function forgetOldAlerts(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('alerts').where('ended_at', '<', oldest(now)).execute()
}

const rows = (db: Db) =>
  db
    .selectFrom('alerts as a')
    .innerJoin('locker_banks as b', 'b.id', 'a.locker_bank_id')
    .innerJoin('properties as p', 'p.id', 'a.property_id')
    .select(['a.id', 'a.kind', 'a.subject', 'a.locker_name', 'a.reason', 'a.property_id', 'a.locker_bank_id'])
    .select(['a.began_at', 'a.back_at', 'a.ended_at', 'b.name', 'p.name as property'])
    // One of a deleted bank leads nowhere.
    .where('b.deleted_at', 'is', null)

const alertOf = (row: Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number]): Alert => ({
  Id: row.id,
  Kind: row.kind,
  Subject: row.subject,
  LockerName: row.locker_name,
  Reason: row.reason,
  PropertyId: row.property_id,
  PropertyName: row.property,
  LockerBankId: row.locker_bank_id,
  LockerBankName: row.name,
  BeganAt: row.began_at,
  BackAt: row.back_at,
  EndedAt: row.ended_at,
})
