import { livePackagesOfEach } from '#features/packages/server/api.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { anyOf } from '#platform/server/postgres/sql-helpers.ts'
import { whyNotDelete } from '../rules.ts'
import { visibleResidents } from './store.ts'

/** The columns that deleting clears: codes and holds. */
export const GONE = {
  is_active: false,
  is_out_of_town: false,
  hold_from: null,
  hold_until: null,
  access_code_encrypted: null,
  access_code_hash: null,
} as const

/** The removal of the residents without live packages, with their delegates and codes; histories keep their ids. */
export const residentRemoval = (db: Db, now: Date) => ({
  lock: (ids: readonly string[]) =>
    visibleResidents(db)
      .select(['r.id', 'r.full_name as name'])
      .where('r.id', '=', anyOf(ids))
      .orderBy('r.id')
      .forUpdate()
      .execute(),
  whyNot: async (locked: readonly string[]) => {
    const live = await livePackagesOfEach(db, locked)
    return ({ id }: { readonly id: string }) => whyNotDelete({ livePackages: live.get(id) ?? 0 })
  },
  remove: async (removed: readonly string[]) => {
    await db
      .updateTable('residents')
      .set({ ...GONE, deleted_at: now })
      .where('id', '=', anyOf(removed))
      .execute()
    await db.deleteFrom('resident_delegates').where('resident_id', '=', anyOf(removed)).execute()
  },
})
