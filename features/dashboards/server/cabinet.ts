import { readLayout } from '#features/layout/server/api.ts'
import { hasAnyPermission, type Permission } from '#platform/permissions.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import type { CabinetLocker } from '../contract.ts'

type PackageBehindDoor = CabinetLocker['Packages'][number]

/** Permissions to see for whom a package is. */
const SEES_RECIPIENTS = ['ViewPackage', 'ViewResident'] as const

/** A bank's layout with the packages behind each door, and their recipients if these permissions include them. */
export async function cabinet(db: Db, lockerBankId: string, permissions: ReadonlySet<Permission>) {
  const seesRecipients = hasAnyPermission(permissions, SEES_RECIPIENTS)
  const { columns } = await readLayout(db, lockerBankId)
  const rows = await db
    .selectFrom('packages as p')
    .innerJoin('lockers as l', 'l.id', 'p.locker_id')
    .select(['p.locker_id', 'p.status_id', 'p.drop_off_time', 'p.recipient_name', 'p.unit_number'])
    .where('l.locker_bank_id', '=', lockerBankId)
    .orderBy('p.drop_off_time')
    .orderBy('p.id')
    .execute()
  const behind = new Map<string, PackageBehindDoor[]>()
  for (const { locker_id, status_id, drop_off_time, recipient_name, unit_number } of rows) {
    const before = behind.get(locker_id!) ?? []
    const recipient = {
      Recipient: seesRecipients ? recipient_name : null,
      UnitNumber: seesRecipients ? unit_number : null,
    }
    behind.set(locker_id!, [...before, { StatusId: status_id, DroppedAt: drop_off_time, ...recipient }])
  }
  return columns.map((column) => ({
    ...column,
    LockerCollection: column.LockerCollection.map((locker) => ({ ...locker, Packages: behind.get(locker.Id) ?? [] })),
  }))
}
