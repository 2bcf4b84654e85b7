import { CREDENTIALS } from '#features/session/public.ts'
import { newId } from '#platform/ids.ts'
import { newSecret } from '#platform/server/security/keys.ts'
import { inOrganisation, type OrganisationFixtures, seedOrganisation } from './fixtures.ts'
import {
  insertAgents,
  insertImport,
  insertLockerBank,
  insertPackage,
  insertResidents,
  insertStaff,
  insertTheme,
  type PlaceIds,
} from './place-rows.ts'
import { insertRegistrations } from './registrants.ts'
import type { TestServer } from './server.ts'

/** One property with a row in every table; each row has a mark that other tenants must not see. */
export type Place = {
  readonly ids: PlaceIds
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
  const delegateId = newId()
  const importId = newId()
  const unit = `${i + 1}A ${organisation.systemName}`.slice(0, 10)
  const rows = {
    organisation_id,
    systemName: organisation.systemName,
    ids,
    mark,
    keys: server.keys,
    now: new Date(),
    keyId,
    secret,
    delegateId,
    importId,
    unit,
  }
  const userId = await inOrganisation(server, organisation_id, async (db) => {
    await insertStaff(db, rows)
    const { id } = await db.selectFrom('portal_users').select('id').orderBy('role_id').executeTakeFirstOrThrow()
    await insertAgents(db, rows)
    await insertResidents(db, rows)
    await insertRegistrations(db, rows)
    await insertImport(db, rows)
    await insertTheme(db, rows)
    await insertLockerBank(db, rows)
    await insertPackage(db, rows)
    return id
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
