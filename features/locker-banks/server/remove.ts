import { LIVE_GROUP_IDS } from '#features/packages/statuses.ts'
import type { Message } from '#platform/define-messages.ts'
import { t as sayCommon } from '#platform/messages.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { whyNotDelete } from '../rules.ts'
import { deleteKey } from './authorisation.ts'
import { visibleBanks } from './store.ts'

/**
 * Deletes the banks that may be deleted: they are hidden, their ids stay in histories, their keys are gone. The others are
 * given with the reason. The rows are locked first, so that a package on its way into a bank is either seen or comes later.
 */
export async function removeLockerBanks(db: Db, ids: readonly string[], now: Date) {
  const wanted = [...new Set(ids)].sort()
  const banks = await visibleBanks(db)
    .select(['b.id', 'b.name'])
    .where((eb) => eb('b.id', '=', eb.fn.any(eb.val(wanted))))
    .orderBy('b.id')
    .forUpdate()
    .execute()
  const removed: { id: string; name: string }[] = []
  const refused: { id: string; whyNot: Message }[] = []
  for (const id of wanted) {
    const bank = banks.find((one) => one.id === id)
    const whyNot = bank ? whyNotDelete({ livePackages: await livePackagesIn(db, id) }) : sayCommon('MsgNotFound')
    if (whyNot) refused.push({ id, whyNot: bank ? { ...whyNot, text: `${bank.name}: ${whyNot.text}` } : whyNot })
    else {
      await db.updateTable('locker_banks').set({ deleted_at: now }).where('id', '=', id).execute()
      await deleteKey(db, id)
      removed.push(bank!)
    }
  }
  return { removed, refused }
}

async function livePackagesIn(db: Db, lockerBankId: string): Promise<number> {
  const { live } = await db
    .selectFrom('package_counts')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<string>('packages'), eb.lit(0)).as('live'))
    .where('place_id', '=', lockerBankId)
    .where((eb) => eb('status_group', '=', eb.fn.any(eb.val(LIVE_GROUP_IDS))))
    .executeTakeFirstOrThrow()
  return Number(live)
}
