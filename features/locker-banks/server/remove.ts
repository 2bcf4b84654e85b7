import { LIVE_GROUP_IDS } from '#features/package-statuses/statuses.ts'
import { removeEach } from '#platform/server/entities.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { anyOf } from '#platform/server/postgres/sql-helpers.ts'
import { whyNotDelete } from '../rules.ts'
import { deleteKeys } from './authorisation.ts'
import { visibleBanks } from './store.ts'

/**
 * Deletes the banks without live packages: they are hidden, histories keep their ids, their keys are gone. See `removeEach`
 * for the result.
 */
export const removeLockerBanks = (db: Db, ids: readonly string[], now: Date) =>
  removeEach(ids, {
    lock: (unique) =>
      visibleBanks(db)
        .select(['b.id', 'b.name', 'b.property_id'])
        .where('b.id', '=', anyOf(unique))
        .orderBy('b.id')
        .forUpdate()
        .execute(),
    whyNot: async (locked) => {
      const live = await livePackagesInEach(db, locked)
      return ({ id }) => whyNotDelete({ livePackages: live.get(id) ?? 0 })
    },
    remove: async (removed) => {
      await db.updateTable('locker_banks').set({ deleted_at: now }).where('id', '=', anyOf(removed)).execute()
      await deleteKeys(db, removed)
    },
  })

/** The number of live packages in each of these banks; banks without counted packages are missing. */
async function livePackagesInEach(db: Db, lockerBankIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('package_counts')
    .select((eb) => ['place_id', eb.fn.sum<string>('packages').as('live')])
    .where('place_id', '=', anyOf(lockerBankIds))
    .where('status_group', '=', anyOf(LIVE_GROUP_IDS))
    .groupBy('place_id')
    .execute()
  return new Map(rows.map(({ place_id, live }) => [place_id, Number(live)]))
}
