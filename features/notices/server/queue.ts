import { sql } from 'kysely'
import { NOTICE_TYPE_NAMES, NOTICE_TYPES, type NoticeType } from '#features/notification-templates/types.ts'
import { packMessage } from '#platform/define-messages.ts'
import { newId } from '#platform/ids.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { anyOf } from '#platform/server/postgres/sql-helpers.ts'
import { t } from '../messages.ts'
import { beginsWait } from '../rules.ts'

/**
 * What happened to a package. `key` names the event: a second notice with the same key is not made. `isRepeated`: a notice that staff
 * send again, which does not begin the reminders anew. `isSilent`: another notice names the package; it only begins its
 * reminders.
 */
type PackageEvent = {
  readonly packageId: string
  readonly key: string
  readonly type: NoticeType
  readonly isRepeated?: boolean
  readonly isSilent?: boolean
  /** Of an event that staff may undo. */
  readonly waitsSeconds?: number
}

/** Pause before the first reminder of a package is looked at. */
const FIRST_LOOK = '12 hours'

/**
 * Stores the notices of packages' events in the transaction of the events: by each medium whose switch is on, with an address, unless
 * the recipient has opted out or was erased. They are sent after the commit, or not at all if the transaction rolls back. Events by
 * which a package begins to wait also begin its reminders.
 * @param at when the events happened
 * @returns the packages that notices were stored for
 */
export async function queueNotices(db: Db, events: readonly PackageEvent[], at: Date): Promise<ReadonlySet<string>> {
  if (events.length === 0) return new Set()
  const rows = events.map(({ packageId, key, type, isRepeated, isSilent = false, waitsSeconds = 0 }) => ({
    package_id: packageId,
    event_key: key,
    type_id: NOTICE_TYPES[type].id,
    is_silent: isSilent,
    waits_seconds: waitsSeconds,
    begins_wait: !isRepeated && beginsWait(type),
    email_id: newId(),
    sms_id: newId(),
  }))
  const { rows: stored } = await sql<{ package_id: string }>`
    with events as (
      select * from json_to_recordset(${JSON.stringify(rows)}) as e (
        package_id uuid, event_key text, type_id smallint, begins_wait boolean, is_silent boolean, waits_seconds int,
        email_id uuid, sms_id uuid)
    ), reminders as (
      insert into package_reminders (organisation_id, package_id, property_id, since, look_at)
      select p.organisation_id, p.id, p.property_id, ${at}::timestamptz, ${at}::timestamptz + ${FIRST_LOOK}::interval
      from events e join packages p on p.id = e.package_id where e.begins_wait
      on conflict (organisation_id, package_id) do update set since = excluded.since, number = 1, look_at = excluded.look_at
    )
    insert into notices (organisation_id, id, property_id, package_id, resident_id, type_id, medium_id, event_key, address, due_at)
    select p.organisation_id, m.id, p.property_id, p.id, p.resident_id, e.type_id, m.medium_id, e.event_key, m.address,
      ${at}::timestamptz + e.waits_seconds * interval '1 second'
    from events e
    join packages p on p.id = e.package_id
    left join residents r on r.organisation_id = p.organisation_id and r.id = p.resident_id
    cross join lateral (values
      (1, e.email_id, coalesce(r.email, p.email), coalesce(r.is_email_notification_enabled, true)),
      (2, e.sms_id, coalesce(r.mobile_phone, p.mobile_phone), coalesce(r.is_sms_notification_enabled, true)
        and exists (select from sms_gateways g where g.is_enabled))
    ) as m (medium_id, id, address, is_on)
    where not e.is_silent and m.is_on and m.address <> '' and not coalesce(r.has_opted_out, false) and r.erased_at is null and r.deleted_at is null
    on conflict do nothing returning package_id`.execute(db)
  return new Set(stored.map(({ package_id }) => package_id))
}

/**
 * Packages that were flagged are not announced: their notices of arrival and reminders that are not sent yet are cancelled. Packages
 * that such a notice was to name are part of their clerk's batch again, unless another medium's notice has named them.
 */
export async function cancelArrivals(db: Db, packageIds: readonly string[]): Promise<void> {
  if (packageIds.length === 0) return
  await db
    .updateTable('notices')
    .set({ status: 'Cancelled', reason: packMessage(t('ReasonFlagged')) })
    .where('package_id', '=', anyOf(packageIds))
    .where(
      'type_id',
      '=',
      anyOf([...NOTICE_TYPE_NAMES.filter(beginsWait), 'reminder' as const].map((type) => NOTICE_TYPES[type].id)),
    )
    .where('status', '=', 'Waiting')
    .execute()
  await sql`
    update batch_arrivals a set lead_package_id = null
    where a.lead_package_id = ${anyOf(packageIds)} and a.package_id <> a.lead_package_id
      and not exists (select from notices n where n.event_key = a.lead_package_id::text and n.status in ('Sending', 'Sent', 'Delivered'))`.execute(
    db,
  )
}
