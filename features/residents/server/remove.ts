import { livePackagesOfEach } from '#features/packages/server/api.ts'
import type { Message } from '#platform/define-messages.ts'
import { t as sayCommon } from '#platform/messages.ts'
import type { Db } from '#platform/server/postgres/db.ts'
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

/**
 * Deletes the residents that may be deleted, with their delegates and codes; their ids stay in histories. Returns the others with
 * the reason. The rows are locked first, so that a new package is either seen or waits.
 */
export async function removeResidents(db: Db, ids: readonly string[], now: Date) {
  const wanted = [...new Set(ids)].sort()
  const residents = await visibleResidents(db)
    .select(['r.id', 'r.full_name'])
    .where((eb) => eb('r.id', '=', eb.fn.any(eb.val(wanted))))
    .orderBy('r.id')
    .forUpdate()
    .execute()
  const live = await livePackagesOfEach(db, wanted)
  const removed: string[] = []
  const refused: { id: string; whyNot: Message }[] = []
  for (const id of wanted) {
    const resident = residents.find((one) => one.id === id)
    const whyNot = resident ? whyNotDelete({ livePackages: live.get(id) ?? 0 }) : sayCommon('MsgNotFound')
    if (whyNot) refused.push({ id, whyNot: resident ? { ...whyNot, text: `${resident.full_name}: ${whyNot.text}` } : whyNot })
    else removed.push(id)
  }
  await db
    .updateTable('residents')
    .set({ ...GONE, deleted_at: now })
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(removed))))
    .execute()
  await db
    .deleteFrom('resident_delegates')
    .where((eb) => eb('resident_id', '=', eb.fn.any(eb.val(removed))))
    .execute()
  return { removed, refused }
}
