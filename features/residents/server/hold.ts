import { keepForReturn } from '#features/packages/server/api.ts'
import { localDay } from '#platform/date-format.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { t } from '../messages.ts'
import type { Days } from '../rules.ts'

type HoldState = {
  readonly residentId: string
  readonly hold: Days
  readonly actor: { readonly id: string | null; readonly name: string }
  readonly at: Date
}

/** Postpones packages that would expire during the hold (decisions "Hold"). */
export const extendForHold = (db: Db, { hold, ...resident }: HoldState): Promise<void> =>
  keepForReturn(db, { ...resident, hold, note: t('NoteOutOfTown', { day: hold.until }).text })

/**
 * Ends holds whose day of return has come and deletes delegates after their last day, which frees their codes. Safe to run twice or
 * late: terminals check the days themselves.
 */
export async function endWhatIsOver(db: Db, now: Date): Promise<void> {
  const properties = await db.selectFrom('properties').select(['id', 'time_zone']).execute()
  for (const { id, time_zone } of properties) {
    const today = localDay(now, time_zone)
    await db
      .updateTable('residents')
      .set({ is_out_of_town: false, hold_from: null, hold_until: null })
      .where('property_id', '=', id)
      .where('hold_until', '<=', today)
      .execute()
    await db.deleteFrom('resident_delegates').where('property_id', '=', id).where('until_day', '<', today).execute()
  }
}
