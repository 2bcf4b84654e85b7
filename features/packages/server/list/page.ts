import { type RawBuilder, sql } from 'kysely'
import { type Db, narrowedTo, type Tenant } from '#platform/server/postgres/db.ts'
import { type PageOfIds, readPage } from '#platform/server/postgres/paging.ts'
import { beginsWith, contains, containsWord, matchesWords } from '#platform/server/postgres/text-search.ts'
import type { PackageQuery } from '../../contract.ts'

type Paging = Pick<PackageQuery, 'PageIndex' | 'PageSize' | 'SortColumn' | 'SortDirectionText' | 'After'>
/** The filters of a list of packages. */
type Filters = Partial<Omit<PackageQuery, keyof Paging | 'StatusGroupIds'>> & {
  readonly StatusGroupIds?: readonly number[] | undefined
}
/** Filters without counters. */
const UNCOUNTED = ['TrackingNumber', 'ResidentName', 'UnitNumber', 'ResidentId', 'Q', 'DroppedFrom', 'DroppedBefore'] as const

/** A page of packages by drop-off time, with its total. */
export const packagePage = <Out>(db: Db, tenant: Tenant, filters: Filters, paging: Paging, row: (found: FoundPackage) => Out) =>
  readPage(db, matching(db, tenant, filters), paging, {
    sorts: { DropOffTime: sql`p.drop_off_time` },
    id: 'p.id',
    details: withDetails,
    row,
    ...(UNCOUNTED.every((name) => filters[name] === undefined) && { total: () => countPackages(db, tenant, filters) }),
  })

/** A package as lists show it. */
export type FoundPackage = Awaited<ReturnType<ReturnType<typeof withDetails>['execute']>>[number]

const withDetails = (page: PageOfIds) =>
  page
    .innerJoin('packages as p', 'p.id', 'page.sort_id')
    .innerJoin('properties as o', 'o.id', 'p.property_id')
    .leftJoin('locker_banks as b', 'b.id', 'p.locker_bank_id')
    .leftJoin('lockers as l', 'l.id', 'p.locker_id')
    .leftJoin('mailrooms as m', 'm.id', 'p.mailroom_id')
    .leftJoin('couriers as c', 'c.id', 'p.courier_id')
    .select(['p.id', 'p.property_id', 'o.time_zone', 'b.name as bank_name', 'p.locker_id', 'l.name as locker_name'])
    .select(['m.name as mailroom_name', 'c.name as courier_name', 'p.resident_id', 'p.recipient_name', 'p.unit_number'])
    .select(['p.package_number', 'p.tracking_number', 'p.status_id', 'p.status_group', 'p.drop_off_time', 'p.expiry_time'])
    .select(['p.collection_time', 'p.recovery_time'])

function matching(db: Db, tenant: Tenant, filters: Filters) {
  const { BuildingId, DroppedFrom, DroppedBefore } = filters
  let packages = db.selectFrom('packages as p').where(inPlaces(tenant, filters))
  // Uses the property's index; there is none for buildings.
  if (BuildingId)
    packages = packages.where(sql<boolean>`p.property_id = (select property_id from buildings where id = ${BuildingId})`)
  if (DroppedFrom) packages = packages.where('p.drop_off_time', '>=', DroppedFrom)
  if (DroppedBefore) packages = packages.where('p.drop_off_time', '<', DroppedBefore)
  const texts = textsOf(filters)
  if (texts.length === 0) return packages
  return packages
    .innerJoin('package_labels as l', (join) =>
      join.onRef('l.organisation_id', '=', 'p.organisation_id').onRef('l.package_id', '=', 'p.id'),
    )
    .where(all(texts))
}

async function countPackages(db: Db, tenant: Tenant, filters: Filters): Promise<number> {
  const { total } = await db
    .selectFrom('package_counts as p')
    .where(inPlaces(tenant, filters))
    .select(sql<number>`coalesce(sum(p.packages), 0)::int`.as('total'))
    .executeTakeFirstOrThrow()
  return total
}

const all = (conditions: readonly RawBuilder<unknown>[]) => sql<boolean>`${sql.join(conditions, sql` and `)}`

/** The caller's properties and the filters that packages and their counters have in common. */
function inPlaces(tenant: Tenant, filters: Filters): RawBuilder<boolean> {
  const { PropertyId, BuildingId, LockerBankId, LocationIds, StatusGroupIds } = filters
  const { organisationId, propertyIds } = PropertyId ? narrowedTo(PropertyId, tenant) : tenant
  if (propertyIds.length === 0) return sql<boolean>`false`
  return all([
    sql`p.organisation_id = ${organisationId}`,
    ...(propertyIds === '*' ? [] : [sql`p.property_id ${isAnyOf(propertyIds)}`]),
    ...(BuildingId ? [sql`p.building_id = ${BuildingId}`] : []),
    ...(LockerBankId ? [sql`p.place_id = ${LockerBankId}`] : []),
    ...(LocationIds ? [sql`p.place_id ${isAnyOf(LocationIds)}`] : []),
    ...(StatusGroupIds ? [sql`p.status_group ${isAnyOf(StatusGroupIds)}`] : []),
  ])
}

/** A single value is compared with `=`, so that an index returns its rows in order. */
const isAnyOf = (values: readonly (string | number)[]) => (values.length === 1 ? sql`= ${values[0]}` : sql`= any(${values})`)

/** Conditions on a package's label. */
function textsOf({ TrackingNumber, ResidentName, UnitNumber, ResidentId, Q }: Filters) {
  return [
    ...(ResidentId ? [sql`l.resident_id = ${ResidentId}`] : []),
    ...(TrackingNumber ? [contains('l.tracking_number', TrackingNumber, 'l.search_text')] : []),
    ...(ResidentName ? [containsWord('l.recipient_name', ResidentName, 'l.search_text')] : []),
    ...(UnitNumber ? [beginsWith('l.unit_key', UnitNumber)] : []),
    ...(Q ? [matchesWords('l.search_text', Q)] : []),
  ]
}
