import { sql } from 'kysely'
import { LIVE_GROUP_IDS } from '#features/package-statuses/statuses.ts'
import type { InputOf } from '#platform/operation.ts'
import type { Db, Tenant } from '#platform/server/postgres/db.ts'
import { readPage } from '#platform/server/postgres/paging.ts'
import { anyOf, inProperties, naturalOrder } from '#platform/server/postgres/sql-helpers.ts'
import { withPlaceNames } from '#platform/server/postgres/text-search.ts'
import type { mailrooms } from '../contract.ts'
import { LIVE_PACKAGES, RECORD, withPlaces } from './store.ts'

type Query = InputOf<typeof mailrooms.page>

/** Each has an index but the number of packages, for which all matches are sorted. */
const SORTS = {
  Name: naturalOrder('m.name'),
  BuildingName: naturalOrder('b.name'),
  PropertyName: naturalOrder('p.name'),
  Packages: sql`coalesce(l.packages, 0)`,
}

/** A page of mailrooms. Buildings and properties with mailrooms cannot be deleted, so only a sort by them joins them. */
export function mailroomPage(db: Db, tenant: Tenant, { SearchText, PropertyId, BuildingId, ...input }: Query) {
  let matching = db.selectFrom('mailrooms as m').where('m.deleted_at', 'is', null).where(inProperties('m.property_id', tenant))
  if (PropertyId) matching = matching.where('m.property_id', '=', PropertyId)
  if (BuildingId) matching = matching.where('m.building_id', '=', BuildingId)
  if (SearchText) matching = withPlaceNames(matching, 'm.search_text', SearchText)
  return readPage(db, withSorted(db, matching, input), input, {
    sorts: SORTS,
    id: 'm.id',
    details: (page) =>
      page
        .innerJoin('mailrooms as m', 'm.id', 'page.sort_id')
        .innerJoin('buildings as b', 'b.id', 'm.building_id')
        .innerJoin('properties as p', 'p.id', 'm.property_id')
        .select(RECORD)
        .select(LIVE_PACKAGES.as('Packages')),
    row: withPlaces,
  })
}

const mailroomsOf = (db: Db) => db.selectFrom('mailrooms as m')

/** Joins what is sorted by. */
function withSorted(db: Db, matching: ReturnType<typeof mailroomsOf>, { SortColumn }: Pick<Query, 'SortColumn'>) {
  if (SortColumn === 'BuildingName') return matching.innerJoin('buildings as b', 'b.id', 'm.building_id')
  if (SortColumn === 'PropertyName') return matching.innerJoin('properties as p', 'p.id', 'm.property_id')
  if (SortColumn === 'Name') return matching
  return matching.leftJoin(livePackages(db).as('l'), 'l.place_id', 'm.id')
}

/** The packages of each place that has some. */
const livePackages = (db: Db) =>
  db
    .selectFrom('package_counts')
    .select(['place_id', sql<number>`sum(packages)::int`.as('packages')])
    .where('status_group', '=', anyOf(LIVE_GROUP_IDS))
    .groupBy('place_id')
