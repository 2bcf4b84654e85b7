import { randomInt } from 'node:crypto'
import { DEFAULT_VALUES } from '#features/kiosks/theme.ts'
import { CREDENTIALS } from '#features/session/public.ts'
import { THEME_IMAGE_HASH } from '#features/themes/testing/image-hash.ts'
import { newId } from '#platform/ids.ts'
import { ROLES } from '#platform/permissions.ts'
import { keyedHash, newSecret, seal } from '#platform/server/security/keys.ts'
import { inOrganisation, type OrganisationFixtures, seedOrganisation } from './fixtures.ts'
import { insertRegistrations } from './registrants.ts'
import type { TestServer } from './server.ts'

/** One property with a row in every table; each row has a mark that other tenants must not see. */
export type Place = {
  readonly ids: Readonly<
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
  readonly userId: string
  /** An uploaded and checked file of residents. */
  readonly importId: string
  /** A delegate of the resident. */
  readonly delegateId: string
  /** The resident's unit and first name. */
  readonly unit: string
  readonly name: string
  /** The name of one of its rows: `mark('Bank')` is 'Bank-riverside-1'. */
  readonly mark: (what: string) => string
  readonly markers: readonly string[]
  /** Client credentials of its locker bank. */
  readonly credentials: Record<string, string>
  readonly organisationId: string
}
export type Fixtures = OrganisationFixtures & {
  readonly first: Place
  readonly second: Place
}

/** An organisation with two properties, each with a locker bank, a locker, a resident and a package in that locker. */
export async function seedFixtures(
  server: TestServer,
  systemName: string,
  options: { isSuperAdmin?: boolean } = {},
): Promise<Fixtures> {
  const organisation = await seedOrganisation(server, systemName, options)
  const place = (i: number) => seedPlace(server, organisation, i)
  return { ...organisation, first: await place(0), second: await place(1) }
}

async function seedPlace(server: TestServer, organisation: OrganisationFixtures, i: number): Promise<Place> {
  const { id: property, buildingId: building, mailroomId: mailroom } = organisation.properties[i]!
  const ids = {
    property,
    building,
    mailroom,
    lockerBank: newId(),
    column: newId(),
    locker: newId(),
    resident: newId(),
    courier: newId(),
    region: newId(),
    portalUser: newId(),
    adviceTag: newId(),
    agent: newId(),
    residentRegistration: newId(),
    agentRegistration: newId(),
    package: newId(),
  }
  const organisation_id = organisation.organisationId
  const mark = (what: string) => `${what}-${organisation.systemName}-${i + 1}`
  const keyId = newId()
  const secret = newSecret()
  const now = new Date()
  let userId = ''
  const delegateId = newId()
  const importId = newId()
  const unit = `${i + 1}A ${organisation.systemName}`.slice(0, 10)
  await inOrganisation(server, organisation_id, async (db) => {
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
    userId = (await db.selectFrom('portal_users').select('id').orderBy('role_id').executeTakeFirstOrThrow()).id
    await db
      .insertInto('couriers')
      .values({ organisation_id, id: ids.courier, name: `Courier ${organisation.systemName}`, sort_order: 1 })
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
    await db.insertInto('agent_properties').values({ organisation_id, agent_id: ids.agent, property_id: property }).execute()
    await db
      .insertInto('kiosk_logins')
      .values({ organisation_id, id: newId(), user_name: mark('agent'), pin_hash: 'none that fits', agent_id: ids.agent })
      .execute()
    await db
      .insertInto('residents')
      .values({
        organisation_id,
        id: ids.resident,
        property_id: property,
        building_id: building,
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
        property_id: property,
        resident_id: ids.resident,
        name: mark('Delegate'),
        from_day: '2020-01-01',
        until_day: '2099-12-31',
        access_code_encrypted: seal(server.keys.secrets, delegateCode, delegateId),
        access_code_hash: keyedHash(server.keys.accessCodes, delegateCode),
      })
      .execute()
    await insertRegistrations(db, { organisation_id, ids, mark })
    await db
      .insertInto('import_jobs')
      .values({
        organisation_id,
        id: importId,
        property_ids: [property],
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
      .values({ organisation_id, import_id: importId, line: 2, verdict: 'Unchanged', resident_id: ids.resident })
      .execute()
    const ofProperty = { organisation_id, property_id: property }
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
    await db
      .insertInto('locker_banks')
      .values({
        organisation_id,
        id: ids.lockerBank,
        property_id: property,
        building_id: building,
        mailroom_id: mailroom,
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
        property_id: property,
        secret_hash: keyedHash(server.keys.secrets, secret),
        secret_encrypted: seal(server.keys.secrets, secret, keyId),
      })
      .execute()
    await db
      .insertInto('locker_columns')
      .values({
        organisation_id,
        id: ids.column,
        property_id: property,
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
        property_id: property,
        locker_bank_id: ids.lockerBank,
        column_id: ids.column,
        position: 0,
        name: mark('L'),
        size: 2,
        device_serial: mark('SN'),
      })
      .execute()
    await db
      .insertInto('packages')
      .values({
        organisation_id,
        id: ids.package,
        property_id: property,
        building_id: building,
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
        property_id: property,
        at: now,
        status_id: 1,
        locker_bank_id: ids.lockerBank,
        locker_id: ids.locker,
        user_name: 'Test',
      })
      .execute()
  })
  return {
    ids,
    userId,
    delegateId,
    importId,
    unit,
    name: mark('Resident'),
    mark,
    organisationId: organisation_id,
    markers: [
      ids.lockerBank,
      ids.locker,
      ids.resident,
      ids.package,
      ids.agent,
      ids.residentRegistration,
      ids.agentRegistration,
      ids.building,
      ids.mailroom,
      mark('Bank'),
      mark('Recipient'),
      mark('Resident'),
      mark('Delegate'),
      mark('Import'),
      mark('Agent'),
      mark('Newcomer'),
      mark('TN'),
      mark('Footer'),
      mark('SN'),
    ],
    credentials: {
      grant_type: 'client_credentials',
      client_id: keyId,
      client_secret: secret,
      scope: `${organisation.systemName} ${CREDENTIALS.lockerBank}`,
    },
  }
}
