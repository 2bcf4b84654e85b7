import { existing } from '#platform/server/entities.ts'
import type { Db, Tenant } from '#platform/server/postgres/db.ts'
import type { Device } from '../contract.ts'

/** Natural order of serial numbers: 9 before 10. */
const { compare } = new Intl.Collator('en', { numeric: true })

/** The devices that the last discovery found and those that are mapped to lockers; 404 for no such bank. */
export async function devicesOf(db: Db, lockerBankId: string): Promise<{ Devices: Device[]; FoundAt: string | null }> {
  const { devices_found_at } = await existing(
    db.selectFrom('locker_banks').select('devices_found_at').where('id', '=', lockerBankId).where('deleted_at', 'is', null),
  )
  const found = await db.selectFrom('devices').select('serial_number').where('locker_bank_id', '=', lockerBankId).execute()
  const mapped = await db
    .selectFrom('lockers')
    .select(['name', 'device_serial'])
    .where('locker_bank_id', '=', lockerBankId)
    .where('device_serial', 'is not', null)
    .execute()
  const isFound = new Set(found.map(({ serial_number }) => serial_number))
  const lockers = new Map(mapped.map(({ name, device_serial }) => [device_serial!, name]))
  return {
    Devices: [...new Set([...isFound, ...lockers.keys()])].sort(compare).map((serialNumber) => ({
      SerialNumber: serialNumber,
      LockerNumber: lockers.get(serialNumber) ?? null,
      IsFound: isFound.has(serialNumber),
    })),
    FoundAt: devices_found_at,
  }
}

/** Replaces the devices of a locker bank with those that its cabinet found. */
export async function saveDevices(
  db: Db,
  { organisationId }: Tenant,
  lockerBankId: string,
  serialNumbers: readonly string[],
  now: Date,
): Promise<void> {
  const { property_id } = await db
    .updateTable('locker_banks')
    .set({ devices_found_at: now })
    .where('id', '=', lockerBankId)
    .returning('property_id')
    .executeTakeFirstOrThrow()
  await db.deleteFrom('devices').where('locker_bank_id', '=', lockerBankId).execute()
  const rows = [...new Set(serialNumbers)]
    .filter((serial_number) => serial_number !== '')
    .map((serial_number) => ({ organisation_id: organisationId, property_id, locker_bank_id: lockerBankId, serial_number }))
  if (rows.length > 0) await db.insertInto('devices').values(rows).execute()
}

/** A device that the last discovery found, with the locker that it opens; null for any other. */
export async function knownDevice(db: Db, lockerBankId: string, serialNumber: string) {
  const row = await db
    .selectFrom('devices as d')
    .leftJoin('lockers as l', (join) =>
      join.onRef('l.locker_bank_id', '=', 'd.locker_bank_id').onRef('l.device_serial', '=', 'd.serial_number'),
    )
    .select('l.name')
    .where('d.locker_bank_id', '=', lockerBankId)
    .where('d.serial_number', '=', serialNumber)
    .executeTakeFirst()
  return row ? { serialNumber, lockerName: row.name } : null
}
