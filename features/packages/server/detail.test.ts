import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OrganisationFixtures, seedOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import { type TestServer, testServer } from '#apps/server/testing/server.ts'
import { STATUS_NAMES } from '#features/package-statuses/statuses.ts'
import { newId } from '#platform/ids.ts'
import type { Operation } from '#platform/operation.ts'
import type { Role } from '#platform/permissions.ts'
import { packages } from '../contract.ts'
import { changePackage } from './changes/change.ts'
import { choicesForLocker } from './kiosk/opening.ts'
import { type PackageFixtures, seedPackageFixtures } from './testing/fixtures.ts'

let server: TestServer
let organisation: OrganisationFixtures
let fixtures: PackageFixtures
let token: string
beforeAll(async () => {
  server = await testServer()
  organisation = await seedOrganisation(server, 'riverside')
  fixtures = await seedPackageFixtures(server, organisation)
  token = await tokenOf(server, 'mailroomstaff', 'riverside')
})
afterAll(() => server.stop())

const STAFF = { id: newId(), name: 'Sam Staff' }
const at = (op: Operation, packageId: string, as = token) => server.ask(op, { token: as, params: { packageId } })

describe('a package', () => {
  test('in a locker is returned with all its fields, by both addresses', async () => {
    const id = await fixtures.add(fixtures.people[0]!, { ...fixtures.intoLocker('L1'), trackingNumber: '1Z777', note: 'fragile' })
    const { status, body } = await at(packages.get, id)
    expect(status).toBe(200)
    expect(body).toEqual({
      Id: id,
      UserId: fixtures.agents[6],
      PackageNumber: expect.stringMatching(/^\w{6}$/),
      TrackingNumber: '1Z777',
      CourierId: fixtures.courierId,
      CourierName: 'Swift',
      AdviceTag: null,
      AdviceTagName: null,
      IsCourierRemoved: false,
      IsAdviceTagRemoved: false,
      NeedsProof: false,
      StatusId: 1,
      Status: 'In Locker',
      PackageStatus: { Id: 1, Name: 'In Locker', GroupId: 1 },
      ResidentId: fixtures.people[0]!.residentId,
      Name: 'Ada Resident1',
      UnitNumber: '101A',
      EmailId: '',
      MobilePhone: '',
      PropertyId: fixtures.propertyId,
      PropertyName: 'Property 1',
      PropertyTimezoneId: 'Europe/London',
      BuildingId: fixtures.buildingId,
      BuildingName: 'Building 1',
      IsInLocker: true,
      LockerBankId: fixtures.cabinet.lockerBankId,
      LockerBankName: 'Lobby 1',
      LockerId: fixtures.cabinet.lockers.L1,
      LockerName: 'L1',
      LockerStateDescription: 'Occupied',
      MailRoomId: null,
      MailRoomName: null,
      DropOffTime: expect.any(String),
      ExpiryTime: expect.any(String),
      CollectionTime: null,
      RecoveryTime: null,
      LastTransactionDate: expect.any(String),
      Note: 'fragile',
      HasLabelPhoto: false,
      UISettings: { Name: 'InLocker_Active', MailRoomEnabled: true, ExpiryDateEnabled: true, RecipientSearchEnabled: false },
      Version: expect.stringMatching(/^\d+$/),
      MailRooms: [fixtures.mailroomId],
    })
    expect((await at(packages.getPlural, id)).body).toEqual(body)
  })

  test('that has left has its last place', async () => {
    const id = await fixtures.add(fixtures.people[0]!, fixtures.intoLocker('L2'))
    const packageId = id
    await fixtures.asTenant((db) =>
      changePackage(db, {
        packageId,
        newStatus: 'CollectedbyRecipient',
        channel: 'dashboard',
        actor: STAFF,
        at: new Date(),
        note: 'at the desk',
      }),
    )
    expect((await at(packages.get, id)).body).toMatchObject({
      IsInLocker: false,
      LockerBankName: 'Lobby 1',
      LockerName: null,
      LockerStateDescription: null,
      UISettings: { Name: 'InLocker_Collected', MailRoomEnabled: false },
      UserId: STAFF.id,
    })
    expect((await at(packages.history, id)).body).toMatchObject([
      {
        StatusId: 8,
        Status: 'Collected by Recipient',
        LockerBankName: 'Lobby 1',
        LockerName: 'L2',
        UserName: 'Sam Staff',
        Note: 'at the desk',
      },
      { StatusId: 1, LockerName: 'L2', MailRoomName: null, UserName: 'Agent 6' },
    ])
  })

  test('has the ids of its places and users in its history, for those who may open their records', async () => {
    const [person] = fixtures.people
    const id = await fixtures.add(person!, fixtures.intoLocker('L3'))
    const actor = { id: person!.residentId, name: 'Resident' }
    await fixtures.asTenant((db) =>
      changePackage(db, { packageId: id, newStatus: 'CollectedbyRecipient', channel: 'kiosk-resident', actor, at: new Date() }),
    )
    const actorsFor = async (role: Role) => {
      const { body } = await at(packages.history, id, await tokenOf(server, role, 'riverside'))
      expect(body.map(({ LockerBankId }: { LockerBankId: string }) => LockerBankId)).toEqual(
        Array(2).fill(fixtures.cabinet.lockerBankId),
      )
      return body.map(({ Actor }: { Actor: unknown }) => Actor)
    }
    const resident = { Kind: 'resident', Id: person!.residentId }
    const agent = { Kind: 'agent', Id: fixtures.agents[6] }
    expect(await actorsFor('mailroomstaff')).toEqual([resident, null])
    expect(await actorsFor('propertymanager')).toEqual([resident, agent])

    const move = (property_id: string) =>
      fixtures.asTenant((db) =>
        db.updateTable('agent_properties').set({ property_id }).where('agent_id', '=', fixtures.agents[6]).execute(),
      )
    await move(organisation.properties[1]!.id)
    expect(await actorsFor('propertymanager')).toEqual([resident, null])
    expect(await actorsFor('organisationmanager')).toEqual([resident, agent])
    await move(organisation.properties[0]!.id)
  })

  test('in a mailroom has it in its history as well', async () => {
    const id = await fixtures.add(fixtures.people[0]!)
    expect((await at(packages.get, id)).body).toMatchObject({
      MailRoomName: 'Mailroom 1',
      LockerBankId: null,
      UISettings: { Name: 'InMailRoom_Active' },
    })
    expect((await at(packages.history, id)).body).toMatchObject([{ MailRoomName: 'Mailroom 1', LockerBankName: null }])
  })

  test('is 404, like its history, when it is missing or of another property or organisation', async () => {
    await seedOrganisation(server, 'harbour')
    const foreign = await tokenOf(server, 'organisationmanager', 'harbour')
    const elsewhere = await seedPackageFixtures(server, organisation, 1)
    const [own, inOtherProperty] = [await fixtures.add(fixtures.people[0]!), await elsewhere.add(elsewhere.people[0]!)]
    for (const op of [packages.get, packages.getPlural, packages.history]) {
      expect((await at(op, newId())).status).toBe(404)
      expect((await at(op, inOtherProperty)).status).toBe(404)
      expect((await at(op, own, foreign)).status).toBe(404)
      expect((await at(op, 'none')).status).toBe(400)
    }
  })
})

test('resolves a tracking number to its latest package, ignoring case', async () => {
  const [trackingNumber, person] = ['1Zabc_%9', fixtures.people[2]!]
  await fixtures.add(person, { trackingNumber, at: new Date('2026-03-02T09:00:00Z') })
  const latest = await fixtures.add(person, { trackingNumber, at: new Date('2026-03-04T09:00:00Z') })
  await fixtures.add(person, { trackingNumber: '1ZABCXY9' })
  const resolve = (number: string) => server.ask(packages.resolveTrackingNumber, { token, params: { trackingNumber: number } })
  expect(await resolve('1zABC_%9')).toMatchObject({
    status: 200,
    body: { PackageId: latest, Matches: 2, CourierId: fixtures.courierId, Name: person.name, UnitNumber: person.unitNumber },
  })
  expect((await resolve('1Zabc')).status).toBe(404)
})

test('resolves a new tracking number to the courier whose form it has, and a label’s barcode to the number in it', async () => {
  const resolve = (number: string) => server.ask(packages.resolveTrackingNumber, { token, params: { trackingNumber: number } })
  const [number, barcode] = ['9400110200881234567896', '420902109400110200881234567896']
  expect((await resolve(number)).status).toBe(404)
  const courier = { organisation_id: fixtures.organisationId, id: newId(), name: 'USPS', sort_order: 2 }
  await fixtures.asTenant((db) => db.insertInto('couriers').values(courier).execute())
  const isNew = { Matches: 0, PackageId: null, StatusId: null, Status: null, RecognisedCourierId: courier.id }
  expect(await resolve('9400 1102 0088 1234 5678 96')).toMatchObject({ status: 200, body: { TrackingNumber: number, ...isNew } })
  const PackageId = await fixtures.add(fixtures.people[0]!, { trackingNumber: number })
  expect((await resolve(barcode)).body).toMatchObject({ PackageId, Matches: 1, RecognisedCourierId: courier.id })
})

test('the list finds a package by the barcode of its label, in each search', async () => {
  const id = await fixtures.add(fixtures.people[0]!, { trackingNumber: '9261290113185417468510' })
  const barcode = '420 10282 0000 9261290113185417468510'
  for (const search of [{ Q: barcode }, { TrackingNumber: barcode }]) {
    const { body } = await server.ask(packages.page, { token, input: search as never })
    expect(body.Data.map((row: { PackageId: string }) => row.PackageId)).toEqual([id])
  }
  const numbered = await fixtures.add(fixtures.people[0]!, { trackingNumber: `${barcode.replaceAll(' ', '')}/2` })
  const found = await server.ask(packages.page, { token, input: { Q: barcode.replaceAll(' ', '') } as never })
  expect(found.body.Data.map((row: { PackageId: string }) => row.PackageId).toSorted()).toEqual([id, numbered].toSorted())
})

test('returns the twenty-five status types with their groups', async () => {
  const { body } = await server.ask(packages.statusTypes, { token })
  expect(body).toHaveLength(STATUS_NAMES.length)
  expect(body[11]).toEqual({ Id: 12, Name: 'Missing', GroupId: 4, GroupName: 'Flagged' })
})

test('returns the choices for each package of a locker, and the mailrooms of the building', async () => {
  const lockerId = fixtures.cabinet.lockers.L5!
  expect(await fixtures.asTenant((db) => choicesForLocker(db, lockerId))).toMatchObject({ packages: [], mailrooms: [] })
  const id = await fixtures.add(fixtures.people[0]!, fixtures.intoLocker('L5'))
  const offered = await fixtures.asTenant((db) => choicesForLocker(db, lockerId))
  expect(offered.packages[0]).toMatchObject({ packageId: id })
  expect(offered.packages[0]!.choices.map(({ label, newStatus }) => [label.text, newStatus])).toEqual([
    ['Verify', null],
    ['Transfer to Mailroom', 'TransferredtoMailroom'],
    ['Recovery by Delivery Agent', 'CollectedbyAgent'],
    ['Collect by Recipient', 'CollectedbyRecipient'],
  ])
  expect(offered.mailrooms).toEqual([{ Id: fixtures.mailroomId, Name: 'Mailroom 1' }])
  await fixtures.asTenant((db) =>
    db.updateTable('locker_banks').set({ mailroom_id: null }).where('id', '=', fixtures.cabinet.lockerBankId).execute(),
  )
  const without = await fixtures.asTenant((db) => choicesForLocker(db, lockerId))
  expect(without.mailrooms).toEqual([])
  expect(without.packages[0]!.choices.map(({ label }) => label)).not.toContain('Transfer to Mailroom')
})

test('a package names deleted records without their ids, so that nothing links to them', async () => {
  const other = await seedPackageFixtures(server, organisation, 1)
  const [person] = other.people
  const { mailroomId: mailroom_id, cabinet, courierId } = other
  const atBank = await other.add(person!, other.intoLocker('L1'))
  const inMailroom = await other.add(person!, other.intoLocker('L2'))
  await other.asTenant(async (db) => {
    const collected = { locker_id: null, status_id: 8, status_group: 2 }
    await db.updateTable('packages').set(collected).where('id', '=', atBank).execute()
    const place = { mailroom_id, locker_bank_id: null, locker_id: null }
    await db
      .updateTable('packages')
      .set({ ...collected, ...place })
      .where('id', '=', inMailroom)
      .execute()
    const deleted = { deleted_at: new Date() }
    await db.updateTable('residents').set(deleted).where('id', '=', person!.residentId).execute()
    await db.updateTable('mailrooms').set(deleted).where('id', '=', mailroom_id).execute()
    await db.updateTable('couriers').set(deleted).where('id', '=', courierId).execute()
    await db.updateTable('locker_banks').set(deleted).where('id', '=', cabinet.lockerBankId).execute()
  })
  const manager = await tokenOf(server, 'organisationmanager', 'riverside')
  const names = { LockerBankId: null, MailRoomId: null, ResidentId: null, CourierId: null, CourierName: 'Swift' }
  const places = [
    [inMailroom, { ...names, MailRoomName: 'Mailroom 2' }],
    [atBank, { ...names, LockerBankName: 'Lobby 2' }],
  ] as const
  // Its form keeps the courier until another is chosen.
  for (const [id, expected] of places)
    expect((await at(packages.get, id, manager)).body).toMatchObject({
      ...expected,
      CourierId: courierId,
      IsCourierRemoved: true,
      Name: person!.name,
    })
  const { body } = await server.ask(packages.page, { token: manager, input: { PropertyId: other.propertyId } })
  for (const [id, expected] of places)
    expect(body.Data.find(({ PackageId }: { PackageId: string }) => PackageId === id)).toMatchObject(expected)
  const [dropOff] = (await at(packages.history, atBank, manager)).body
  expect(dropOff).toMatchObject({ LockerBankId: null, LockerBankName: 'Lobby 2' })
})
