import { sql } from 'kysely'
import { type StatusName, statusById } from '#features/package-statuses/statuses.ts'
import { PROPERTY_SETTINGS } from '#features/properties/settings.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { readSettings } from '#platform/typed-settings.ts'
import { reminderStep } from '../rules.ts'
import { queueNotices } from './queue.ts'

/** Packages that one transaction looks at. */
export const REMINDER_BATCH = 200

/** The settings of a row's property by name; `property` is the column of its id. */
export const settingsOf = (property: string) =>
  sql<Record<string, string>>`coalesce((select json_object_agg(s.name, s.value) from property_settings s
    where s.property_id = ${sql.ref(property)}), '{}')`

/**
 * Stores the reminders that are due. Safe to run on any node, twice or late: packages that another transaction looks at are skipped.
 * Returns how many packages were looked at; fewer than `REMINDER_BATCH` means that none is left.
 */
export async function queueReminders(db: Db, now: Date): Promise<number> {
  const rows = await db
    .selectFrom('package_reminders as w')
    .innerJoin('packages as p', 'p.id', 'w.package_id')
    .innerJoin('properties as o', 'o.id', 'w.property_id')
    .leftJoin('residents as r', 'r.id', 'p.resident_id')
    .select(['w.package_id', 'w.since', 'w.number', 'p.status_id', 'o.time_zone'])
    .select(['r.is_out_of_town', 'r.hold_from', 'r.hold_until', settingsOf('w.property_id').as('settings')])
    .where('w.look_at', '<=', now.toISOString())
    .orderBy('w.look_at')
    .limit(REMINDER_BATCH)
    .forNoKeyUpdate('w')
    .skipLocked()
    .execute()
  const steps = rows.map((row) => {
    const { ReminderCount: count, ReminderEveryDays: everyDays } = readSettings(PROPERTY_SETTINGS, row.settings)
    const hold = row.is_out_of_town && row.hold_from && row.hold_until ? { from: row.hold_from, until: row.hold_until } : null
    const status = statusById(row.status_id) as StatusName
    const waiting = { status, since: row.since, number: row.number, timeZone: row.time_zone, count, everyDays, hold }
    return { ...row, ...reminderStep(waiting, now) }
  })
  const due = steps.filter((step) => step.isDue)
  // The time of arrival is part of the key: a package that arrives anew begins with the first reminder.
  const keyOf = ({ package_id, since, number }: (typeof steps)[number]) => `${package_id} reminder ${number} ${since}`
  await queueNotices(
    db,
    due.map((step) => ({ packageId: step.package_id, key: keyOf(step), type: 'reminder' })),
    now,
  )
  const next = steps.map(({ package_id, next }) => ({ package_id, number: next?.number, look_at: next?.lookAt }))
  await sql`
    with next as (
      select * from json_to_recordset(${JSON.stringify(next)}) as n (package_id uuid, number smallint, look_at timestamptz)
    ), ended as (
      delete from package_reminders w using next n where w.package_id = n.package_id and n.look_at is null
    )
    update package_reminders w set number = n.number, look_at = n.look_at from next n
    where w.package_id = n.package_id and n.look_at is not null`.execute(db)
  return rows.length
}
