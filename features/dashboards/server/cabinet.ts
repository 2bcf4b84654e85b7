import { readLayout } from '#features/layout/server/api.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import type { CabinetLocker } from '../contract.ts'

type PackageBehindDoor = CabinetLocker['Packages'][number]

/** A bank's layout with the packages behind each door. */
export async function cabinet(db: Db, lockerBankId: string) {
  const { columns } = await readLayout(db, lockerBankId)
  const rows = await db
    .selectFrom('packages as p')
    .innerJoin('lockers as l', 'l.id', 'p.locker_id')
    .select(['p.locker_id', 'p.status_id', 'p.drop_off_time'])
    .where('l.locker_bank_id', '=', lockerBankId)
    .orderBy('p.drop_off_time')
    .orderBy('p.id')
    .execute()
  const behind = new Map<string, PackageBehindDoor[]>()
  for (const { locker_id, status_id, drop_off_time } of rows) {
    const before = behind.get(locker_id!) ?? []
    behind.set(locker_id!, [...before, { StatusId: status_id, DroppedAt: drop_off_time }])
  }
  return columns.map((column) => ({
    ...column,
    LockerCollection: column.LockerCollection.map((locker) => ({ ...locker, Packages: behind.get(locker.Id) ?? [] })),
  }))
}
