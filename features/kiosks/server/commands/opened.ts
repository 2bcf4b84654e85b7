import type { z } from 'zod'
import type { RecordChange } from '#platform/record.ts'
import { actorRecord, MAX_CHANGES, personOf } from '#platform/server/postgres/audit.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { t } from '../../messages.ts'

type Place = { readonly lockerBankId: string } | { readonly lockerId: string }

/**
 * The doors of a locker bank or of one locker that users opened from the portal or the API, the latest first, as entries of its
 * history. Commands are kept for 90 days.
 */
export async function remoteOpenings(db: Db, place: Place): Promise<z.input<typeof RecordChange>[]> {
  const opened = await db
    .selectFrom('kiosk_commands as c')
    .leftJoin('lockers as l', 'l.id', 'c.locker_id')
    .select(['c.created_at', 'c.user_id', 'c.user_name', 'c.device_serial', 'l.name'])
    .select(personOf('c.user_id').as('actor_kind'))
    .where('c.state', '=', 'opened')
    .where((eb) =>
      'lockerId' in place ? eb('c.locker_id', '=', place.lockerId) : eb('c.locker_bank_id', '=', place.lockerBankId),
    )
    .orderBy('c.created_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(MAX_CHANGES)
    .execute()
  return opened.map(({ created_at, user_id, user_name, actor_kind, device_serial, name }) => ({
    At: created_at,
    Action:
      name === null ? t('HistoryDeviceOpened', { device: device_serial ?? '' }) : t('HistoryLockerOpened', { locker: name }),
    ActionKey: null,
    UserName: user_name,
    Actor: actorRecord(user_id, actor_kind),
    EntryId: null,
  }))
}
