import { livePackagesOfEach } from '#features/packages/server/api.ts'
import { removeEach } from '#platform/server/entities.ts'
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

/** Deletes the residents without live packages, with their delegates and codes; histories keep their ids. See `removeEach`. */
export const removeResidents = (db: Db, ids: readonly string[], now: Date) =>
  removeEach(ids, {
    lock: (unique) =>
      visibleResidents(db)
        .select(['r.id', 'r.full_name as name'])
        .where('r.id', '=', anyOf(unique))
        .orderBy('r.id')
        .forUpdate()
        .execute(),
    whyNot: async (locked) => {
      const live = await livePackagesOfEach(db, locked)
      return ({ id }) => whyNotDelete({ livePackages: live.get(id) ?? 0 })
    },
    remove: async (removed) => {
      await db
        .updateTable('residents')
        .set({ ...GONE, deleted_at: now })
        .where('id', '=', anyOf(removed))
        .execute()
      await db.deleteFrom('resident_delegates').where('resident_id', '=', anyOf(removed)).execute()
    },
  })
