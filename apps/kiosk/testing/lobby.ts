import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { inOrganisation, seedOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import type { TestServer } from '#apps/server/testing/server.ts'
import { LOCKER_SIZES } from '#features/layout/model.ts'
import { lockerBanks } from '#features/locker-banks/contract.ts'
import { keyFileOf } from '#features/locker-banks/key-file.ts'
import { configurationOf } from '#features/locker-banks/server/configuration.ts'
import { newId } from '#platform/ids.ts'
import { ROLES } from '#platform/permissions.ts'
import { type Db, wholeOrganisation } from '#platform/server/postgres/db.ts'
import { keyedHash } from '#platform/server/security/keys.ts'
import { hashPassword } from '#platform/server/security/passwords.ts'
import type { KeyFile } from '../connection/key-file.ts'
import type { Person } from '../terminal/door-steps.ts'

export const PIN = '246810'
export const CODE = '12345678'
const pinHash = hashPassword(PIN)

export type Lobby = Awaited<ReturnType<typeof makeLobby>>

/**
 * A property with a locker bank of lockers L1 and L2 (small), L3 (medium) and L4 (small, for dry cleaning), authorised and
 * published through the portal's API. Resident Ada in unit 12A has an access code. The kiosk logins deliverer, recoverer
 * and cleaner (agents by role) and concierge (staff) have the same PIN.
 */
export async function makeLobby(server: TestServer, systemName: string) {
  const organisation = await seedOrganisation(server, systemName)
  const { id: property_id, buildingId: building_id, mailroomId } = organisation.properties[0]!
  const organisation_id = organisation.organisationId
  const [lockerBankId, adaId, courierId] = [newId(), newId(), newId()]
  const lockers = { L1: newId(), L2: newId(), L3: newId(), L4: newId() }
  const asTenant = <T>(work: Parameters<typeof inOrganisation<T>>[2]) => inOrganisation(server, organisation_id, work)
  const agents = { deliverer: newId(), recoverer: newId(), cleaner: newId() }
  const place = {
    organisation_id,
    property_id,
    building_id,
    mailroom_id: mailroomId,
    lockerBankId,
    lockers,
    agents,
    adaId,
    courierId,
  }
  await asTenant(async (db) => {
    await seedBank(db, place)
    await seedResidents(db, place, keyedHash(server.keys.accessCodes, CODE))
    await seedLogins(db, place)
  })

  const token = await tokenOf(server, 'superadmin', systemName)
  const address = await listen(server)
  const authorised = await server.ask(lockerBanks.authorise, { params: { lockerBankId }, token })
  expect(authorised.status).toBe(200)
  const key: KeyFile = { ...keyFileOf(authorised.body), RelayEndPointName: address }
  /** Publishes the configuration. With false it is stored and not sent to the broker. */
  async function publish(isSent = true): Promise<void> {
    const afterCommit: (() => unknown)[] = []
    const tenant = wholeOrganisation(organisation_id)
    await asTenant(async (db) => {
      const context = {
        db,
        tenant,
        now: new Date(),
        audit: async () => {},
        auditEach: async () => {},
        afterCommit: (work: () => unknown) => void afterCommit.push(work),
      }
      await server.kioskLink.publishConfig(context, lockerBankId, await configurationOf(db, lockerBankId))
    })
    if (isSent) for (const work of afterCommit) await work()
  }
  await publish()
  const packages = () => asTenant((db) => db.selectFrom('packages').selectAll().orderBy('drop_off_time').orderBy('id').execute())
  return {
    ...organisation,
    lockerBankId,
    lockers,
    agents,
    adaId,
    courierId,
    mailroomId,
    key,
    token,
    asTenant,
    publish,
    packages,
    events: () => asTenant((db) => db.selectFrom('kiosk_events').selectAll().orderBy('id').execute()),
    isOnline: async () =>
      (
        await asTenant((db) =>
          db.selectFrom('locker_banks').select('is_online').where('id', '=', lockerBankId).executeTakeFirstOrThrow(),
        )
      ).is_online,
  }
}
type Place = Record<
  'organisation_id' | 'property_id' | 'building_id' | 'mailroom_id' | 'lockerBankId' | 'adaId' | 'courierId',
  string
> & {
  readonly lockers: Readonly<Record<string, string>>
  readonly agents: Readonly<Record<'deliverer' | 'recoverer' | 'cleaner', string>>
}

async function seedBank(db: Db, { organisation_id, property_id, building_id, mailroom_id, lockerBankId, lockers }: Place) {
  const column_id = newId()
  await db
    .insertInto('locker_banks')
    .values({
      organisation_id,
      id: lockerBankId,
      property_id,
      building_id,
      mailroom_id,
      name: 'Lobby',
      code: 'RB-01',
      address: 'Lobby',
    })
    .execute()
  await db
    .insertInto('locker_columns')
    .values({ organisation_id, id: column_id, property_id, locker_bank_id: lockerBankId, position: 0, name: 'Column1' })
    .execute()
  for (const [position, [name, id]] of Object.entries(lockers).entries())
    await db
      .insertInto('lockers')
      .values({
        organisation_id,
        id,
        property_id,
        locker_bank_id: lockerBankId,
        column_id,
        position,
        name,
        size: LOCKER_SIZES[name === 'L3' ? 'medium' : 'small'].value,
        locker_mode: name === 'L4' ? 2 : 0,
        device_serial: `SN-${name}`,
      })
      .execute()
}

async function seedResidents(
  db: Db,
  { organisation_id, property_id, building_id, adaId, courierId }: Place,
  accessCodeHash: Buffer,
) {
  await db.insertInto('couriers').values({ organisation_id, id: courierId, name: 'Swift', sort_order: 1 }).execute()
  await db
    .insertInto('residents')
    .values(
      [
        {
          id: adaId,
          first_name: 'Ada',
          last_name: 'Byron',
          unit_number: '12A',
          access_code_hash: accessCodeHash,
        },
        { id: newId(), first_name: 'Alan', last_name: 'Byers', unit_number: '12B', access_code_hash: null },
      ].map((resident) => ({ ...resident, organisation_id, property_id, building_id })),
    )
    .execute()
}

async function seedLogins(db: Db, { organisation_id, property_id, courierId, agents }: Place) {
  for (const [name, role_id] of [
    ['deliverer', 6],
    ['recoverer', 7],
    ['cleaner', 9],
  ] as const) {
    const id = agents[name]
    await db
      .insertInto('agents')
      .values({
        organisation_id,
        id,
        courier_id: courierId,
        role_id,
        first_name: name,
        last_name: 'Agent',
        email: `${name}@a.test`,
      })
      .execute()
    await db.insertInto('agent_properties').values({ organisation_id, agent_id: id, property_id }).execute()
    await db
      .insertInto('kiosk_logins')
      .values({ organisation_id, id: newId(), user_name: name, pin_hash: await pinHash, agent_id: id })
      .execute()
  }
  const staff = await db
    .selectFrom('portal_users')
    .select('id')
    .where('role_id', '=', ROLES.mailroomstaff.id)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('kiosk_logins')
    .values({ organisation_id, id: newId(), user_name: 'concierge', pin_hash: await pinHash, portal_user_id: staff.id })
    .execute()
}

/** Starts to listen unless the server already does. Returns its URL. */
async function listen({ app }: TestServer): Promise<string> {
  const address = app.server.address() as AddressInfo | null
  return address ? `http://127.0.0.1:${address.port}` : app.listen({ host: '127.0.0.1', port: 0 })
}

/** A folder for a test, which removes it at its end. */
export function temporaryFolder(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'parcelhall-kiosk-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

/** Writes a key file as the portal exports it. Returns its path. */
export function writeKeyFile(folder: string, key: KeyFile): string {
  const file = join(folder, `${key.LockerBankCode}.json`)
  writeFileSync(file, JSON.stringify(key))
  return file
}

/** A person who puts the package in, or takes it back. */
export const person = (isInside = true): Person => ({ print: () => {}, isInside: async () => isInside })
