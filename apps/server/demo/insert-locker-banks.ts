import { saveConfig } from '#features/kiosks/server/configs.ts'
import { makeKey } from '#features/locker-banks/server/authorisation.ts'
import { configurationOf } from '#features/locker-banks/server/configuration.ts'
import { type Db, wholeOrganisation } from '#platform/server/postgres/db.ts'
import type { Keys } from '#platform/server/security/keys.ts'
import { insertRows } from './insert.ts'
import { banksOf } from './locker-banks.ts'
import type { DemoOrganisation } from './organisations.ts'

/**
 * Puts an organisation's locker banks with their layouts into the database, each authorised and published,
 * so that its kiosk can connect and knows its doors.
 */
export async function insertLockerBanks(
  db: Db,
  organisation: DemoOrganisation,
  deps: { readonly keys: Keys; readonly publicUrl: string },
): Promise<void> {
  const organisation_id = organisation.id
  const banks = banksOf(organisation)
  const rows = banks.map((one) => ({
    organisation_id,
    id: one.id,
    property_id: one.propertyId,
    building_id: one.buildingId,
    mailroom_id: one.mailroomId,
    name: one.name,
    code: one.code,
    description: one.description,
    address: one.address,
    is_active: true,
    relay_end_point_name: '',
  }))
  await insertRows(db, 'locker_banks', rows)
  const ofBank = ({ id, propertyId }: (typeof banks)[number]) => ({
    organisation_id,
    property_id: propertyId,
    locker_bank_id: id,
  })
  await insertRows(
    db,
    'locker_columns',
    banks.flatMap((bank) => bank.columns.map(({ id, name }, position) => ({ ...ofBank(bank), id, name, position }))),
  )
  await insertRows(
    db,
    'lockers',
    banks.flatMap((bank) =>
      bank.lockers.map((locker) => ({
        ...ofBank(bank),
        id: locker.id,
        column_id: locker.columnId,
        position: locker.position,
        name: locker.name,
        locker_type: locker.lockerType,
        size: locker.size,
        locker_mode: locker.mode,
        is_dda_reserved: locker.isAccessible,
        condition: locker.condition,
        device_serial: locker.deviceSerial,
        live_packages: 0,
      })),
    ),
  )
  for (const bank of rows) {
    await makeKey(db, deps, bank)
    const tenant = wholeOrganisation(organisation_id)
    await saveConfig(db, tenant, bank.id, await configurationOf(db, bank.id), new Date())
  }
}
