import type { Condition } from '#features/layout/model.ts'
import { lockerOf } from '#features/layout/server/api.ts'
import { refuse } from '#platform/server/refusal.ts'
import type { InTransaction } from '#platform/server/serve.ts'
import { say } from '../messages.ts'

/** Says what a locker is like; `isChanged` is false when that was said already. */
export async function setCondition({ db, audit }: InTransaction, lockerBankId: string, idOrName: string, condition: Condition) {
  const locker = await lockerOf(db, lockerBankId, idOrName)
  refuse(locker.locker_type === 'terminal' ? say('MsgTerminalHasNoState') : null)
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
