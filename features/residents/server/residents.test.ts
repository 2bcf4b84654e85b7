import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { inOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import { type Fixtures, seedFixtures } from '#apps/server/testing/seed-fixtures.ts'
import { type TestServer, testServer } from '#apps/server/testing/server.ts'
import { recipients } from '#features/recipients/contract.ts'
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
  test('is created, read and changed, with the defaults of the specification', async () => {
    const created = await create()
    expect([created.status, created.body.Message]).toEqual([200, 'Resident has been saved successfully.'])
    const { body } = await get(created.body.Id)
    expect(body).toMatchObject({ FirstName: 'Ada', OccupancyStatus: 1, IsActive: true, LockerAccessCode: '', Status: 'Current' })
    expect(body.UserId).toBe(created.body.Id)
    await update(created.body.Id, { firstName: 'Augusta', isDisabled: true, isOutofTown: true })
    expect((await get(created.body.Id)).body).toMatchObject({ FirstName: 'Augusta', IsDisabled: true, IsOutofTown: true })
  })

  test('has a language, which a save without one keeps; the access code is sent in it', async () => {
    const emailId = 'grace@example.test'
    const { body } = await create({ language: 'de', emailId, lockerAccessCode: await generate(), sendLockerAccessCode: true })
    expect(server.mails.find(({ to }) => to === emailId)?.body).toMatch(/^Guten Tag/)
    await update(body.Id, { firstName: 'Augusta' })
    expect((await get(body.Id)).body).toMatchObject({ FirstName: 'Augusta', Language: 'de' })
    await update(body.Id, { language: '' })
    expect((await get(body.Id)).body.Language).toBe('')
    expect(await update(body.Id, { language: 'fr' })).toMatchObject({
      status: 400,
      body: { Message: 'Choose a language of the list.' },
    })
  })

  test('has changes by whom and when, in the properties of the caller only', async () => {
    const changes = (residentId: string, token = manager) => server.ask(residents.changes, { token, params: { residentId } })
    const { body } = await create()
    await update(body.Id, { firstName: 'Augusta' })
    expect((await changes(body.Id)).body).toMatchObject([{ Action: 'Changed' }, { Action: 'Created' }])
    expect((await changes(organisation.second.ids.resident, ofProperty)).status).toBe(404)
    expect((await changes(foreign.first.ids.resident)).status).toBe(404)
  })

  test('returns the version of each save, so that the next one needs no reading', async () => {
    const { body } = await create({ lockerAccessCode: await generate() })
    const first = await update(body.Id, { firstName: 'Augusta' })
    expect((await update(body.Id, { firstName: 'Ada', version: first.body.Version })).status).toBe(200)
    expect((await update(body.Id, { firstName: 'Grace', version: first.body.Version })).status).toBe(409)
    expect((await auditOf(body.Id)).map(({ action }) => action)).not.toContain('access code read')
  })

  test('is changed by the version of a reading without the access code, which then stays', async () => {
    const { body } = await create({ lockerAccessCode: await generate() })
    const params = { residentId: body.Id }
    const { body: info } = await server.ask(residents.info, { token: manager, params })
    const saveUnit = (unitNumber: string) =>
      server.ask(residents.update, { token: manager, params, input: { ...info, UnitNumber: unitNumber } })
    expect((await saveUnit('13A')).status).toBe(200)
    expect((await saveUnit('14A')).status).toBe(409)
    const after = (await get(body.Id)).body
    expect([after.UnitNumber, after.LockerAccessCode.length]).toEqual(['13A', 8])
  })

  test('is created once under an id of the caller', async () => {
    const id = newId()
    expect((await create({}, manager, id)).body.Id).toBe(id)
    expect((await create({}, manager, id)).status).toBe(409)
  })

  test('lives in a building of the property; a foreign one is refused with the message of a missing one', async () => {
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

  test('of another property or organisation is 404', async () => {
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

  test('moves to another property only without live packages', async () => {
    const elsewhere = { propertyId: organisation.second.ids.property, buildingId: organisation.second.ids.building }
    expect((await update(organisation.first.ids.resident, elsewhere)).body.Message).toBe(
      'This resident still has packages in the other property.',
    )
    const { body } = await create()
    await update(body.Id, elsewhere)
    expect((await get(body.Id)).body.PropertyId).toBe(elsewhere.propertyId)
  })
})

describe('a resident that another user has changed since the form was opened', () => {
  /** A resident with a code, and the version that a form has read. */
  async function opened() {
    const code = await generate()
    const id = (await create({ lockerAccessCode: code })).body.Id as string
    return { id, code, version: (await get(id)).body.Version as string }
  }
  const ELSEWHERE = 'Somebody else has changed this since you opened it.'

  test('is not overwritten: neither a replaced code nor a former resident is restored', async () => {
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

  test('can be changed by a form opened afterwards, and keeps an omitted code', async () => {
    const { id, code, version } = await opened()
    expect((await update(id, { phone1: '020 7946 0002', version })).status).toBe(200)
    const reread = (await get(id)).body
    expect(reread).toMatchObject({ Phone1: '020 7946 0002', LockerAccessCode: code })
    expect(reread.Version).not.toBe(version)
    expect((await update(id, { phone1: '', version: reread.Version })).status).toBe(200)
  })

  test('is no conflict for a repeated save, an added delegate, or a client without a version', async () => {
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

  test('is refused for one of two concurrent saves', async () => {
    const { id, version } = await opened()
    const both = await Promise.all(['Ada I', 'Ada II'].map((firstName) => update(id, { firstName, version })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})

describe('an access code', () => {
  test('is generated by the server at random from 10,000,000 to 99,999,999', async () => {
    const codes = await Promise.all(Array.from({ length: 50 }, () => generate()))
    expect(codes.every((code) => /^[1-9]\d{7}$/.test(code))).toBe(true)
    expect(new Set(codes).size).toBe(50)
    expect(new Set(codes.map((code) => code[0])).size).toBeGreaterThan(3)
  })

  test('is kept when omitted from a save, and removed when empty', async () => {
    const code = await generate()
    const { body } = await create({ lockerAccessCode: code })
    await update(body.Id, { firstName: 'Augusta' })
    expect((await get(body.Id)).body.LockerAccessCode).toBe(code)
    await update(body.Id, { lockerAccessCode: '' })
    expect((await get(body.Id)).body.LockerAccessCode).toBe('')
  })

  test('that is in use in the property is refused without revealing it, and audited; in another property it is free', async () => {
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

  test('is given to one of two concurrent saves', async () => {
    const code = await generate()
    const both = await Promise.all([create({ lockerAccessCode: code }), create({ lockerAccessCode: code })])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
  })

  test('is rate limited after too many refusals', async () => {
    const leasing = await tokenOf(server, 'leasingspecialist', 'riverside')
    const code = await generate()
    await create({ lockerAccessCode: code })
    const statuses: number[] = []
    for (let i = 0; i < 12; i += 1) statuses.push((await create({ lockerAccessCode: code }, leasing)).status)
    expect(statuses).toEqual([...Array(10).fill(422), 429, 429])
  })

  test('is e-mailed with a save, and later to an active resident; each e-mail is audited', async () => {
    const code = await generate()
    const { body } = await create({ lockerAccessCode: code, sendLockerAccessCode: true, emailId: 'sent@example.test' })
    expect(body.Message).toBe('Resident has been saved and the access code is being sent.')
    const mails = () => server.mails.filter(({ to }) => to === 'sent@example.test')
    expect(mails()[0]?.body).toContain(code)
    // As a picture too, which the mailroom's camera reads.
    const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
    prepareZXingModule({ overrides: { wasmBinary: readFileSync(wasm).buffer } })
    const { data, info } = await sharp(mails()[0]!.attachment!.content).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
    const picture = { data: new Uint8ClampedArray(data), width: info.width, height: info.height, colorSpace: 'srgb' }
    expect((await readBarcodes(picture as never, { formats: ['QRCode'] }))[0]?.text).toBe(code)
    const send = () => server.ask(residents.sendCode, { token: manager, input: [body.Id] })
    expect([(await send()).status, mails().length]).toEqual([200, 2])
    expect((await auditOf(body.Id)).filter(({ action }) => action === 'access code sent')).toHaveLength(2)
    await update(body.Id, { isActive: false, emailId: 'sent@example.test' })
    expect([(await send()).body.Message, mails().length]).toEqual(['The resident is not active.', 2])
  })

  test('that cannot be sent rolls back the whole save', async () => {
    const id = newId()
    const refused = await create({ emailId: '', lockerAccessCode: await generate(), sendLockerAccessCode: true }, manager, id)
    expect([refused.status, refused.body.Message]).toEqual([422, 'The resident has no email address.'])
    expect((await get(id)).status).toBe(404)
  })

  test('can be read only with the permission to edit residents, is audited, and is in no list, look-up or audit line', async () => {
    const code = await generate()
    const { body } = await create({ lockerAccessCode: code, lastName: 'Codekeeper' })
    expect((await get(body.Id, mailroom)).status).toBe(403)
    const info = await server.ask(residents.info, { token: mailroom, params: { residentId: body.Id } })
    expect(info.body.HasLockerAccessCode).toBe(true)
    const audited = await auditOf(body.Id)
    const hidden = await server.ask(residents.get, {
      token: manager,
      params: { residentId: body.Id },
      query: { IncludeAccessCode: 'false' },
    })
    expect(hidden.body).toMatchObject({ HasLockerAccessCode: true, LockerAccessCode: '' })
    expect(await auditOf(body.Id)).toEqual(audited)
    await get(body.Id)
    expect((await auditOf(body.Id)).at(-1)?.action).toBe('access code read')
    const organisationId = organisation.organisationId
    const saves = await Promise.all([
      server.ask(residents.page, { token: manager, input: { lastName: 'Codekeeper' } }),
      server.ask(recipients.quickSearch, { token: manager, params: { organisationId, term: 'codekeeper' } }),
      server.ask(recipients.names, { token: manager, params: { organisationId } }),
      Promise.resolve(info),
      auditOf(body.Id),
    ])
    expect(JSON.stringify(saves)).not.toContain(code)
  })
})

describe('deleting', () => {
  test('deletes the selected residents where allowed, and returns the reasons for the others', async () => {
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

test('lists the statuses for the forms', async () => {
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
