import { randomInt } from 'node:crypto'
import { DEFAULT_VALUES } from '#features/kiosks/theme.ts'
import { THEME_IMAGE_HASH } from '#features/themes/testing/image-hash.ts'
import { newId } from '#platform/ids.ts'
import { ROLES } from '#platform/permissions.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { type Keys, keyedHash, seal } from '#platform/server/security/keys.ts'

/** The ids of one property and of a row in every table. */
export type PlaceIds = Readonly<
  Record<
    | 'property'
    | 'building'
    | 'mailroom'
    | 'lockerBank'
    | 'column'
    | 'locker'
    | 'resident'
    | 'courier'
    | 'region'
    | 'portalUser'
    | 'adviceTag'
    | 'agent'
    | 'residentRegistration'
    | 'agentRegistration'
    | 'package',
    string
  >
>
type PlaceRows = {
  readonly organisation_id: string
  readonly systemName: string
  readonly ids: PlaceIds
  readonly mark: (what: string) => string
  readonly keys: Keys
  readonly now: Date
  readonly keyId: string
  /** Of the API key. */
  readonly secret: string
  readonly delegateId: string
  readonly importId: string
  readonly unit: string
}

export async function insertStaff(db: Db, { organisation_id, ids, mark }: PlaceRows) {
  await db
    .insertInto('regions')
    .values({ organisation_id, id: ids.region, name: mark('Region') })
    .execute()
  await db
    .insertInto('portal_users')
    .values({
      organisation_id,
      id: ids.portalUser,
      first_name: mark('User'),
      last_name: 'Listed',
      email: `${ids.portalUser}@users.test`,
      role_id: ROLES.mailroomstaff.id,
    })
    .execute()
  await db
    .insertInto('advice_tags')
    .values({ organisation_id, id: ids.adviceTag, name: mark('Tag') })
    .execute()
}

export async function insertAgents(db: Db, { organisation_id, systemName, ids, mark }: PlaceRows) {
  await db
    .insertInto('couriers')
    .values({ organisation_id, id: ids.courier, name: `Courier ${systemName}`, sort_order: 1 })
    .execute()
  await db
    .insertInto('agents')
    .values({
      organisation_id,
      id: ids.agent,
      courier_id: ids.courier,
      role_id: ROLES.deliveryagent.id,
      first_name: mark('Agent'),
      last_name: 'Test',
      email: `${mark('agent')}@courier.test`,
    })
    .execute()
  await db.insertInto('agent_properties').values({ organisation_id, agent_id: ids.agent, property_id: ids.property }).execute()
  await db
    .insertInto('kiosk_logins')
    .values({ organisation_id, id: newId(), user_name: mark('agent'), pin_hash: 'none that fits', agent_id: ids.agent })
    .execute()
}

export async function insertResidents(db: Db, { organisation_id, ids, mark, keys, delegateId, unit }: PlaceRows) {
  await db
    .insertInto('residents')
    .values({
      organisation_id,
      id: ids.resident,
      property_id: ids.property,
      building_id: ids.building,
      unit_number: unit,
      first_name: mark('Resident'),
      last_name: 'Test',
    })
    .execute()
  const delegateCode = String(randomInt(10_000_000, 100_000_000))
  await db
    .insertInto('resident_delegates')
    .values({
      organisation_id,
      id: delegateId,
      property_id: ids.property,
      resident_id: ids.resident,
      name: mark('Delegate'),
      from_day: '2020-01-01',
      until_day: '2099-12-31',
      access_code_encrypted: seal(keys.secrets, delegateCode, delegateId),
      access_code_hash: keyedHash(keys.accessCodes, delegateCode),
    })
    .execute()
}

export async function insertImport(db: Db, { organisation_id, ids, mark, importId, now }: PlaceRows) {
  await db
    .insertInto('import_jobs')
    .values({
      organisation_id,
      id: importId,
      property_ids: [ids.property],
      file_name: `${mark('Import')}.csv`,
      file_size: 1,
      created_by_name: 'Test',
      status: 'Ready',
      headings: ['Unit'],
      checked_at: now,
    })
    .execute()
  await db
    .insertInto('import_rows')
    .values({ organisation_id, import_id: importId, position: 1, line: 2, verdict: 'Unchanged', resident_id: ids.resident })
    .execute()
}

export async function insertTheme(db: Db, { organisation_id, ids, mark, now }: PlaceRows) {
  const ofProperty = { organisation_id, property_id: ids.property }
  await db
    .insertInto('theme_images')
    .values({ ...ofProperty, hash: THEME_IMAGE_HASH, image: Buffer.from(mark('Image')), created_at: now })
    .execute()
  await db
    .insertInto('themes')
    .values({
      ...ofProperty,
      version: 1,
      content: JSON.stringify({ ...DEFAULT_VALUES, FooterTextCourier: mark('Footer') }),
      logo_hash: THEME_IMAGE_HASH,
      changed_at: now,
    })
    .execute()
}

export async function insertLockerBank(db: Db, { organisation_id, ids, mark, keys, keyId, secret }: PlaceRows) {
  await db
    .insertInto('locker_banks')
    .values({
      organisation_id,
      id: ids.lockerBank,
      property_id: ids.property,
      building_id: ids.building,
      mailroom_id: ids.mailroom,
      name: mark('Bank'),
      code: mark('B'),
      address: 'Lobby',
    })
    .execute()
  await db
    .insertInto('api_keys')
    .values({
      organisation_id,
      id: keyId,
      locker_bank_id: ids.lockerBank,
      property_id: ids.property,
      secret_hash: keyedHash(keys.secrets, secret),
      secret_encrypted: seal(keys.secrets, secret, keyId),
    })
    .execute()
  await db
    .insertInto('locker_columns')
    .values({
      organisation_id,
      id: ids.column,
      property_id: ids.property,
      locker_bank_id: ids.lockerBank,
      position: 0,
      name: 'Column1',
    })
    .execute()
  await db
    .insertInto('lockers')
    .values({
      organisation_id,
      id: ids.locker,
      property_id: ids.property,
      locker_bank_id: ids.lockerBank,
      column_id: ids.column,
      position: 0,
      name: mark('L'),
      size: 2,
      device_serial: mark('SN'),
    })
    .execute()
}

export async function insertPackage(db: Db, { organisation_id, ids, mark, now }: PlaceRows) {
  await db
    .insertInto('packages')
    .values({
      organisation_id,
      id: ids.package,
      property_id: ids.property,
      building_id: ids.building,
      resident_id: ids.resident,
      courier_id: ids.courier,
      locker_bank_id: ids.lockerBank,
      locker_id: ids.locker,
      package_number: mark('PN'),
      tracking_number: mark('TN'),
      recipient_name: mark('Recipient'),
      unit_number: '1A',
      status_id: 1,
      status_group: 1,
      drop_off_time: now,
      expiry_time: new Date(now.getTime() + 86_400_000),
      last_transaction_at: now,
    })
    .execute()
  await db
    .insertInto('package_history')
    .values({
      organisation_id,
      id: newId(),
      package_id: ids.package,
      property_id: ids.property,
      at: now,
      status_id: 1,
      locker_bank_id: ids.lockerBank,
      locker_id: ids.locker,
      user_name: 'Test',
    })
    .execute()
}
