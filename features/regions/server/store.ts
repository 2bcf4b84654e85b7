import type { InputOf } from '#platform/operation.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { anyOf, rowVersion } from '#platform/server/postgres/sql-helpers.ts'
import type { regions } from '../contract.ts'

/** The regions that were not deleted: every query here starts with them. */
export const visibleRegions = (db: Db) => db.selectFrom('regions as v').where('v.deleted_at', 'is', null)

export const ROW = [
  'v.id as Id',
  'v.name as Name',
  'v.description as Description',
  'v.organisation_id as OrganisationId',
] as const

export const recordOf = (db: Db, id: string) =>
  visibleRegions(db).select(ROW).select(rowVersion('v').as('Version')).where('v.id', '=', id)

/** Locks the regions against changes and against being given to a property, in the order of their ids. */
export const lockRegions = (db: Db, ids: readonly string[]) =>
  visibleRegions(db).select(['v.id', 'v.name']).where('v.id', '=', anyOf(ids)).orderBy('v.id').forUpdate().execute()

const columnsOf = ({ Name, Description }: InputOf<typeof regions.save>) => ({ name: Name, description: Description })

export const insertRegion = (db: Db, key: { organisation_id: string; id: string }, draft: InputOf<typeof regions.save>) =>
  db
    .insertInto('regions')
    .values({ ...key, ...columnsOf(draft) })
    .execute()

/** Updates a locked region. */
export const updateRegion = (db: Db, id: string, draft: InputOf<typeof regions.save>) =>
  db.updateTable('regions').set(columnsOf(draft)).where('id', '=', id).execute()

/** Deletes regions: they are hidden, histories keep their ids. */
export const hideRegions = (db: Db, ids: readonly string[], now: Date) =>
  db.updateTable('regions').set({ deleted_at: now }).where('id', '=', anyOf(ids)).execute()

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
