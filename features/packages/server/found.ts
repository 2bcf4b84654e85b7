import type { Db } from '#platform/server/db.ts'

/** Packages as lists show them, in the order of the ids; names are joined to these alone. */
export async function packagesOf(db: Db, ids: readonly string[]): Promise<FoundPackage[]> {
  if (ids.length === 0) return []
  const rows = await rowsOf(db, [...ids]).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

const rowsOf = (db: Db, ids: string[]) =>
  db
    .selectFrom('packages as p')
    .innerJoin('properties as o', 'o.id', 'p.property_id')
    .leftJoin('locker_banks as b', 'b.id', 'p.locker_bank_id')
    .leftJoin('lockers as l', 'l.id', 'p.locker_id')
    .leftJoin('mailrooms as m', 'm.id', 'p.mailroom_id')
    .leftJoin('couriers as c', 'c.id', 'p.courier_id')
    .select(['p.id', 'p.property_id', 'o.time_zone', 'b.name as bank_name', 'p.locker_id', 'l.name as locker_name'])
    .select(['m.name as mailroom_name', 'c.name as courier_name', 'p.resident_id', 'p.recipient_name', 'p.unit_number'])
    .select(['p.package_number', 'p.tracking_number', 'p.status_id', 'p.status_group'])
    .select(['p.drop_off_time', 'p.expiry_time', 'p.collection_time', 'p.recovery_time'])
    .where((eb) => eb('p.id', '=', eb.fn.any(eb.val(ids))))
export type FoundPackage = Awaited<ReturnType<ReturnType<typeof rowsOf>['executeTakeFirstOrThrow']>>
