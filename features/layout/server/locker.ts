import { isId } from '#platform/ids.ts'
import { orNotFound } from '#platform/server/http/refusal.ts'
import { cachedQuery, type Params } from '#platform/server/postgres/cached-query.ts'
import type { Db } from '#platform/server/postgres/db.ts'

/** A locker of a bank by its id or its name, whatever its case; 404 when there is none. A name that is another's id is not asked for. */
export async function lockerOf(db: Db, lockerBankId: string, idOrName: string) {
  const wanted = idOrName.toLowerCase()
  const [locker] = await lockersMeant(db, { lockerBankId, name: wanted, id: isId(wanted) ? wanted : undefined })
  return orNotFound(locker)
}
export type Locker = Awaited<ReturnType<typeof lockerOf>>

type Meant = { readonly lockerBankId: string; readonly name: string; readonly id: string | undefined }
const lockersMeant = cachedQuery((db, { lockerBankId, name, id }: Params<Meant>) =>
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
