import { sql } from 'kysely'
import { LIVE_GROUP_IDS } from '#features/package-statuses/statuses.ts'
import type { InputOf } from '#platform/operation.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { anyOf, naturalOrder, rowVersion } from '#platform/server/postgres/sql-helpers.ts'
import type { buildings } from '../contract.ts'
import type { BuildingUse } from '../rules.ts'

type Draft = InputOf<typeof buildings.save>

/** The buildings of the tenant's properties that were not deleted, with their property. */
export const visibleBuildings = (db: Db) =>
  db
    .selectFrom('buildings as b')
    .innerJoin('properties as p', 'p.id', 'b.property_id')
    .where('b.deleted_at', 'is', null)
    .where('p.deleted_at', 'is', null)

const CHOICE = ['b.id as Id', 'b.name as Name', 'p.id as PropertyId', 'p.name as PropertyName'] as const
export const ROW = [...CHOICE, 'b.address as Address'] as const
const RECORD = [...ROW, 'b.description as Description'] as const
export const recordOf = (db: Db, id: string) =>
  visibleBuildings(db).select(RECORD).select(rowVersion('b').as('Version')).where('b.id', '=', id)

export const buildingChoices = (db: Db) => visibleBuildings(db).select(CHOICE).orderBy(naturalOrder('b.name')).orderBy('b.id')

/** Locks the buildings against changes and new contents, in the order of their ids. */
export const lockBuildings = (db: Db, ids: readonly string[]) =>
  visibleBuildings(db).select(['b.id', 'b.name']).where('b.id', '=', anyOf(ids)).orderBy('b.id').forUpdate('b').execute()

const columnsOf = (draft: Draft) => ({
  property_id: draft.PropertyId,
  name: draft.Name,
  address: draft.Address,
  description: draft.Description,
})

export const insertBuilding = (db: Db, key: { organisation_id: string; id: string }, draft: Draft) =>
  db
    .insertInto('buildings')
    .values({ ...key, ...columnsOf(draft) })
    .execute()

/** Updates a locked building. */
export const updateBuilding = (db: Db, id: string, draft: Draft) =>
  db.updateTable('buildings').set(columnsOf(draft)).where('id', '=', id).execute()

/** Deletes buildings: they are hidden, histories keep their ids. */
export const hideBuildings = (db: Db, ids: readonly string[], now: Date) =>
  db.updateTable('buildings').set({ deleted_at: now }).where('id', '=', anyOf(ids)).execute()

/** What each of the buildings has, and whether it ever had something. */
export async function usesOf(db: Db, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; wasUsed: boolean } & BuildingUse>`
    select b.id,
      exists (select from package_counts c where c.building_id = b.id and c.packages > 0
        and c.property_id = b.property_id and c.status_group = ${anyOf(LIVE_GROUP_IDS)}) as "hasLivePackages",
      exists (select from residents r where r.building_id = b.id and r.property_id = b.property_id
        and r.deleted_at is null) as "hasResidents",
      exists (select from locker_banks l where l.building_id = b.id and l.deleted_at is null) as "hasBanks",
      exists (select from mailrooms m where m.building_id = b.id and m.deleted_at is null) as "hasMailrooms",
      exists (select from package_counts c where c.building_id = b.id and c.property_id = b.property_id)
        or exists (select from residents r where r.building_id = b.id and r.property_id = b.property_id)
        or exists (select from registrations g where g.building_id = b.id and g.property_id = b.property_id)
        or exists (select from locker_banks l where l.building_id = b.id)
        or exists (select from mailrooms m where m.building_id = b.id) as "wasUsed"
    from buildings b where b.id = ${anyOf(ids)}`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}
