import { Refusal } from '#platform/server/http/refusal.ts'
import { t } from '../messages.ts'

/** The database's own word for a locker that would hold packages of two recipients (0002-packages.sql). */
const TWO_RECIPIENTS = 'PL001'

/** Carries a write out; refuses (422) when a locker would then hold packages of two recipients. The transaction is lost with it. */
export async function inLockerOfOne<T>(write: Promise<T>): Promise<T> {
  try {
    return await write
  } catch (error) {
    if ((error as { code?: unknown }).code === TWO_RECIPIENTS) throw new Refusal(422, t('MsgLockerHoldsAnotherRecipient'))
    throw error
  }
}
