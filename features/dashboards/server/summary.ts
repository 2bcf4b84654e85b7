import { sql } from 'kysely'
import { statusOf } from '#features/kiosks/rules.ts'
import { GROUPS, type Group, LIVE_GROUPS } from '#features/package-statuses/statuses.ts'
import type { InputOf, ReplyOf } from '#platform/operation.ts'
import { cachedQuery, type Params } from '#platform/server/postgres/cached-query.ts'
import type { Db, Tenant } from '#platform/server/postgres/db.ts'
import type { dashboards, SummaryRow } from '../contract.ts'
import { arrangeSummary, byPlace } from '../summary-rows.ts'

/**
 * The numbers of every bank that the caller may see, from the counters that triggers maintain. An organisation has few banks, so
 * they are sorted in memory.
 */
export async function summary(
  db: Db,
  { propertyIds }: Tenant,
  query: InputOf<typeof dashboards.summary>,
  now: Date,
): Promise<ReplyOf<typeof dashboards.summary>> {
  const { PageIndex, PageSize, PropertyId } = query
  const properties = PropertyId ? [PropertyId] : propertyIds === '*' ? undefined : propertyIds
  const banks = await banksInNumbers(db, { properties })
  const rows = arrangeSummary(
    banks.map((bank) => rowOf(bank, now)),
    query,
  )
  const from = (PageIndex - 1) * PageSize
  return { Data: rows.slice(from, from + PageSize), Total: rows.length }
}

/** The numbers of every bank that the tenant sees, by place; for a report of the whole organisation. */
export const everyBank = async (db: Db, now: Date): Promise<readonly SummaryRow[]> =>
  (await banksInNumbers(db, { properties: undefined })).map((bank) => rowOf(bank, now)).sort(byPlace)

/** The common table expressions are materialized, otherwise PostgreSQL would evaluate them for each bank. */
const banksInNumbers = cachedQuery((db, { properties }: Params<{ properties: readonly string[] | undefined }>) => {
  const ofThese = (column: 'b.property_id' | 'n.property_id' | 'properties.id') =>
    properties ? sql<boolean>`${sql.ref(column)} = any(${properties})` : sql<boolean>`true`
  return db
    .with(
      (cte) => cte('held').materialized(),
      (cte) =>
        cte
          .selectFrom('package_counts as n')
          .select('n.place_id')
          .select([packagesOf(['Active']).as('active'), packagesOf(['Outbound']).as('outbound')])
          .select([packagesOf(['Expired']).as('expired'), packagesOf(['Flagged']).as('flagged')])
          .select(packagesOf(LIVE_GROUPS).as('live'))
          .where(ofThese('n.property_id'))
          .groupBy('n.place_id'),
    )
    .with(
      (cte) => cte('named').materialized(),
      // Those with a bank: an organisation may have thousands of properties without one.
      (cte) =>
        cte
          .selectFrom('properties')
          .select(['id', 'name', 'time_zone'])
          .where('id', 'in', (eb) => eb.selectFrom('locker_banks').select('property_id'))
          .where(ofThese('properties.id')),
    )
    .selectFrom('locker_banks as b')
    .innerJoin('named as p', 'p.id', 'b.property_id')
    .innerJoin('buildings as u', 'u.id', 'b.building_id')
    .leftJoin('locker_bank_counts as c', 'c.locker_bank_id', 'b.id')
    .leftJoin('kiosk_configs as g', 'g.locker_bank_id', 'b.id')
    .leftJoin('held as k', 'k.place_id', 'b.id')
    .leftJoin('held as m', 'm.place_id', 'b.mailroom_id')
    .select(['b.id', 'b.name', 'b.property_id', 'b.building_id', 'b.mailroom_id', 'p.name as property', 'u.name as building'])
    .select('p.time_zone')
    .select(['b.is_online', 'b.last_heart_beat', 'b.heartbeat_seconds', 'c.capacity', 'c.occupied', 'c.available'])
    .select(['b.config_version', 'g.version as published_version'])
    .select(['k.active', 'k.outbound', 'k.expired', 'k.flagged', 'm.live'])
    .where('b.deleted_at', 'is', null)
    .where(ofThese('b.property_id'))
})
type Bank = Awaited<ReturnType<typeof banksInNumbers>>[number]

const packagesOf = (groups: readonly Group[]) =>
  sql<number | null>`(sum(n.packages) filter (where n.status_group = any(${groups.map((group) => GROUPS[group])})))::int`

const rowOf = (bank: Bank, now: Date): SummaryRow => ({
  PropertyId: bank.property_id,
  PropertyName: bank.property,
  PropertyTimezoneId: bank.time_zone,
  BuildingId: bank.building_id,
  BuildingName: bank.building,
  LockerBankId: bank.id,
  LockerBankName: bank.name,
  Status: statusOf(bank, now),
  LastHeartBeat: bank.last_heart_beat,
  ConfigVersion: bank.config_version,
  PublishedVersion: bank.published_version ?? 0,
  Capacity: bank.capacity ?? 0,
  LB_Active: bank.active ?? 0,
  LB_Outbound: bank.outbound ?? 0,
  LB_Expired: bank.expired ?? 0,
  LB_Flagged: bank.flagged ?? 0,
  LB_Available: bank.available ?? 0,
  LB_Utilisation: bank.capacity ? Math.round(((bank.occupied ?? 0) / bank.capacity) * 100) : 0,
  MailroomId: bank.mailroom_id,
  MR_Current: bank.live ?? 0,
})
