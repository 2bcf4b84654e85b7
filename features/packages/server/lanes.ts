import { type RawBuilder, sql } from 'kysely'
import type { Params } from '#platform/server/postgres/cached-query.ts'
import type { Tenant } from '#platform/server/postgres/db.ts'
import type { PackageQuery } from '../contract.ts'

/** What a list of packages may be narrowed by; the Package Viewer's query, or as much of it as another list needs. */
export type Filters = Partial<
  Pick<
    PackageQuery,
    | 'PropertyId'
    | 'BuildingId'
    | 'LockerBankId'
    | 'LocationIds'
    | 'ResidentId'
    | 'TrackingNumber'
    | 'ResidentName'
    | 'UnitNumber'
    | 'Q'
    | 'DroppedFrom'
    | 'DroppedBefore'
  > & { readonly StatusGroupIds: readonly number[] | undefined }
>

export type Sql = RawBuilder<unknown>
export const all = (conditions: readonly Sql[]): Sql => (conditions.length ? sql.join(conditions, sql` and `) : sql`true`)

/**
 * The lanes of a list: an index holds the packages of an organisation's group, of a building's and of a place's in the
 * order of their drop-off. Merging the heads of the lanes that a list runs through gives its page without reading more,
 * however narrow the filter or the caller's properties are; and the kept numbers say how much lies in each.
 */
export type Lanes = {
  /** `select` of the lanes that are not empty, with `packages` lying in each. */
  readonly kept: Sql
  /** Whether a package `p` lies in a lane `k`. */
  readonly inLane: Sql
  /** What a package `p` of a lane must be besides. */
  readonly besides: readonly Sql[]
}

/** What a query that runs through lanes is told. */
export type LaneValues = {
  readonly organisationId: string
  /** One property stands by itself: PostgreSQL then goes straight to its numbers. */
  readonly property: string | undefined
  readonly properties: readonly string[] | undefined
  readonly building: string | undefined
  readonly places: readonly string[] | undefined
  readonly groups: readonly number[] | undefined
  /** Without these the kept numbers alone say how many there are. */
  readonly from: string | undefined
  readonly before: string | undefined
}

export function laneValues(filters: Filters, { organisationId, propertyIds }: Tenant): LaneValues {
  const properties = filters.PropertyId ? [filters.PropertyId] : propertyIds
  const isOne = properties.length === 1 && properties !== '*'
  return {
    organisationId,
    property: isOne ? properties[0] : undefined,
    properties: isOne || properties === '*' ? undefined : properties,
    building: filters.BuildingId,
    places: placesOf(filters),
    groups: filters.StatusGroupIds,
    from: filters.DroppedFrom,
    before: filters.DroppedBefore,
  }
}

export function lanesOf(values: Params<LaneValues>): Lanes {
  const { organisationId, property, properties, building, places, groups } = values
  const isNarrow = property !== undefined || properties !== undefined || building !== undefined
  const lane = ['status_group', ...(places ? ['place_id'] : isNarrow ? ['building_id'] : [])]
  const columns = sql.join(lane.map((name) => sql.ref(name)))
  const wanted = [
    sql`organisation_id = ${organisationId}`,
    sql`packages > 0`,
    ...(property ? [sql`property_id = ${property}`] : []),
    ...(properties ? [sql`property_id = any(${properties})`] : []),
    ...(building ? [sql`building_id = ${building}`] : []),
    ...(places ? [sql`place_id = any(${places})`] : []),
    ...(groups ? [sql`status_group = any(${groups})`] : []),
  ]
  return {
    kept: sql`select ${columns}, sum(packages)::int as packages from package_counts where ${all(wanted)} group by ${columns}`,
    inLane: all([
      sql`p.organisation_id = ${organisationId}`,
      ...lane.map((name) => sql`${sql.ref(`p.${name}`)} = ${sql.ref(`k.${name}`)}`),
    ]),
    besides: [
      ...(places && building ? [sql`p.building_id = ${building}`] : []),
      ...(places && property ? [sql`p.property_id = ${property}`] : []),
      ...periodOf(values, 'p'),
    ],
  }
}

/** Locker banks and mailrooms that are asked for; undefined for any. */
export function placesOf({ LockerBankId, LocationIds }: Filters): readonly string[] | undefined {
  if (!LockerBankId) return LocationIds
  return LocationIds && !LocationIds.includes(LockerBankId) ? [] : [LockerBankId]
}

/** The period of the drop-off, over a table that has its time. */
export function periodOf({ from, before }: Pick<Params<LaneValues>, 'from' | 'before'>, table: string): readonly Sql[] {
  const time = sql.ref(`${table}.drop_off_time`)
  return [...(from ? [sql`${time} >= ${from}`] : []), ...(before ? [sql`${time} < ${before}`] : [])]
}
