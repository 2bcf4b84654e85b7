import { say as sayCommon } from '#platform/messages.ts'
import type { Db } from '#platform/server/db.ts'
import type { Said } from '#platform/text.ts'
import { whyNotDelete } from '../rules.ts'
import { CHOICE, hasAgents, hasLivePackages, visibleCouriers } from './store.ts'

/**
 * Deletes the couriers that may be deleted: they are hidden, their ids stay in histories. The others are given with the
 * reason. The rows are locked first, so that an agent who is about to get one of them is either seen or refused.
 */
export async function removeCouriers(db: Db, ids: readonly string[], now: Date) {
  const wanted = [...new Set(ids)].sort()
  const couriers = await visibleCouriers(db)
    .select(CHOICE)
    .where((eb) => eb('c.id', '=', eb.fn.any(eb.val(wanted))))
    .orderBy('c.id')
    .forUpdate()
    .execute()
  const removed: { id: string; name: string }[] = []
  const refused: { id: string; whyNot: Said }[] = []
  for (const id of wanted) {
    const courier = couriers.find((one) => one.Id === id)
    if (!courier) {
      refused.push({ id, whyNot: sayCommon('MsgNotFound') })
      continue
    }
    const whyNot = whyNotDelete({ hasAgents: await hasAgents(db, id), hasLivePackages: await hasLivePackages(db, id) })
    if (whyNot) refused.push({ id, whyNot: { ...whyNot, text: `${courier.Name}: ${whyNot.text}` } })
    else {
      await db.updateTable('couriers').set({ deleted_at: now }).where('id', '=', id).execute()
      removed.push({ id, name: courier.Name })
    }
  }
  return { removed, refused }
}
