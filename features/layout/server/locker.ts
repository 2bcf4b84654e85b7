import { isId } from '#platform/ids.ts'
import { orNotFound } from '#platform/server/http/refusal.ts'
import { cachedQuery, type Params } from '#platform/server/postgres/cached-query.ts'
import type { Db } from '#platform/server/postgres/db.ts'

/** A locker of a bank by its id or its name, ignoring case; an id takes precedence over a name. 404 when there is none. */
export async function lockerOf(db: Db, lockerBankId: string, idOrName: string) {
  const name = idOrName.toLowerCase()
  const [locker] = await findLocker(db, { lockerBankId, name, id: isId(name) ? name : undefined })
  return orNotFound(locker)
}
export type Locker = Awaited<ReturnType<typeof lockerOf>>

type LockerKey = { readonly lockerBankId: string; readonly name: string; readonly id: string | undefined }
const findLocker = cachedQuery((db, { lockerBankId, name, id }: Params<LockerKey>) =>
  db
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
      const isNamed = eb(eb.fn('lower', ['name']), '=', name)
      return id ? eb.or([eb('id', '=', id), isNamed]) : isNamed
    })
    .$if(id !== undefined, (lockers) => lockers.orderBy((eb) => eb('id', '=', id!), 'desc'))
    .limit(1),
)
