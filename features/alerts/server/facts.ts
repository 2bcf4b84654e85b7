import { sql } from 'kysely'
import { bankSettings } from '#features/kiosks/bank-settings.ts'
import { LOCKER_MODES } from '#features/layout/model.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import type { OpenAlert, SizeFacts } from '../rules.ts'

/** An open alert with the columns that the sweep needs to end and mail it. */
export type StoredAlert = OpenAlert & {
  readonly lockerName: string | null
  readonly userName: string | null
  readonly reason: string | null
  readonly isNotified: boolean
}
export type Bank = Awaited<ReturnType<typeof factsOfBanks>>[number]

/** A locker that any package may be put into. */
const isOrdinary = sql<boolean>`locker_type = 'locker' and locker_mode = ${LOCKER_MODES.none} and not is_dda_reserved
  and condition = 'good' and device_serial is not null`

/**
 * The facts for alerts of all locker banks of the tenant in one statement; deleted banks only while an alert is open. The common
 * table expressions are materialized, otherwise PostgreSQL would evaluate them for each bank.
 */
export async function factsOfBanks(db: Db) {
  const banks = await db
    // Ordinary lockers in use, which any package may be put into.
    .with('by_size', (cte) =>
      cte
        .selectFrom('lockers')
        .select(['locker_bank_id', 'size'])
        .select([sql<number>`count(*)`.as('lockers'), sql<number>`count(*) filter (where live_packages > 0)`.as('taken')])
        .where(isOrdinary)
        .groupBy(['locker_bank_id', 'size']),
    )
    .with(
      (cte) => cte('sizes').materialized(),
      (cte) =>
        cte
          .selectFrom('by_size')
          .select('locker_bank_id')
          .select(
            sql<SizeFacts[]>`json_agg(json_build_object('size', size, 'lockers', lockers, 'taken', taken) order by size)`.as(
              'list',
            ),
          )
          .groupBy('locker_bank_id'),
    )
    .with(
      (cte) => cte('opened').materialized(),
      (cte) =>
        cte
          .selectFrom('alerts')
          .select('locker_bank_id')
          .select(
            sql<StoredAlert[]>`json_agg(json_build_object('id', id, 'kind', kind, 'subject', subject, 'lockerName', locker_name,
            'userName', ${userName}, 'reason', reason, 'beganAt', began_at, 'backAt', back_at, 'isOver', ${isOver},
            'isNotified', notified_at is not null) order by id)`.as('list'),
          )
          .where('ended_at', 'is', null)
          .groupBy('locker_bank_id'),
    )
    .with(
      (cte) => cte('saved').materialized(),
      (cte) =>
        cte
          .selectFrom('locker_bank_settings')
          .select('locker_bank_id')
          .select(sql<Record<string, string>>`json_object_agg(name, value)`.as('list'))
          .groupBy('locker_bank_id'),
    )
    .selectFrom('locker_banks as b')
    .innerJoin('organisations as g', 'g.id', 'b.organisation_id')
    .innerJoin('properties as p', 'p.id', 'b.property_id')
    .innerJoin('buildings as u', 'u.id', 'b.building_id')
    .leftJoin('api_keys as k', 'k.locker_bank_id', 'b.id')
    .leftJoin('sizes as s', 's.locker_bank_id', 'b.id')
    .leftJoin('opened as a', 'a.locker_bank_id', 'b.id')
    .leftJoin('saved as v', 'v.locker_bank_id', 'b.id')
    .select(['b.id', 'b.name', 'b.property_id', 'p.name as property', 'u.name as building', 'p.time_zone', 'g.culture'])
    .select(['b.is_online', 'b.last_heart_beat', 'b.heartbeat_seconds', 's.list as sizes', 'a.list as opened', 'v.list as saved'])
    .select(
      sql<string | null>`case when b.is_active and g.is_active and b.deleted_at is null then k.created_at end`.as('authorisedAt'),
    )
    .where((eb) => eb.or([eb('b.deleted_at', 'is', null), eb('a.locker_bank_id', 'is not', null)]))
    .orderBy('b.id')
    .execute()
  return banks.map(({ sizes, opened, saved, ...bank }) => ({
    ...bank,
    sizes: sizes ?? [],
    open: opened ?? [],
    settings: bankSettings(saved ?? {}),
  }))
}

/** Of an open alert of a nearly full size: whether none of its ordinary lockers is free. */
export const isSizeFull = sql<boolean>`alerts.kind = 'nearly-full' and alerts.ended_at is null and not exists (
  select from lockers
  where lockers.locker_bank_id = alerts.locker_bank_id and size::text = alerts.subject and live_packages = 0 and ${isOrdinary}
)`

/** The login of an alert about a locked one; null for other alerts. */
export const lockedLogin = sql`case alerts.kind when 'login-locked' then alerts.subject::uuid end`
/** Current user name of an alert's login, or name of the user of too many openings. */
export const userName = sql<string | null>`case alerts.kind
  when 'login-locked' then (select n.user_name from kiosk_logins n where n.id = ${lockedLogin})
  when 'openings-limited' then (select u.first_name || ' ' || u.last_name from portal_users u where u.id::text = alerts.subject)
end`

/**
 * Whether an open alert is over by the state of its locker, device or login; null when they do not show it.
 * - A door: the device is no longer mapped, and its locker is gone or the last discovery did not find the device. A device that
 *   was never mapped counts as gone only after a later discovery.
 * - A drop-off: staff have set its locker to good.
 * - A locked login: it was unlocked or deleted. Staff logins cannot be unlocked, so their state does not show it.
 */
export const isOver = sql<boolean | null>`case alerts.kind
  when 'door-open' then
    not exists (select from lockers l where l.locker_bank_id = alerts.locker_bank_id and l.device_serial = alerts.subject)
    and case
      when alerts.locker_name is not null and not exists (
        select from lockers l where l.locker_bank_id = alerts.locker_bank_id and lower(l.name) = lower(alerts.locker_name)
      ) then true
      when exists (
        select from devices d where d.locker_bank_id = alerts.locker_bank_id and d.serial_number = alerts.subject
      ) then false
      else alerts.locker_name is not null or exists (
        select from locker_banks k where k.id = alerts.locker_bank_id and k.devices_found_at > alerts.began_at
      )
    end
  when 'drop-off-refused' then (
    select l.condition = 'good' from lockers l
    where l.locker_bank_id = alerts.locker_bank_id and l.id::text = alerts.subject
  )
  when 'login-locked' then not exists (select from kiosk_logins n where n.id = ${lockedLogin} and n.is_locked)
    or (select case when n.agent_id is not null then false end from kiosk_logins n where n.id = ${lockedLogin})
  when 'event-refused' then null
  when 'codes-tried' then null
  when 'pins-tried' then null
  when 'openings-limited' then null
  else false
end`
