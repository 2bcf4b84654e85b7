import { sql } from 'kysely'
import { LIVE_GROUP_IDS } from '#features/package-statuses/statuses.ts'
import type { InputOf } from '#platform/operation.ts'
import { type Db, executePlanned, type Tenant } from '#platform/server/postgres/db.ts'
import { anyOf, inProperties, naturalOrder } from '#platform/server/postgres/sql-helpers.ts'
import { everyWord, matchesWord } from '#platform/server/postgres/text-search.ts'
import { recordStore } from '#platform/server/record-store.ts'
import { settingsStore } from '#platform/server/saved-settings.ts'
import type { properties } from '../contract.ts'
import { CHOICES_LIMIT, type propertyLookUp } from '../look-up.ts'
import { PROPERTY_SETTINGS } from '../settings.ts'

/** The tenant's properties that were not deleted, with their regions. */
export const visibleProperties = (db: Db) =>
  db.selectFrom('properties as p').leftJoin('regions as r', 'r.id', 'p.region_id').where('p.deleted_at', 'is', null)

export const ROW = [
  'p.id as Id',
  'p.name as Name',
  'p.external_code as ExternalCode',
  'p.region_id as RegionId',
  'p.time_zone as TimeZoneId',
  'p.address as Address',
] as const
export const REGION_NAME = sql<string>`coalesce(r.name, '')`

/** The tenant's properties that were not deleted, by the index of the tenant's properties. */
const ownProperties = (db: Db, tenant: Tenant) => visibleProperties(db).where(inProperties('p.id', tenant))

/** The first properties by name that have the words, or these ids, whether there are more, and then how many their regions have. */
export async function findProperties(db: Db, tenant: Tenant, { SearchText, Ids }: InputOf<typeof propertyLookUp>) {
  let matching = ownProperties(db, tenant).select([
    'p.id as Id',
    'p.name as Name',
    'p.region_id as RegionId',
    REGION_NAME.as('RegionName'),
  ])
  if (SearchText)
    matching = matching.where(
      everyWord(
        SearchText,
        (word) =>
          sql<boolean>`(${matchesWord(sql.ref('p.search_text'), word)} or ${matchesWord(sql.ref('r.search_text'), word)})`,
      ),
    )
  if (Ids) matching = matching.where('p.id', '=', anyOf(Ids))
  const found = await executePlanned<{ Id: string; Name: string; RegionId: string | null; RegionName: string }>(
    db,
    matching
      .orderBy(naturalOrder('p.name'))
      .orderBy('p.id')
      .limit(sql.lit(CHOICES_LIMIT + 1)),
  )
  const Data = found.slice(0, CHOICES_LIMIT)
  const IsMore = found.length > CHOICES_LIMIT
  return { Data, IsMore, Regions: IsMore ? await sizesOf(db, tenant, Data) : [] }
}

/** How many of the tenant's properties each region of these has. */
const sizesOf = (db: Db, tenant: Tenant, found: readonly { RegionId: string | null }[]) =>
  ownProperties(db, tenant)
    .select(['p.region_id as Id', sql<number>`count(*)::int`.as('Properties')])
    .where('p.region_id', '=', anyOf([...new Set(found.flatMap(({ RegionId }) => RegionId ?? []))]))
    .groupBy('p.region_id')
    .$narrowType<{ Id: string }>()
    .execute()

export const idsOfRegion = async (db: Db, tenant: Tenant, regionId: string): Promise<string[]> =>
  (await ownProperties(db, tenant).select('p.id').where('p.region_id', '=', regionId).execute()).map(({ id }) => id)

export const propertyStore = recordStore({
  table: 'properties',
  alias: 'p',
  word: 'property',
  records: (db) =>
    visibleProperties(db)
      .select(ROW)
      .select(['p.description as Description', 'p.organisation_id as OrganisationId', REGION_NAME.as('RegionName')]),
  columns: (draft: InputOf<typeof properties.save>) => ({
    name: draft.Name,
    external_code: draft.ExternalCode,
    description: draft.Description,
    region_id: draft.Region?.Id ?? null,
    time_zone: draft.TimeZoneId,
    address: draft.Address,
  }),
})

/** Whether another property of the organisation has the name, also one that the tenant does not see. */
export async function isPropertyNameTaken(db: Db, name: string, id: string): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`select property_name_taken(${name}, ${id}::uuid) as taken`.execute(db)
  return rows[0]!.taken
}

/** The packages on site. */
export async function livePackagesOf(db: Db, propertyId: string): Promise<number> {
  const { packages } = await db
    .selectFrom('package_counts')
    .select(sql<number>`coalesce(sum(packages), 0)::int`.as('packages'))
    .where('property_id', '=', propertyId)
    .where('status_group', '=', anyOf(LIVE_GROUP_IDS))
    .executeTakeFirstOrThrow()
  return packages
}

/** The properties among `ids` that have buildings. */
export async function withBuildings(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('buildings')
    .select('property_id')
    .distinct()
    .where('property_id', '=', anyOf(ids))
    .where('deleted_at', 'is', null)
    .execute()
  return new Set(rows.map(({ property_id }) => property_id))
}

export const settingsOfProperty = settingsStore('property_settings', 'property_id', PROPERTY_SETTINGS)
