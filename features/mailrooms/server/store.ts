import { sql } from 'kysely'
import type { z } from 'zod'
import { LIVE_GROUP_IDS } from '#features/package-statuses/statuses.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { anyOf, rowVersion } from '#platform/server/postgres/sql-helpers.ts'
import type { MailroomDraft } from '../contract.ts'

type Draft = z.output<typeof MailroomDraft> & { readonly IsActive: boolean }

/** The mailrooms of the tenant's properties that were not deleted, with their places. */
export const visibleMailrooms = (db: Db) =>
  db
    .selectFrom('mailrooms as m')
    .innerJoin('buildings as b', 'b.id', 'm.building_id')
    .innerJoin('properties as p', 'p.id', 'm.property_id')
    .where('m.deleted_at', 'is', null)
    .where('b.deleted_at', 'is', null)
    .where('p.deleted_at', 'is', null)

export const RECORD = [
  'm.id as Id',
  'm.name as Name',
  'b.id as BuildingId',
  'b.name as BuildingName',
  'p.id as PropertyId',
  'p.name as PropertyName',
  'm.is_active as IsActive',
  'm.address as Address',
  'm.description as Description',
] as const

export const recordOf = (db: Db, id: string) =>
  visibleMailrooms(db).select(RECORD).select(rowVersion('m').as('Version')).where('m.id', '=', id)

/** A mailroom with its places as objects too. */
export const withPlaces = <
  Row extends {
    readonly PropertyId: string
    readonly PropertyName: string
    readonly BuildingId: string
    readonly BuildingName: string
  },
>(
  row: Row,
) => ({
  ...row,
  Property: { Id: row.PropertyId, Name: row.PropertyName },
  Building: { Id: row.BuildingId, Name: row.BuildingName },
})

/** The packages in the mailroom `m` now, from the counters by place. */
export const LIVE_PACKAGES = sql<number>`(
  select coalesce(sum(c.packages), 0)::int from package_counts c where c.place_id = m.id and c.status_group = ${anyOf(LIVE_GROUP_IDS)}
)`

/** Locks the mailrooms against changes and new packages, in the order of their ids. */
export const lockMailrooms = (db: Db, ids: readonly string[]) =>
  visibleMailrooms(db).select(['m.id', 'm.name']).where('m.id', '=', anyOf(ids)).orderBy('m.id').forUpdate('m').execute()

const columnsOf = (draft: Draft) => ({
  property_id: draft.PropertyId,
  building_id: draft.BuildingId,
  name: draft.Name,
  address: draft.Address,
  description: draft.Description,
  is_active: draft.IsActive,
})

export const insertMailroom = (db: Db, key: { organisation_id: string; id: string }, draft: Draft) =>
  db
    .insertInto('mailrooms')
    .values({ ...key, ...columnsOf(draft) })
    .execute()

/** Updates a locked mailroom. */
export const updateMailroom = (db: Db, id: string, draft: Draft) =>
  db.updateTable('mailrooms').set(columnsOf(draft)).where('id', '=', id).execute()

/** Deletes mailrooms: they are hidden, histories keep their ids. */
export const hideMailrooms = (db: Db, ids: readonly string[], now: Date) =>
  db.updateTable('mailrooms').set({ deleted_at: now }).where('id', '=', anyOf(ids)).execute()

/** What each of the mailrooms holds or serves, and whether it ever did. */
export async function usesOf(db: Db, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; hasLivePackages: boolean; isOfBank: boolean; wasUsed: boolean }>`
    select m.id, ${LIVE_PACKAGES} > 0 as "hasLivePackages",
      exists (select from locker_banks l where l.mailroom_id = m.id and l.building_id = m.building_id
        and l.deleted_at is null) as "isOfBank",
      exists (select from package_counts c where c.place_id = m.id)
        or exists (select from locker_banks l where l.mailroom_id = m.id and l.building_id = m.building_id) as "wasUsed"
    from mailrooms m where m.id = ${anyOf(ids)}`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}
