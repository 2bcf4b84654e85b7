import type { Condition } from '#features/layout/model.ts'
import { lockerOf } from '#features/layout/server/api.ts'
import { refuseIf } from '#platform/server/http/refusal.ts'
import type { TransactionContext } from '#platform/server/http/route.ts'
import { t } from '../messages.ts'

/** Sets a locker's condition; `isChanged` is false when it was the same already. */
export async function setCondition(
  { db, audit }: TransactionContext,
  lockerBankId: string,
  idOrName: string,
  condition: Condition,
) {
  const locker = await lockerOf(db, lockerBankId, idOrName)
  refuseIf(locker.locker_type === 'terminal' ? t('MsgTerminalHasNoState') : null)
  const { numUpdatedRows } = await db
    .updateTable('lockers')
    .set({ condition })
    .where('id', '=', locker.id)
    .where('condition', '<>', condition)
    .executeTakeFirst()
  const isChanged = numUpdatedRows > 0n
  if (isChanged)
    await audit('locker condition changed', locker.id, { lockerBankId, name: locker.name, from: locker.condition, to: condition })
  return { name: locker.name, isChanged }
}
