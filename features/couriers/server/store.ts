import { sql } from 'kysely'
import type { InputOf } from '#platform/operation.ts'
import { orNotFound } from '#platform/server/http/refusal.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import type { couriers } from '../contract.ts'

type Draft = InputOf<typeof couriers.save>

/** The couriers that were not deleted: every query here begins with them. */
export const visibleCouriers = (db: Db) => db.selectFrom('couriers as c').where('c.deleted_at', 'is', null)

/** What a choice tells of a courier. */
export const CHOICE = ['c.id as Id', 'c.name as Name', 'c.sort_order as SortOrder', 'c.is_dry_cleaning as IsDryCleaning'] as const
export const ROW = [...CHOICE, 'c.description as Description'] as const

/** The courier's row, locked so that whoever chooses it for an agent or changes it waits; 404 where there is none. */
export const lockedCourier = async (db: Db, id: string) =>
  orNotFound(await visibleCouriers(db).select(CHOICE).where('c.id', '=', id).forUpdate().executeTakeFirst())

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

/** Changes a locked courier. */
export const updateCourier = (db: Db, id: string, draft: Draft) =>
  db.updateTable('couriers').set(columnsOf(draft)).where('id', '=', id).execute()

/** Whoever names a courier of the organisation waits until the transaction ends. */
export const lockCourierNames = (db: Db, organisationId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`names of couriers of ${organisationId}`}, 0))`.execute(db)

/** Is another courier called so, without regard to case? */
export const isNameTaken = async (db: Db, id: string, name: string): Promise<boolean> =>
  (await visibleCouriers(db)
    .select('c.id')
    .where(sql`lower(c.name)`, '=', sql`lower(${name})`)
    .where('c.id', '<>', id)
    .executeTakeFirst()) !== undefined

/** Those of the couriers that have agents, whichever properties they come to. */
export async function withAgents(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('agents')
    .select('courier_id')
    .distinct()
    .where((eb) => eb('courier_id', '=', eb.fn.any(eb.val(ids))))
    .where('deleted_at', 'is', null)
    .execute()
  return new Set(rows.map(({ courier_id }) => courier_id))
}

/** Those of the couriers with packages in the organisation's houses, also in those that the tenant does not see. */
export async function withLivePackages(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select couriers_with_packages(${ids}::uuid[]) as id`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
