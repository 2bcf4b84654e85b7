import type { Db } from '#platform/server/db.ts'
import { found } from '#platform/server/refusal.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** A locker of a bank by its id or its name, whatever its case; 404 when there is none. */
export async function lockerOf(db: Db, lockerBankId: string, idOrName: string) {
  const locker = await db
    .selectFrom('lockers')
    .select(['id', 'name', 'locker_type', 'condition', 'live_packages', 'device_serial', 'property_id'])
    .where('locker_bank_id', '=', lockerBankId)
    .where((eb) => {
      const isNamed = eb(eb.fn('lower', ['name']), '=', idOrName.toLowerCase())
      return UUID.test(idOrName) ? eb.or([eb('id', '=', idOrName.toLowerCase()), isNamed]) : isNamed
    })
    .executeTakeFirst()
  return found(locker)
}
export type Locker = Awaited<ReturnType<typeof lockerOf>>
