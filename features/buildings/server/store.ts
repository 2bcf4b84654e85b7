import { sql } from 'kysely'
import { LIVE_GROUP_IDS } from '#features/package-statuses/statuses.ts'
import type { InputOf } from '#platform/operation.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { anyOf, naturalOrder } from '#platform/server/postgres/sql-helpers.ts'
import { recordStore } from '#platform/server/record-store.ts'
import type { buildings } from '../contract.ts'
import type { BuildingUse } from '../rules.ts'

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
export const buildingStore = recordStore({
  table: 'buildings',
  alias: 'b',
  word: 'building',
  records: (db) => visibleBuildings(db).select(RECORD),
  columns: (draft: InputOf<typeof buildings.save>) => ({
    property_id: draft.PropertyId,
    name: draft.Name,
    address: draft.Address,
    description: draft.Description,
  }),
})

export const buildingChoices = (db: Db) => visibleBuildings(db).select(CHOICE).orderBy(naturalOrder('b.name')).orderBy('b.id')

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
