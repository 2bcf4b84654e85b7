import { existing } from '#platform/server/entities.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import type { LayoutColumn } from '../contract.ts'
import { lockerState } from '../model.ts'

/** A locker bank's layout with its version; 404 when the bank is missing, deleted or outside the caller's scope. */
export async function readLayout(db: Db, lockerBankId: string): Promise<{ version: number; columns: LayoutColumn[] }> {
  const bank = await existing(
    db.selectFrom('locker_banks').select('layout_version').where('id', '=', lockerBankId).where('deleted_at', 'is', null),
  )
  const columns = await columnsOf(db, lockerBankId)
  return {
    version: bank.layout_version,
    columns: columns.map(({ name, lockers }) => ({
      ColumnName: name,
      LockerCollection: lockers.map((locker) => ({
        ...layoutLockerOf(locker),
        LockerState: stateOf(locker),
        IsDeviceAssociated: locker.device_serial !== null,
      })),
    })),
  }
}

/** The columns of a bank from left to right, each with the rows of its lockers from top to bottom. */
export async function columnsOf(db: Db, lockerBankId: string): Promise<{ id: string; name: string; lockers: LockerRow[] }[]> {
  const columns = await db
    .selectFrom('locker_columns')
    .select(['id', 'name'])
    .where('locker_bank_id', '=', lockerBankId)
    .orderBy('position')
    .execute()
  const lockers = await lockersOf(db, lockerBankId).orderBy('position').execute()
  return columns.map(({ id, name }) => ({ id, name, lockers: lockers.filter((locker) => locker.column_id === id) }))
}

const lockersOf = (db: Db, lockerBankId: string) =>
  db
    .selectFrom('lockers')
    .select(['id', 'column_id', 'name', 'locker_type', 'size', 'locker_mode', 'is_dda_reserved'])
    .select(['condition', 'live_packages', 'device_serial', 'reserved_until'])
    .where('locker_bank_id', '=', lockerBankId)
type LockerRow = Awaited<ReturnType<ReturnType<typeof lockersOf>['executeTakeFirstOrThrow']>>

const stateOf = ({ condition, live_packages }: LockerRow) => lockerState({ condition, livePackages: live_packages })
/** A locker as the contracts name its fields. */
export const layoutLockerOf = (locker: LockerRow) => ({
  Id: locker.id,
  LockerName: locker.name,
  Size: locker.size,
  LockerType: locker.locker_type,
  LockerMode: locker.locker_mode,
  IsDDAReserved: locker.is_dda_reserved,
})

/** One locker of a bank by its name, ignoring case, with its device; 404 when there is none. */
export async function lockerByName(db: Db, lockerBankId: string, name: string) {
  const locker = await existing(
    lockersOf(db, lockerBankId)
      .where((eb) => eb(eb.fn('lower', ['name']), '=', name.toLowerCase()))
      .where((eb) =>
        eb.exists(
          eb.selectFrom('locker_banks as b').select('b.id').where('b.id', '=', lockerBankId).where('b.deleted_at', 'is', null),
        ),
      ),
  )
  return {
    ...layoutLockerOf(locker),
    StateAsString: stateOf(locker),
    IsMapped: locker.device_serial !== null,
    Device: locker.device_serial ? { SerialNumber: locker.device_serial, LockerNumber: locker.name } : null,
  }
}
