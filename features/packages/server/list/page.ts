import { type RawBuilder, sql } from 'kysely'
import { recogniseCarriers, trackingKeysOf } from '#features/tracking-numbers/recognise.ts'
import { compact } from '#features/tracking-numbers/scanned-text.ts'
import { type Db, narrowedTo, type Tenant } from '#platform/server/postgres/db.ts'
import { localTimestamps } from '#platform/server/postgres/local-time.ts'
import { type PageOfIds, pageReader } from '#platform/server/postgres/paging.ts'
import { anyOf, idUnlessDeleted, naturalOrder } from '#platform/server/postgres/sql-helpers.ts'
import { contains, containsWord, labelText, matchesWordsOrUnit, unitBeginsWith } from '#platform/server/postgres/text-search.ts'
import type { PackageQuery } from '../../contract.ts'
import { pageByTime } from './page-by-time.ts'
import { type Direction, isTime, NAMED_SORTS, NAMES, type Sort, sortsOf, TIMES } from './sorts.ts'

type Paging = Pick<PackageQuery, 'PageIndex' | 'PageSize' | 'SortDirectionText' | 'After'> & { readonly SortColumn: Sort }
/** The filters of a list of packages. */
type Filters = Partial<Omit<PackageQuery, keyof Paging | 'StatusGroupIds'>> & {
  readonly StatusGroupIds?: readonly number[] | undefined
}
/** Filters without counters. */
const UNCOUNTED = ['TrackingNumber', 'ResidentName', 'UnitNumber', 'ResidentId', 'Q', 'DroppedFrom', 'DroppedBefore'] as const

/** Filters that a package's label does not have. */
const UNLABELLED = ['BuildingId', 'LockerBankId', 'LocationIds', 'StatusGroupIds', 'DroppedFrom', 'DroppedBefore'] as const
/** Sorts that it has. */
const LABELLED_SORTS: readonly Sort[] = ['DropOffTime', 'PackageId', 'PackageNumber', 'ResidentName', 'Name', 'TrackingNumber']

/** The sorts by a text, each with the filters of that text. */
const TEXTS_IN_SORTED: Partial<Record<Sort, readonly (keyof Filters)[]>> = {
  ResidentName: ['ResidentName', 'Q'],
  Name: ['ResidentName', 'Q'],
  UnitNumber: ['UnitNumber', 'Q'],
  TrackingNumber: ['TrackingNumber', 'Q'],
  PackageNumber: ['Q'],
}

/** Of a status group or a period all packages may lack a time, or none: one part of a split sort would be searched for in vain. */
const GROUPS_AND_PERIOD = ['StatusGroupIds', 'DroppedFrom', 'DroppedBefore'] as const

const hasAny = (filters: Filters, names: readonly (keyof Filters)[] = []) => names.some((name) => filters[name] !== undefined)

/** A page of packages with its total. */
export async function packagePage<Out>(
  db: Db,
  tenant: Tenant,
  asked: Filters,
  paging: Paging,
  row: (found: FoundPackage) => Out,
) {
  const filters = await asRead(db, tenant, asked)
  const { SortColumn, SortDirectionText } = paging
  const isSearch = hasText(filters)
  const sorts = sortsOf(SortDirectionText, isSearch ? NAMES.placeOfEach : NAMES.place)
  const total = hasAny(filters, UNCOUNTED) ? undefined : () => countPackages(db, tenant, filters)
  const reader = pageReader(db, paging, { sorts, id: 'p.id', details: withDetails, row, ...(total && { total }) })
  const sorted = { sort: sorts[SortColumn], direction: SortDirectionText }
  const isLabelled = isSearch && !hasAny(filters, UNLABELLED) && LABELLED_SORTS.includes(SortColumn)
  const found = (isLabelled ? labelsOf : matchingPackages)(db, tenant, filters)
  const matching = withSortedName(found, filters, sorted)
  const isNamed = NAMED_SORTS.includes(SortColumn)
  // Those of a text in the sorted column may all be at the end of the order, and so may those of a place or courier.
  const mayBeAtEnd = isNamed || hasAny(filters, TEXTS_IN_SORTED[SortColumn])
  if (isSearch && mayBeAtEnd) return reader.read(matching, reader.collected(matching))
  const packages = comparedPackages(db, tenant, filters)
  if (isTime(SortColumn) && !hasAny(filters, GROUPS_AND_PERIOD))
    return reader.read(matching, reader.detailed(pageByTime(db, packages, TIMES[SortColumn], paging, reader.start)))
  return reader.read(matching, reader.inOrder(isNamed ? matching : packages))
}

/** A package as a file of them has it. */
export type ExportedPackage = Awaited<ReturnType<ReturnType<typeof packagesInOrder>['execute']>>[number]
/** A package as lists show it. */
export type FoundPackage = Awaited<ReturnType<ReturnType<typeof withDetails>['execute']>>[number]

const withDetails = (page: PageOfIds) =>
  joined(page.innerJoin('packages as p', 'p.id', 'page.sort_id') as unknown as ReturnType<typeof matchingPackages>)

/**
 * All filtered packages in the order of the list, with what a file of them shows: the times among its columns, in the time zone of the
 * property, one of `timeZones`.
 */
export function packagesInOrder(
  db: Db,
  tenant: Tenant,
  filters: Filters,
  sort: Pick<Paging, 'SortColumn' | 'SortDirectionText'>,
  { columns, timeZones }: { readonly columns: readonly Sort[]; readonly timeZones: readonly string[] },
) {
  const { zones, localTimestamp } = localTimestamps(timeZones)
  // Half the time of a large file is that of all four. As `localTimeText` reads it.
  const time = (name: Sort, column: string) =>
    columns.includes(name)
      ? sql<string | null>`to_char(${localTimestamp(sql.ref(column))}, 'YYYY-MM-DD HH24:MI:SS')`
      : sql<null>`null`
  const by = sortsOf(sort.SortDirectionText)[sort.SortColumn]
  return withNames(matchingPackages(db, tenant, filters))
    .innerJoin(zones, 'zones.time_zone', 'o.time_zone')
    .select(['p.id', 'o.time_zone', 'p.recipient_name', 'p.unit_number', 'p.package_number', 'p.tracking_number', 'p.status_id'])
    .select([time('DropOffTime', 'p.drop_off_time').as('dropped_off'), time('ExpiryTime', 'p.expiry_time').as('expires')])
    .select([
      time('CollectionTime', 'p.collection_time').as('collected'),
      time('RecoveryTime', 'p.recovery_time').as('recovered'),
    ])
    .select('p.status_group')
    .orderBy(by, sort.SortDirectionText)
    .orderBy('p.id', sort.SortDirectionText)
}

const withNames = (packages: ReturnType<typeof matchingPackages>) =>
  packages
    .innerJoin('properties as o', 'o.id', 'p.property_id')
    .leftJoin('locker_banks as b', 'b.id', 'p.locker_bank_id')
    .leftJoin('lockers as k', 'k.id', 'p.locker_id')
    .leftJoin('mailrooms as m', 'm.id', 'p.mailroom_id')
    .leftJoin('couriers as c', 'c.id', 'p.courier_id')
    .select(['b.name as bank_name', 'k.name as locker_name', 'm.name as mailroom_name', 'c.name as courier_name'])

const joined = (packages: ReturnType<typeof matchingPackages>) =>
  withNames(packages)
    .leftJoin('residents as r', 'r.id', 'p.resident_id')
    .select(['p.id', 'p.property_id', 'o.time_zone', 'p.locker_id'])
    .select([idUnlessDeleted('b').as('bank_id'), idUnlessDeleted('m').as('mailroom_id')])
    .select([idUnlessDeleted('c').as('courier_id'), idUnlessDeleted('r').as('resident_id')])
    .select(['p.recipient_name', 'p.unit_number'])
    .select(['p.package_number', 'p.tracking_number', 'p.status_id', 'p.status_group', 'p.drop_off_time', 'p.expiry_time'])
    .select(['p.collection_time', 'p.recovery_time'])

/** Joins the names that are sorted by. */
function withSortedName(
  packages: ReturnType<typeof matchingPackages>,
  filters: Filters,
  { sort, direction }: { readonly sort: RawBuilder<unknown>; readonly direction: Direction },
): ReturnType<typeof matchingPackages> {
  if (sort === NAMES.place)
    return packages.innerJoin(placesOf(filters, direction).as('place'), 'place.id', 'p.place_id') as unknown as typeof packages
  if (sort === NAMES.placeOfEach)
    return packages.leftJoin('locker_banks as b', 'b.id', 'p.locker_bank_id').leftJoin('mailrooms as m', 'm.id', 'p.mailroom_id')
  if (sort === NAMES.courier) return packages.leftJoin('couriers as c', 'c.id', 'p.courier_id')
  return sort === NAMES.locker ? packages.leftJoin('lockers as k', 'k.id', 'p.locker_id') : packages
}

/** The places of the filters in the order of their names, so that a page ends with the packages of the first ones. */
function placesOf({ PropertyId, BuildingId, LockerBankId, LocationIds }: Filters, direction: Direction) {
  const where = all([
    sql`true`,
    ...(PropertyId ? [sql`property_id = ${PropertyId}`] : []),
    ...(BuildingId ? [sql`property_id = (select property_id from buildings where id = ${BuildingId})`] : []),
    ...(LockerBankId ? [sql`id = ${LockerBankId}`] : []),
    ...(LocationIds ? [sql`id ${isAnyOf(LocationIds)}`] : []),
  ])
  const placesIn = (table: string) => sql`select id, name from ${sql.table(table)} where ${where}`
  return sql<{ id: string; name: string }>`(
    select id, ${naturalOrder('name')} as name from (${placesIn('locker_banks')} union all ${placesIn('mailrooms')}) as every
    order by 2 ${sql.raw(direction)})`
}

/** The filters with the text by which packages are found, when it is that of a label. */
export async function asRead<F extends Filters>(db: Db, tenant: Tenant, filters: F): Promise<F> {
  let read = filters
  for (const name of ['Q', 'ResidentName'] as const) {
    const finds = (text: string) => matchingPackages(db, tenant, { ...read, [name]: text }).select('p.id')
    if (filters[name]) read = { ...read, [name]: await labelText(db, filters[name], finds) }
  }
  return read
}

/** The packages of the filters. */
export function matchingPackages(db: Db, tenant: Tenant, filters: Filters) {
  const packages = packagesOf(db, tenant, filters)
  if (!hasText(filters)) return packages
  return packages
    .innerJoin('package_labels as l', (join) =>
      join.onRef('l.organisation_id', '=', 'p.organisation_id').onRef('l.package_id', '=', 'p.id'),
    )
    .where(all(textsOf(filters)))
}

/** The same packages, with their texts as a condition that no index serves. */
function comparedPackages(db: Db, tenant: Tenant, filters: Filters) {
  const packages = packagesOf(db, tenant, filters)
  if (!hasText(filters)) return packages
  return packages.where(sql<boolean>`(
    select ${all(textsOf(filters))} from package_labels as l where l.organisation_id = p.organisation_id and l.package_id = p.id)`)
}

/** The labels of texts, as if they were their packages. */
function labelsOf(db: Db, tenant: Tenant, filters: Filters) {
  const labels = db
    .selectFrom('package_labels')
    .select(['organisation_id', 'property_id', 'package_id as id', 'drop_off_time', 'package_number'])
    .select(['recipient_name', 'tracking_number', 'tracking_key', 'resident_id', 'unit_key', 'search_text'])
  const matching = db
    .selectFrom(labels.as('p'))
    .where(inPlaces(tenant, filters))
    .where(all(textsOf(filters, 'p')))
  return matching as unknown as ReturnType<typeof matchingPackages>
}

/** The packages of the filters without its texts. */
function packagesOf(db: Db, tenant: Tenant, filters: Filters) {
  const { BuildingId, DroppedFrom, DroppedBefore } = filters
  let packages = db.selectFrom('packages as p').where(inPlaces(tenant, filters))
  // Uses the property's index; there is none for buildings.
  if (BuildingId)
    packages = packages.where(sql<boolean>`p.property_id = (select property_id from buildings where id = ${BuildingId})`)
  if (DroppedFrom) packages = packages.where('p.drop_off_time', '>=', DroppedFrom)
  if (DroppedBefore) packages = packages.where('p.drop_off_time', '<', DroppedBefore)
  return packages
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

const hasText = (filters: Filters) => textsOf(filters).length > 0

/** Conditions on a package's label. */
function textsOf({ TrackingNumber, ResidentName, UnitNumber, ResidentId, Q }: Filters, label = 'l') {
  const of = (column: string) => `${label}.${column}`
  return [
    ...(ResidentId ? [sql`${sql.ref(of('resident_id'))} = ${ResidentId}`] : []),
    ...(TrackingNumber ? [orNumber(TrackingNumber, of, hasNumber(compact(TrackingNumber), of))] : []),
    ...(ResidentName ? [hasName(ResidentName, of)] : []),
    ...(UnitNumber ? [unitBeginsWith(of('unit_key'), UnitNumber)] : []),
    ...(Q ? [orNumber(Q, of, matchesWordsOrUnit(of('search_text'), Q))] : []),
  ]
}

/** Whether it is for one of names with | between them. */
const hasName = (names: string, of: (column: string) => string) =>
  sql<boolean>`(${sql.join(
    names.split(' | ').map((name) => containsWord(of('recipient_name'), name, of('search_text'))),
    sql` or `,
  )})`

/** Whether a tracking number contains a part of one, without the blanks and hyphens in it. */
const hasNumber = (part: string, of: (column: string) => string) => contains(of('tracking_key'), part, of('search_text'))

/** A condition on a text, or on the number that the text is: as it is printed in groups, scanned or kept. */
function orNumber(text: string, of: (column: string) => string, condition: RawBuilder<boolean>): RawBuilder<boolean> {
  const isKnown = recogniseCarriers(text).length > 0
  const keys = trackingKeysOf(text).filter((key) => isKnown || isLongNumber(key) || IN_GROUPS.test(text))
  if (keys.length === 0) return condition
  const key = sql.ref(of('tracking_key'))
  // A known number is whole: it is not sought as a part of another.
  const isPart = !isKnown && /\s/.test(text.trim())
  const part = isPart ? [hasNumber(keys[0]!, of)] : []
  return sql<boolean>`(${sql.join([sql`${key} = ${anyOf(keys)} and ${key} <> ''`, ...part, condition], sql` or `)})`
}
/** Shorter ones are units and names rather than numbers of parcels. */
const isLongNumber = (key: string) => key.length >= 8 && /(?:\d\D*){6}/.test(key)
/** As a search by words it would be other words: marks separate them, or stay in them. */
const IN_GROUPS = /\p{N}[^\p{L}\p{N}\s]+[\p{L}\p{N}]/u
