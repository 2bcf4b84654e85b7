import { isId } from '#platform/ids.ts'
import type { Db } from '#platform/server/db.ts'
import { found } from '#platform/server/refusal.ts'

/** A locker of a bank by its id or its name, whatever its case; 404 when there is none. A name that is another's id is not asked for. */
export async function lockerOf(db: Db, lockerBankId: string, idOrName: string) {
  const wanted = idOrName.toLowerCase()
  const locker = await db
    .selectFrom('lockers')
    .select([
      'id',
      'name',
      'locker_type',
      'condition',
      'live_packages',
      'device_serial',
      'property_id',
      'locker_mode',
      'reserved_until',
    ])
    .where('locker_bank_id', '=', lockerBankId)
    .where((eb) => {
      const isNamed = eb(eb.fn('lower', ['name']), '=', wanted)
      return isId(wanted) ? eb.or([eb('id', '=', wanted), isNamed]) : isNamed
    })
    .orderBy((eb) => eb(eb.cast<string>('id', 'text'), '=', wanted), 'desc')
    .executeTakeFirst()
  return found(locker)
}
export type Locker = Awaited<ReturnType<typeof lockerOf>>
