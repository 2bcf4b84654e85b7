import { LIVE_GROUP_IDS } from '#features/packages/statuses.ts'
import { removeEach } from '#platform/server/entities.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { whyNotDelete } from '../rules.ts'
import { deleteKey } from './authorisation.ts'
import { visibleBanks } from './store.ts'

/**
 * Deletes the banks without live packages: they are hidden, histories keep their ids, their keys are gone. See `removeEach`
 * for the result.
 */
export const removeLockerBanks = (db: Db, ids: readonly string[], now: Date) =>
  removeEach(ids, {
    lock: (unique) =>
      visibleBanks(db)
        .select(['b.id', 'b.name'])
        .where((eb) => eb('b.id', '=', eb.fn.any(eb.val(unique))))
        .orderBy('b.id')
        .forUpdate()
        .execute(),
    whyNot:
      async () =>
      async ({ id }) =>
        whyNotDelete({ livePackages: await livePackagesIn(db, id) }),
    remove: async (banks) => {
      const removed = banks.map(({ id }) => id)
      await db
        .updateTable('locker_banks')
        .set({ deleted_at: now })
        .where((eb) => eb('id', '=', eb.fn.any(eb.val(removed))))
        .execute()
      for (const id of removed) await deleteKey(db, id)
    },
  })

async function livePackagesIn(db: Db, lockerBankId: string): Promise<number> {
  const { live } = await db
    .selectFrom('package_counts')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<string>('packages'), eb.lit(0)).as('live'))
    .where('place_id', '=', lockerBankId)
    .where((eb) => eb('status_group', '=', eb.fn.any(eb.val(LIVE_GROUP_IDS))))
    .executeTakeFirstOrThrow()
  return Number(live)
}
