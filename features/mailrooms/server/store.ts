import { sql } from 'kysely'
import type { z } from 'zod'
import { LIVE_GROUP_IDS } from '#features/package-statuses/statuses.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { anyOf } from '#platform/server/postgres/sql-helpers.ts'
import { recordStore } from '#platform/server/record-store.ts'
import type { MailroomDraft } from '../contract.ts'

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

export const mailroomStore = recordStore({
  table: 'mailrooms',
  alias: 'm',
  word: 'mailroom',
  records: (db) => visibleMailrooms(db).select(RECORD),
  columns: (draft: z.output<typeof MailroomDraft> & { readonly IsActive: boolean }) => ({
    property_id: draft.PropertyId,
    building_id: draft.BuildingId,
    name: draft.Name,
    address: draft.Address,
    description: draft.Description,
    is_active: draft.IsActive,
  }),
})

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
