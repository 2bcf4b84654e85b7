import { sql } from 'kysely'
import type { InputOf } from '#platform/operation.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { anyOf, naturalOrder } from '#platform/server/postgres/sql-helpers.ts'
import { recordStore } from '#platform/server/record-store.ts'
import type { couriers } from '../contract.ts'

/** The couriers that were not deleted: every query here starts with them. */
export const visibleCouriers = (db: Db) => db.selectFrom('couriers as c').where('c.deleted_at', 'is', null)

/** The couriers that may be chosen for a package, in the order in which they are offered. */
export const assignableCouriers = (db: Db) =>
  visibleCouriers(db)
    .select(CHOICE)
    .where('c.sort_order', '<>', 0)
    .orderBy('c.sort_order')
    .orderBy(naturalOrder('c.name'))
    .orderBy('c.id')
    .execute()

/** The columns of a choice. */
export const CHOICE = ['c.id as Id', 'c.name as Name', 'c.sort_order as SortOrder', 'c.is_dry_cleaning as IsDryCleaning'] as const
export const ROW = [...CHOICE, 'c.description as Description'] as const

export const courierStore = recordStore({
  table: 'couriers',
  alias: 'c',
  word: 'courier',
  records: (db) => visibleCouriers(db).select(ROW),
  columns: (draft: InputOf<typeof couriers.save>) => ({
    name: draft.Name,
    description: draft.Description,
    sort_order: draft.SortOrder,
    is_dry_cleaning: draft.IsDryCleaning,
  }),
})

/** The couriers among `ids` that have agents, in any property. */
export async function withAgents(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('agents')
    .select('courier_id')
    .distinct()
    .where('courier_id', '=', anyOf(ids))
    .where('deleted_at', 'is', null)
    .execute()
  return new Set(rows.map(({ courier_id }) => courier_id))
}

/** The couriers among `ids` with live packages in the organisation, including properties that the tenant does not see. */
export async function withLivePackages(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select couriers_with_packages(${ids}::uuid[]) as id`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
