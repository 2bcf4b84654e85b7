import { sql } from 'kysely'
import { asParams } from '#platform/server/postgres/cached-query.ts'
import type { Tenant } from '#platform/server/postgres/db.ts'
import { escapeLike } from '#platform/server/postgres/sql-helpers.ts'
import { all, type Filters, laneValues, periodOf, placesOf, type Sql } from './lanes.ts'

/** A trigram index finds parts of a word from this length on; anything shorter is looked for where a word begins. */
const SHORTEST_PART = 3
/** Above every character, for the end of a range of beginnings. */
const LAST_CHARACTER = '\u{10FFFF}'

export const hasTexts = ({ TrackingNumber, ResidentName, UnitNumber, Q, ResidentId }: Filters): boolean =>
  [TrackingNumber, ResidentName, UnitNumber, Q, ResidentId].some((text) => text !== undefined)

const isPart = (text: string) => text.length >= SHORTEST_PART
const trackingNumber = (table: string, text: string) =>
  sql`${sql.ref(`${table}.tracking_number`)} ilike ${isPart(text) ? `%${escapeLike(text)}%` : `${escapeLike(text)}%`}`
const residentName = (table: string, text: string) => {
  const name = sql.ref(`${table}.recipient_name`)
  if (isPart(text)) return sql`${name} ilike ${`%${escapeLike(text)}%`}`
  return sql`(${name} ilike ${`${escapeLike(text)}%`} or ${name} ilike ${`% ${escapeLike(text)}%`})`
}
const numbersLike = (text: string) => [text, text.toUpperCase()]

/** The text filters as conditions on packages `p`, read one by one. */
export function onPackages({ TrackingNumber, ResidentName, UnitNumber, Q, ResidentId }: Filters): readonly Sql[] {
  return [
    ...(ResidentId ? [sql`p.resident_id = ${ResidentId}`] : []),
    ...(TrackingNumber ? [trackingNumber('p', TrackingNumber)] : []),
    ...(ResidentName ? [residentName('p', ResidentName)] : []),
    ...(UnitNumber ? [sql`starts_with(lower(p.unit_number), lower(${UnitNumber}))`] : []),
    ...(Q
      ? [
          sql`(${trackingNumber('p', Q)} or ${residentName('p', Q)} or lower(p.unit_number) = lower(${Q})
            or p.package_number = any(${numbersLike(Q)}))`,
        ]
      : []),
  ]
}

/** `select id, drop_off_time` of the packages that match, found by the labels' indexes. */
export function byLabels(filters: Filters, tenant: Tenant): Sql {
  const { organisationId, propertyIds } = tenant
  const { TrackingNumber, ResidentName, UnitNumber, Q, ResidentId } = filters
  const properties = filters.PropertyId ? [filters.PropertyId] : propertyIds
  const ofOrganisation = sql`l.organisation_id = ${organisationId}`
  const inProperties =
    properties === '*'
      ? sql`${ofOrganisation} and l.property_id = any(array(select id from properties))`
      : sql`${ofOrganisation} and l.property_id = any(${properties})`
  const common = [
    ...(properties === '*' ? [] : [sql`l.property_id = any(${properties})`]),
    ...(ResidentId ? [ofOrganisation, sql`l.resident_id = ${ResidentId}`] : []),
    ...(TrackingNumber ? [trackingNumber('l', TrackingNumber)] : []),
    ...(ResidentName ? [residentName('l', ResidentName)] : []),
    ...(UnitNumber
      ? [inProperties, sql`l.unit_key >= lower(${UnitNumber}) and l.unit_key < lower(${UnitNumber}) || ${LAST_CHARACTER}::text`]
      : []),
    ...periodOf(asParams(laneValues(filters, tenant)), 'l'),
  ]
  const labels = (...more: Sql[]) =>
    sql`select l.package_id as id, l.drop_off_time from package_labels l where ${all([...common, ...more])}`
  if (!Q) return labels()
  // Each way by its own index; together in one condition they would have none.
  return sql`${labels(sql`(${trackingNumber('l', Q)} or ${residentName('l', Q)})`)}
    union ${labels(inProperties, sql`l.unit_key = lower(${Q})`)}
    union ${labels(
      sql`l.package_id = any(array(select n.id from packages n where n.organisation_id = ${organisationId}
        and n.package_number = any(${numbersLike(Q)})))`,
      ofOrganisation,
    )}`
}

/** What packages `p` that were found by their labels must be besides; empty when the labels say it all. */
export function besidesLabels(filters: Filters): readonly Sql[] {
  const places = placesOf(filters)
  return [
    ...(filters.BuildingId ? [sql`p.building_id = ${filters.BuildingId}`] : []),
    ...(places ? [sql`p.place_id = any(${places})`] : []),
    ...(filters.StatusGroupIds ? [sql`p.status_group = any(${filters.StatusGroupIds})`] : []),
  ]
}
