import type { Message } from '#platform/define-messages.ts'
import { t as sayCommon } from '#platform/messages.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { whyNotDelete } from '../rules.ts'
import { CHOICE, visibleCouriers, withAgents, withLivePackages } from './store.ts'

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
  const known = couriers.map(({ Id }) => Id)
  const [employing, awaited] = [await withAgents(db, known), await withLivePackages(db, known)]
  const removed: { id: string; name: string }[] = []
  const refused: { id: string; whyNot: Message }[] = []
  for (const id of wanted) {
    const courier = couriers.find((one) => one.Id === id)
    if (!courier) {
      refused.push({ id, whyNot: sayCommon('MsgNotFound') })
      continue
    }
    const whyNot = whyNotDelete({ hasAgents: employing.has(id), hasLivePackages: awaited.has(id) })
    if (whyNot) refused.push({ id, whyNot: { ...whyNot, text: `${courier.Name}: ${whyNot.text}` } })
    else removed.push({ id, name: courier.Name })
  }
  await db
    .updateTable('couriers')
    .set({ deleted_at: now })
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(removed.map(({ id }) => id)))))
    .execute()
  return { removed, refused }
}
