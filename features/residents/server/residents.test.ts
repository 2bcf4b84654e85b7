import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import { type Fixtures, seedFixtures } from '#apps/server/testing/seed-fixtures.ts'
import { type TestServer, testServer } from '#apps/server/testing/server.ts'
import { newId } from '#platform/ids.ts'
import { EMPTY_GUID } from '#platform/wire.ts'
import { residents } from '../contract.ts'

let server: TestServer
let organisation: Fixtures
let foreign: Fixtures
let manager: string
/** Bound to the first property. */
let ofProperty: string
let mailroom: string
beforeAll(async () => {
  server = await testServer()
  organisation = await seedFixtures(server, 'riverside')
  foreign = await seedFixtures(server, 'harbour')
  manager = await tokenOf(server, 'organisationmanager', 'riverside')
  ofProperty = await tokenOf(server, 'propertymanager', 'riverside')
  mailroom = await tokenOf(server, 'mailroomstaff', 'riverside')
})
afterAll(() => server.stop())

const draft = (more: object = {}) => ({
  firstName: 'Ada',
  lastName: 'Lovelace',
  propertyId: organisation.first.ids.property,
  buildingId: organisation.first.ids.building,
  unitNumber: '12A',
  emailId: 'ada@example.test',
  ...more,
})
const create = (more: object = {}, token = manager, residentId: string = EMPTY_GUID) =>
  server.ask(residents.create, { token, params: { residentId }, input: draft(more) })
const update = (residentId: string, more: object = {}, token = manager) =>
  server.ask(residents.update, { token, params: { residentId }, input: draft(more) })
const get = async (residentId: string, token = manager) => server.ask(residents.get, { token, params: { residentId } })
const auditOf = (subject: string) =>
  inOrganisation(server, organisation.organisationId, (db) =>
    db.selectFrom('audit').select(['action', 'detail']).where('subject_id', '=', subject).orderBy('id').execute(),
  )
const generate = async (propertyId = organisation.first.ids.property) =>
  (await server.ask(residents.generateCode, { token: manager, input: { propertyId } })).body.LockerAccessCode as string

describe('a resident', () => {
  test('is created, read and changed; what is not said is as the specification has it', async () => {
    const created = await create()
    expect([created.status, created.body.Message]).toEqual([200, 'Resident has been saved successfully.'])
    const { body } = await get(created.body.Id)
    expect(body).toMatchObject({ FirstName: 'Ada', OccupancyStatus: 1, IsActive: true, LockerAccessCode: '', Status: 'Current' })
    await update(created.body.Id, { firstName: 'Augusta', isDisabled: true, isOutofTown: true })
    expect((await get(created.body.Id)).body).toMatchObject({ FirstName: 'Augusta', IsDisabled: true, IsOutofTown: true })
  })

  test('is created once under an id that the caller made', async () => {
    const id = newId()
    expect((await create({}, manager, id)).body.Id).toBe(id)
    expect((await create({}, manager, id)).status).toBe(409)
  })

  test('lives in a building of the property; a foreign one is refused in the words of a missing one', async () => {
    const wrong = [
      { buildingId: organisation.second.ids.building },
      { propertyId: foreign.first.ids.property, buildingId: foreign.first.ids.building },
      { propertyId: newId(), buildingId: newId() },
    ]
    for (const place of wrong)
      expect([(await create(place)).status, (await create(place)).body.Message]).toEqual([
        422,
        'Building not found in this property.',
      ])
    const elsewhere = { propertyId: organisation.second.ids.property, buildingId: organisation.second.ids.building }
    expect((await create(elsewhere, ofProperty)).status).toBe(422)
  })

  test('of another property or organisation is a missing one', async () => {
    for (const [id, token] of [
      [organisation.second.ids.resident, ofProperty],
      [foreign.first.ids.resident, manager],
    ] as const)
      expect([(await get(id, token)).status, (await update(id, {}, token)).status]).toEqual([404, 404])
  })

  test('who has moved out is inactive, and the access code is free', async () => {
    const code = await generate()
    const { body } = await create({ lockerAccessCode: code })
    await update(body.Id, { occupancyStatus: 3 })
    expect((await get(body.Id)).body).toMatchObject({ IsActive: false, LockerAccessCode: '', Status: 'Moved out' })
    expect((await create({ lockerAccessCode: code })).status).toBe(200)
  })

  test('moves to another property only when nothing waits in the old one', async () => {
    const elsewhere = { propertyId: organisation.second.ids.property, buildingId: organisation.second.ids.building }
    expect((await update(organisation.first.ids.resident, elsewhere)).body.Message).toBe(
      'This resident still has packages in the other property.',
    )
    const { body } = await create()
    await update(body.Id, elsewhere)
    expect((await get(body.Id)).body.PropertyId).toBe(elsewhere.propertyId)
  })
})

describe('a resident whom somebody else has changed since the form was opened', () => {
  /** A resident with a code, and the version that a form of them has read. */
  async function opened() {
    const code = await generate()
    const id = (await create({ lockerAccessCode: code })).body.Id as string
    return { id, code, version: (await get(id)).body.Version as string }
  }
  const ELSEWHERE = 'Someone else has changed this resident since you opened the form. Open it again and make your changes there.'

  test('is not changed by it: neither a code that was replaced nor who moved out comes back', async () => {
    const { id, code, version } = await opened()
    const other = await generate()
    for (const theirs of [{ lockerAccessCode: other }, { occupancyStatus: 3 }]) {
      expect((await update(id, theirs)).status).toBe(200)
      const before = (await get(id)).body
      for (const mine of [{ phone1: '020 7946 0001' }, { phone1: '020 7946 0001', lockerAccessCode: code }]) {
        const refused = await update(id, { ...mine, version })
        expect([refused.status, refused.body.Message]).toEqual([409, ELSEWHERE])
      }
      expect((await get(id)).body).toEqual(before)
    }
  })

  test('is changed by the form that was opened after that, and keeps the code that it leaves out', async () => {
    const { id, code, version } = await opened()
    expect((await update(id, { phone1: '020 7946 0002', version })).status).toBe(200)
    const anew = (await get(id)).body
    expect(anew).toMatchObject({ Phone1: '020 7946 0002', LockerAccessCode: code })
    expect(anew.Version).not.toBe(version)
    expect((await update(id, { phone1: '', version: anew.Version })).status).toBe(200)
  })

  test('is no conflict for a save that comes again, for a delegate who was added, or for a client that sends no version', async () => {
    const { id, version } = await opened()
    await inOrganisation(server, organisation.organisationId, (db) =>
      db.updateTable('residents').set({ audit_key: null }).where('id', '=', id).execute(),
    )
    const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
    const input = { name: 'Charles', fromDay: day, untilDay: day }
    expect((await server.ask(residents.addDelegate, { token: manager, params: { residentId: id }, input })).status).toBe(200)
    for (let i = 0; i < 2; i += 1) expect((await update(id, { phone2: '020 7946 0003', version })).status).toBe(200)
    expect((await update(id, { phone2: '020 7946 0004' })).status).toBe(200)
  })

  test('is refused to one of two who save at the same time', async () => {
    const { id, version } = await opened()
    const both = await Promise.all(['Ada I', 'Ada II'].map((firstName) => update(id, { firstName, version })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})

describe('an access code', () => {
  test('is made by the server from 10,000,000 to 99,999,999, at random', async () => {
    const codes = await Promise.all(Array.from({ length: 50 }, () => generate()))
    expect(codes.every((code) => /^[1-9]\d{7}$/.test(code))).toBe(true)
    expect(new Set(codes).size).toBe(50)
    expect(new Set(codes.map((code) => code[0])).size).toBeGreaterThan(3)
  })

  test('stays when it is left out of a save, and goes when it is emptied', async () => {
    const code = await generate()
    const { body } = await create({ lockerAccessCode: code })
    await update(body.Id, { firstName: 'Augusta' })
    expect((await get(body.Id)).body.LockerAccessCode).toBe(code)
    await update(body.Id, { lockerAccessCode: '' })
    expect((await get(body.Id)).body.LockerAccessCode).toBe('')
  })

  test('that somebody of the property has is refused in words that do not say so, and audited; in another property it is free', async () => {
    const code = await generate()
    const first = await create({ lockerAccessCode: code })
    const second = await create()
    const refused = await update(second.body.Id, { lockerAccessCode: code })
    expect([refused.status, refused.body.Field, refused.body.Message]).toEqual([
      422,
      'LockerAccessCode',
      'This access code cannot be used. Please generate a new one.',
    ])
    expect((await auditOf(second.body.Id)).at(-1)?.action).toBe('access code refused')
    const elsewhere = { propertyId: organisation.second.ids.property, buildingId: organisation.second.ids.building }
    expect((await create({ ...elsewhere, lockerAccessCode: code })).status).toBe(200)
    expect((await update(first.body.Id, { lockerAccessCode: code })).status).toBe(200)
  })

  test('of two who are given the same one at the same time is one’s alone', async () => {
    const code = await generate()
    const both = await Promise.all([create({ lockerAccessCode: code }), create({ lockerAccessCode: code })])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
  })

  test('that is refused too often is not looked at any more for a while', async () => {
    const leasing = await tokenOf(server, 'leasingspecialist', 'riverside')
    const code = await generate()
    await create({ lockerAccessCode: code })
    const statuses: number[] = []
    for (let i = 0; i < 12; i += 1) statuses.push((await create({ lockerAccessCode: code }, leasing)).status)
    expect(statuses).toEqual([...Array(10).fill(422), 429, 429])
  })

  test('is sent by e-mail when it is saved so, and later to an active resident; each sending is audited', async () => {
    const code = await generate()
    const { body } = await create({ lockerAccessCode: code, sendLockerAccessCode: true, emailId: 'sent@example.test' })
    expect(body.Message).toBe('Resident has been saved and the access code is being sent.')
    const mails = () => server.mails.filter(({ to }) => to === 'sent@example.test')
    expect(mails()[0]?.body).toContain(code)
    const send = () => server.ask(residents.sendCode, { token: manager, input: [body.Id] })
    expect([(await send()).status, mails().length]).toEqual([200, 2])
    expect((await auditOf(body.Id)).filter(({ action }) => action === 'access code sent')).toHaveLength(2)
    await update(body.Id, { isActive: false, emailId: 'sent@example.test' })
    expect([(await send()).body.Message, mails().length]).toEqual(['The resident is not active.', 2])
  })

  test('that cannot be sent keeps the whole save from happening', async () => {
    const id = newId()
    const refused = await create({ emailId: '', lockerAccessCode: await generate(), sendLockerAccessCode: true }, manager, id)
    expect([refused.status, refused.body.Message]).toEqual([422, 'The resident has no email address.'])
    expect((await get(id)).status).toBe(404)
  })

  test('is read by who may edit residents alone, audited, and stands in no list, look-up or audit line', async () => {
    const code = await generate()
    const { body } = await create({ lockerAccessCode: code, lastName: 'Codekeeper' })
    expect((await get(body.Id, mailroom)).status).toBe(403)
    const info = await server.ask(residents.info, { token: mailroom, params: { residentId: body.Id } })
    expect(info.body.HasLockerAccessCode).toBe(true)
    await get(body.Id)
    expect((await auditOf(body.Id)).at(-1)?.action).toBe('access code read')
    const organisationId = organisation.organisationId
    const told = await Promise.all([
      server.ask(residents.page, { token: manager, input: { lastName: 'Codekeeper' } }),
      server.ask(residents.quickSearch, { token: manager, params: { organisationId, term: 'codekeeper' } }),
      server.ask(residents.names, { token: manager, params: { organisationId } }),
      Promise.resolve(info),
      auditOf(body.Id),
    ])
    expect(JSON.stringify(told)).not.toContain(code)
  })
})

describe('deleting', () => {
  test('takes the checked rows that may go, and tells why the others may not', async () => {
    const code = await generate()
    const { body } = await create({ lockerAccessCode: code })
    const missing = newId()
    const answer = await server.ask(residents.remove, {
      token: ofProperty,
      input: [body.Id, organisation.first.ids.resident, missing, organisation.second.ids.resident],
    })
    expect(answer.body.Removed).toEqual([body.Id])
    const reasons = Object.fromEntries(answer.body.Refused.map((one: { Id: string; Reason: string }) => [one.Id, one.Reason]))
    expect(reasons[organisation.first.ids.resident]).toMatch(/This resident still has packages\.$/)
    expect(reasons[missing]).toBe(reasons[organisation.second.ids.resident])
    expect((await get(body.Id)).status).toBe(404)
    expect((await create({ lockerAccessCode: code })).status).toBe(200)
    expect((await auditOf(body.Id)).at(-1)?.action).toBe('resident deleted')
  })
})

test('the types of statuses are listed for the forms', async () => {
  const occupancy = await server.ask(residents.occupancyStatusTypes, {
    token: manager,
    query: { organisationId: organisation.organisationId },
  })
  expect(occupancy.body).toEqual([
    { Id: 1, Name: 'Current' },
    { Id: 2, Name: 'Moving in' },
    { Id: 3, Name: 'Moved out' },
  ])
})
