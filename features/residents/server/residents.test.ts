import { describe, expect, test } from 'vitest'
import { inOrganisation } from '#apps/server/testing/fixtures.ts'
import { newId } from '#platform/ids.ts'
import { residents } from '../contract.ts'
import { residentFixtures } from '../testing/resident-fixtures.ts'

const { state, create, update, get, auditOf, generate } = residentFixtures()

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
    expect(state.server.mails.find(({ to }) => to === emailId)?.body).toMatch(/^Guten Tag/)
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
    const changes = (residentId: string, token = state.manager) =>
      state.server.ask(residents.changes, { token, params: { residentId } })
    const { body } = await create()
    await update(body.Id, { firstName: 'Augusta' })
    expect((await changes(body.Id)).body).toMatchObject([{ Action: 'Changed' }, { Action: 'Created' }])
    expect((await changes(state.organisation.second.ids.resident, state.ofProperty)).status).toBe(404)
    expect((await changes(state.foreign.first.ids.resident)).status).toBe(404)
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
    const { body: info } = await state.server.ask(residents.info, { token: state.manager, params })
    const saveUnit = (unitNumber: string) =>
      state.server.ask(residents.update, { token: state.manager, params, input: { ...info, UnitNumber: unitNumber } })
    expect((await saveUnit('13A')).status).toBe(200)
    expect((await saveUnit('14A')).status).toBe(409)
    const after = (await get(body.Id)).body
    expect([after.UnitNumber, after.LockerAccessCode.length]).toEqual(['13A', 8])
  })

  test('is created once under an id of the caller', async () => {
    const id = newId()
    expect((await create({}, state.manager, id)).body.Id).toBe(id)
    expect((await create({}, state.manager, id)).status).toBe(409)
  })

  test('lives in a building of the property; a foreign one is refused with the message of a missing one', async () => {
    const wrong = [
      { buildingId: state.organisation.second.ids.building },
      { propertyId: state.foreign.first.ids.property, buildingId: state.foreign.first.ids.building },
      { propertyId: newId(), buildingId: newId() },
    ]
    for (const place of wrong)
      expect([(await create(place)).status, (await create(place)).body.Message]).toEqual([
        422,
        'Building not found in this property.',
      ])
    const elsewhere = { propertyId: state.organisation.second.ids.property, buildingId: state.organisation.second.ids.building }
    expect((await create(elsewhere, state.ofProperty)).status).toBe(422)
  })

  test('of another property or organisation is 404', async () => {
    for (const [id, token] of [
      [state.organisation.second.ids.resident, state.ofProperty],
      [state.foreign.first.ids.resident, state.manager],
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
    const elsewhere = { propertyId: state.organisation.second.ids.property, buildingId: state.organisation.second.ids.building }
    expect((await update(state.organisation.first.ids.resident, elsewhere)).body.Message).toBe(
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
    await inOrganisation(state.server, state.organisation.organisationId, (db) =>
      db.updateTable('residents').set({ audit_key: null }).where('id', '=', id).execute(),
    )
    const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
    const input = { name: 'Charles', fromDay: day, untilDay: day }
    expect(
      (await state.server.ask(residents.addDelegate, { token: state.manager, params: { residentId: id }, input })).status,
    ).toBe(200)
    for (let i = 0; i < 2; i += 1) expect((await update(id, { phone2: '020 7946 0003', version })).status).toBe(200)
    expect((await update(id, { phone2: '020 7946 0004' })).status).toBe(200)
  })

  test('is refused for one of two concurrent saves', async () => {
    const { id, version } = await opened()
    const both = await Promise.all(['Ada I', 'Ada II'].map((firstName) => update(id, { firstName, version })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})

describe('deleting', () => {
  test('deletes the selected residents where allowed, and returns the reasons for the others', async () => {
    const code = await generate()
    const { body } = await create({ lockerAccessCode: code })
    const missing = newId()
    const answer = await state.server.ask(residents.remove, {
      token: state.ofProperty,
      input: [body.Id, state.organisation.first.ids.resident, missing, state.organisation.second.ids.resident],
    })
    expect(answer.body.Removed).toEqual([body.Id])
    const reasons = Object.fromEntries(answer.body.Refused.map((one: { Id: string; Reason: string }) => [one.Id, one.Reason]))
    expect(reasons[state.organisation.first.ids.resident]).toMatch(/This resident still has packages\.$/)
    expect(reasons[missing]).toBe(reasons[state.organisation.second.ids.resident])
    expect((await get(body.Id)).status).toBe(404)
    expect((await create({ lockerAccessCode: code })).status).toBe(200)
    expect((await auditOf(body.Id)).at(-1)?.action).toBe('resident deleted')
  })
})

test('lists the statuses for the forms', async () => {
  const occupancy = await state.server.ask(residents.occupancyStatusTypes, {
    token: state.manager,
    query: { organisationId: state.organisation.organisationId },
  })
  expect(occupancy.body).toEqual([
    { Id: 1, Name: 'Current' },
    { Id: 2, Name: 'Moving in' },
    { Id: 3, Name: 'Moved out' },
  ])
})
