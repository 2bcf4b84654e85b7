import type { InputOf } from '#platform/operation.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { anyOf } from '#platform/server/postgres/sql-helpers.ts'
import { recordStore } from '#platform/server/record-store.ts'
import type { regions } from '../contract.ts'

/** The regions that were not deleted: every query here starts with them. */
export const visibleRegions = (db: Db) => db.selectFrom('regions as v').where('v.deleted_at', 'is', null)

export const ROW = [
  'v.id as Id',
  'v.name as Name',
  'v.description as Description',
  'v.organisation_id as OrganisationId',
] as const

export const regionStore = recordStore({
  table: 'regions',
  alias: 'v',
  word: 'region',
  records: (db) => visibleRegions(db).select(ROW),
  columns: ({ Name, Description }: InputOf<typeof regions.save>) => ({ name: Name, description: Description }),
})

/** The regions among `ids` that have properties. */
export async function withProperties(db: Db, ids: readonly string[]): Promise<ReadonlySet<string | null>> {
  const rows = await db
    .selectFrom('properties')
    .select('region_id')
    .distinct()
    .where('region_id', '=', anyOf(ids))
    .where('deleted_at', 'is', null)
    .execute()
  return new Set(rows.map(({ region_id }) => region_id))
}
