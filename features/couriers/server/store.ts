import { sql } from 'kysely'
import type { InputOf } from '#platform/operation.ts'
import { existing } from '#platform/server/entities.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { anyOf, naturalOrder, rowVersion, sameText } from '#platform/server/postgres/sql-helpers.ts'
import type { couriers } from '../contract.ts'

type Draft = InputOf<typeof couriers.save>

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

/** A courier with its version, which changes with each save. */
export const recordOf = (db: Db, id: string) =>
  visibleCouriers(db).select(ROW).select(rowVersion('c').as('Version')).where('c.id', '=', id)

/** The courier's row, locked against changes and against being assigned to an agent; 404 if there is none. */
export const lockedCourier = (db: Db, id: string) => existing(recordOf(db, id).forUpdate())

/** Locks the couriers as `lockedCourier` does, in the order of their ids. */
export const lockCouriers = (db: Db, ids: readonly string[]) =>
  visibleCouriers(db).select(['c.id', 'c.name']).where('c.id', '=', anyOf(ids)).orderBy('c.id').forUpdate().execute()

/** Deletes couriers: they are hidden, histories keep their ids. */
export const hideCouriers = (db: Db, ids: readonly string[], now: Date) =>
  db.updateTable('couriers').set({ deleted_at: now }).where('id', '=', anyOf(ids)).execute()

const columnsOf = (draft: Draft) => ({
  name: draft.Name,
  description: draft.Description,
  sort_order: draft.SortOrder,
  is_dry_cleaning: draft.IsDryCleaning,
})

export const insertCourier = (db: Db, key: { organisation_id: string; id: string }, draft: Draft) =>
  db
    .insertInto('couriers')
    .values({ ...key, ...columnsOf(draft) })
    .execute()

/** Updates a locked courier. */
export const updateCourier = (db: Db, id: string, draft: Draft) =>
  db.updateTable('couriers').set(columnsOf(draft)).where('id', '=', id).execute()

/** Whether another courier has the name, ignoring case. */
export const isNameTaken = async (db: Db, id: string, name: string): Promise<boolean> =>
  (await visibleCouriers(db).select('c.id').where(sameText('c.name', name)).where('c.id', '<>', id).executeTakeFirst()) !==
  undefined

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
