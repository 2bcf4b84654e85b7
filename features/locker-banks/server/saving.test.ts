import { describe, expect, test } from 'vitest'
import { inOrganisation, type OrganisationFixtures, seedOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import { onTwoOrganisations, type TwoOrganisations } from '#apps/server/testing/two-organisations.ts'
import { newId } from '#platform/ids.ts'
import { soon } from '#platform/server/testing/waiting.ts'
import { EMPTY_GUID } from '#platform/wire.ts'
import { lockerBanks } from '../contract.ts'

let { server, riverside, harbour, manager, ofProperty } = {} as TwoOrganisations<OrganisationFixtures>
onTwoOrganisations(seedOrganisation, (organisations) => {
  ;({ server, riverside, harbour, manager, ofProperty } = organisations)
})

let codes = 0
const draft = (more: Record<string, unknown> = {}) => ({
  propertyId: riverside.properties[0]!.id,
  buildingId: riverside.properties[0]!.buildingId,
  mailRoomId: riverside.properties[0]!.mailroomId,
  lockerBankCode: `LB-${++codes}`,
  name: 'Lobby',
  address: '1 Quay Road',
  ...more,
})
const create = (input: unknown, { id = newId(), token = manager } = {}) =>
  server.ask(lockerBanks.create, { token, params: { lockerBankId: id }, input })
const update = (id: string, input: unknown, token = manager) =>
  server.ask(lockerBanks.update, { token, params: { lockerBankId: id }, input })
const get = (id: string, token = manager) => server.ask(lockerBanks.get, { token, params: { lockerBankId: id } })
const created = async (more: Record<string, unknown> = {}): Promise<string> => (await create(draft(more))).body.Id
/** Reads the edit model and saves it with changes. */
const changed = async (id: string, more: Record<string, unknown>) => update(id, { ...(await get(id)).body, ...more })

test('open dashboards are notified of created and changed locker banks', async () => {
  const notices: unknown[] = []
  const stop = server.live.subscribe((news) => notices.push(...[news].flat()))
  const id = await created()
  const news = { organisationId: riverside.organisationId, propertyId: riverside.properties[0]!.id, lockerBankId: id }
  await soon(() => expect(notices).toContainEqual(expect.objectContaining(news)))
  notices.length = 0
  await changed(id, { name: 'Lobby by the river' })
  await soon(() => expect(notices).toContainEqual(expect.objectContaining(news)))
  stop()
})

test('a locker bank that somebody else has changed meanwhile is not overwritten; a heartbeat in between is no change', async () => {
  const id = await created()
  const { Version } = (await get(id)).body
  await inOrganisation(server, riverside.organisationId, (db) =>
    db.updateTable('locker_banks').set({ last_heart_beat: new Date(), is_online: true }).where('id', '=', id).execute(),
  )
  expect((await changed(id, { Version, Name: 'First' })).status).toBe(200)
  expect(await changed(id, { Version, Address: 'Second' })).toMatchObject({ status: 409, body: { Code: 'MsgChangedElsewhere' } })
  expect((await get(id)).body).toMatchObject({ Name: 'First', Address: '1 Quay Road' })
})

describe('creating a locker bank', () => {
  test('stores the input under the id of the caller', async () => {
    const id = newId()
    const more = { description: ' By the door ', beaconDeviceMajor: '7', beaconDeviceMinor: '12', isActive: false }
    const saved = await create(draft({ ...more, lockerBankCode: ' RIVER 01 ', relayEndPointName: 'https://kiosks.example' }), {
      id,
    })
    expect(saved).toMatchObject({ status: 200, body: { Message: 'Locker bank has been saved successfully.', Id: id } })
    expect((await get(id)).body).toMatchObject({
      Id: id,
      Name: 'Lobby',
      Description: 'By the door',
      Address: '1 Quay Road',
      IsActive: false,
      LockerBankCode: 'RIVER01',
      RelayEndPointName: 'https://kiosks.example',
      PropertyId: riverside.properties[0]!.id,
      BuildingId: riverside.properties[0]!.buildingId,
      MailRoomId: riverside.properties[0]!.mailroomId,
      MailRoomName: 'Mailroom 1',
      OrganisationId: riverside.organisationId,
      OrgSystemName: 'riverside',
      ApikeyId: null,
      ApiToken: '',
      Status: 'OFFLINE',
      LastHeartBeat: null,
      BeaconDeviceMajor: '7',
      BeaconDeviceMinor: '12',
    })
  })
  test('creates an id for the all-zero one', async () => {
    const { body } = await create(draft(), { id: EMPTY_GUID })
    expect(body.Id).not.toBe(EMPTY_GUID)
    expect((await get(body.Id)).status).toBe(200)
  })
  test('needs no mailroom and takes the property from the building', async () => {
    const id = await created({ propertyId: undefined, mailRoomId: EMPTY_GUID })
    expect((await get(id)).body).toMatchObject({ PropertyId: riverside.properties[0]!.id, MailRoomId: null, IsActive: true })
  })
  test('is a conflict for an existing id, including a deleted one', async () => {
    const id = await created()
    const again = { status: 409, body: { Message: 'This locker bank already exists.' } }
    expect(await create(draft(), { id })).toMatchObject(again)
    await server.ask(lockerBanks.remove, { token: manager, input: [id] })
    expect(await create(draft(), { id })).toMatchObject(again)
  })
  test('happens once for a repeated idempotency key', async () => {
    const ask = { token: manager, params: { lockerBankId: EMPTY_GUID }, input: draft(), headers: { 'idempotency-key': 'once' } }
    const first = await server.ask(lockerBanks.create, ask)
    expect((await server.ask(lockerBanks.create, ask)).body).toEqual(first.body)
  })
  test('is audited', async () => {
    const id = await created({ name: 'Audited' })
    const rows = await inOrganisation(server, riverside.organisationId, (db) =>
      db.selectFrom('audit').select(['action', 'actor_name']).where('subject_id', '=', id).execute(),
    )
    expect(rows).toEqual([{ action: 'locker bank created', actor_name: 'Test organisationmanager' }])
  })
})

describe('a code', () => {
  test('is unique in the organisation, ignoring case, and free again after a delete', async () => {
    const id = await created({ lockerBankCode: 'Quay_7' })
    const taken = { status: 409, body: { Message: 'Another locker bank already has this code.', Field: 'LockerBankCode' } }
    expect(await create(draft({ lockerBankCode: 'QUAY_7' }))).toMatchObject(taken)
    await server.ask(lockerBanks.remove, { token: manager, input: [id] })
    expect((await create(draft({ lockerBankCode: 'QUAY_7' }))).status).toBe(200)
  })
  test('may exist in another organisation', async () => {
    await created({ lockerBankCode: 'SHARED' })
    const { buildingId } = harbour.properties[0]!
    const token = await tokenOf(server, 'organisationmanager', 'harbour')
    expect((await create({ buildingId, lockerBankCode: 'SHARED', name: 'N', address: 'A' }, { token })).status).toBe(200)
  })
  test('is fixed after creation', async () => {
    const id = await created({ lockerBankCode: 'FIXED' })
    const fixed = { status: 422, body: { Message: 'The code of a locker bank cannot be changed.', Field: 'LockerBankCode' } }
    expect(await changed(id, { LockerBankCode: 'OTHER' })).toMatchObject(fixed)
    expect(await changed(id, { LockerBankCode: 'fixed' })).toMatchObject(fixed)
    expect((await changed(id, { LockerBankCode: ' FIX ED ' })).status).toBe(200)
  })
})

describe('a save is refused', () => {
  const long = (length: number) => 'x'.repeat(length)
  test.each([
    [{ buildingId: undefined }, 'BuildingId', 'Property cannot be empty'],
    [{ buildingId: EMPTY_GUID }, 'BuildingId', 'Property cannot be empty'],
    [{ buildingId: 'x' }, 'BuildingId', 'Not a valid id.'],
    [{ lockerBankCode: ' ' }, 'LockerBankCode', 'Locker bank code cannot be empty'],
    [{ lockerBankCode: long(51) }, 'LockerBankCode', 'Locker bank code cannot be more than 50 characters!'],
    [{ lockerBankCode: 'A/1' }, 'LockerBankCode', 'Locker bank code can contain only letters, digits, hyphens and underscores.'],
    [{ name: '' }, 'Name', 'Name cannot be empty'],
    [{ name: long(101) }, 'Name', 'Name cannot be more than 100 characters!'],
    [{ description: long(201) }, 'Description', 'Description cannot be more than 200 characters!'],
    [{ address: undefined }, 'Address', 'Address cannot be empty'],
    [{ address: long(201) }, 'Address', 'Address cannot be more than 200 characters!'],
    [{ beaconDeviceMajor: '1' }, 'BeaconDeviceMajor', 'Please enter both iBeacon major and minor, or leave them blank.'],
    [{ beaconDeviceMinor: '1' }, 'BeaconDeviceMajor', 'Please enter both iBeacon major and minor, or leave them blank.'],
    [{ beaconDeviceMajor: 'one', beaconDeviceMinor: '1' }, 'BeaconDeviceMajor', 'Not a valid number.'],
    [{ beaconDeviceMajor: '1', beaconDeviceMinor: '1234567' }, 'BeaconDeviceMinor', 'Cannot be more than 6 characters!'],
    [{ relayEndPointName: 'kiosk' }, 'RelayEndPointName', 'Enter an address that begins with https:// or http://.'],
    [{ name: 7 }, 'Name', 'Name cannot be empty'],
    [{ isActive: 'yes' }, 'IsActive', 'IsActive must be a boolean.'],
    [{ mailRoomId: 5 }, 'MailRoomId', 'Not a valid id.'],
  ])('for %o', async (more, field, message) => {
    const refused = { status: 400, body: { Field: field, Message: message } }
    expect(await create(draft(more))).toMatchObject(refused)
  })
  test('for a change by the same rules', async () => {
    const id = await created()
    expect(await changed(id, { Name: ' ' })).toMatchObject({ status: 400, body: { Message: 'Name cannot be empty' } })
    expect(await changed(id, { BeaconDeviceMinor: '3' })).toMatchObject({ status: 400 })
  })
})

describe('property, building and mailroom', () => {
  const noBuilding = { status: 422, body: { Field: 'BuildingId', Message: 'Building not found in this property.' } }
  const noMailroom = { status: 422, body: { Field: 'MailRoomId', Message: 'Mailroom not found in this building.' } }

  test('must belong together', async () => {
    const [, other] = riverside.properties
    expect(await create(draft({ propertyId: other!.id }))).toMatchObject(noBuilding)
    expect(await create(draft({ mailRoomId: other!.mailroomId }))).toMatchObject(noMailroom)
  })
  test('are refused with the same message when they are missing, foreign or of a property outside the caller’s scope', async () => {
    for (const buildingId of [newId(), harbour.properties[0]!.buildingId, riverside.properties[1]!.buildingId])
      expect(await create(draft({ propertyId: null, buildingId, mailRoomId: null }), { token: ofProperty })).toMatchObject(
        noBuilding,
      )
    for (const mailRoomId of [newId(), harbour.properties[0]!.mailroomId])
      expect(await create(draft({ mailRoomId }), { token: ofProperty })).toMatchObject(noMailroom)
  })
  test('an inactive mailroom stays where it is set and cannot be selected', async () => {
    const { id: property_id, buildingId: building_id } = riverside.properties[0]!
    const mailRoomId = newId()
    await inOrganisation(server, riverside.organisationId, (db) =>
      db
        .insertInto('mailrooms')
        .values({ organisation_id: riverside.organisationId, id: mailRoomId, property_id, building_id, name: 'Old' })
        .execute(),
    )
    const id = await created({ mailRoomId })
    await inOrganisation(server, riverside.organisationId, (db) =>
      db.updateTable('mailrooms').set({ is_active: false }).where('id', '=', mailRoomId).execute(),
    )
    expect((await changed(id, { Name: 'Kept' })).status).toBe(200)
    expect((await get(id)).body).toMatchObject({ MailRoomId: mailRoomId, MailRoomName: 'Old' })
    expect(await create(draft({ mailRoomId }))).toMatchObject(noMailroom)
  })
  test('a new bank can move to another property, one that has been set up cannot', async () => {
    const [, other] = riverside.properties
    const otherPlace = { PropertyId: other!.id, BuildingId: other!.buildingId, MailRoomId: other!.mailroomId }
    const id = await created()
    expect((await changed(id, otherPlace)).status).toBe(200)
    expect((await get(id)).body).toMatchObject(otherPlace)
    const used = await created()
    await server.ask(lockerBanks.authorise, { token: manager, params: { lockerBankId: used } })
    expect(await changed(used, otherPlace)).toMatchObject({
      status: 422,
      body: { Field: 'BuildingId', Message: 'A locker bank that has been set up cannot be moved to another property.' },
    })
  })
})

describe('changing a locker bank', () => {
  test('stores the changes', async () => {
    const id = await created()
    expect((await changed(id, { Name: 'Hall', IsActive: false, MailRoomId: null })).body).toEqual({
      Message: 'Locker bank has been saved successfully.',
      Id: id,
    })
    expect((await get(id)).body).toMatchObject({ Name: 'Hall', IsActive: false, MailRoomId: null })
  })
  test('is refused with the same message when it is missing, foreign, deleted or of a property outside the caller’s scope', async () => {
    const [, other] = riverside.properties
    const elsewhere = await created({ propertyId: null, buildingId: other!.buildingId, mailRoomId: null })
    const deleted = await created()
    await server.ask(lockerBanks.remove, { token: manager, input: [deleted] })
    const foreignToken = await tokenOf(server, 'organisationmanager', 'harbour')
    const own = await created()
    const answers = [
      await update(newId(), draft(), ofProperty),
      await update(elsewhere, draft(), ofProperty),
      await update(deleted, draft(), ofProperty),
      await get(newId(), ofProperty),
      await get(elsewhere, ofProperty),
      await get(deleted, ofProperty),
      await get(own, foreignToken),
      await update(own, draft(), foreignToken),
    ]
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.Message}`))).toEqual(
      new Set(['404 Not found. It may have been deleted.']),
    )
  })
})
