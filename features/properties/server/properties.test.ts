import { beforeEach, describe, expect, test } from 'vitest'
import { inOrganisation } from '#apps/server/testing/fixtures.ts'
import { type Fixtures, seedFixtures } from '#apps/server/testing/seed-fixtures.ts'
import { onTwoOrganisations, type TwoOrganisations } from '#apps/server/testing/two-organisations.ts'
import { audit } from '#features/audit/contract.ts'
import { newId } from '#platform/ids.ts'
import type { SettingRow } from '#platform/typed-settings.ts'

import { properties } from '../contract.ts'

let { server, riverside, harbour, manager, ofProperty } = {} as TwoOrganisations<Fixtures>
onTwoOrganisations(seedFixtures, (seeded) => {
  ;({ server, riverside, harbour, manager, ofProperty } = seeded)
})

let number = 0
const draft = (change: object = {}) => ({
  Name: `Tower ${++number}`,
  ExternalCode: `T${number}`,
  TimeZoneId: 'Europe/Berlin',
  Address: '1 Tower Street',
  ...change,
})
const save = (input: object, token = manager) => server.ask(properties.save, { token, input })
const page = async (input: object = {}, token = manager) => (await server.ask(properties.page, { token, input })).body
const get = (propertyId: string, token = manager) => server.ask(properties.get, { token, params: { propertyId } })
const remove = (input: string[]) => server.ask(properties.remove, { token: manager, input })
const long = (length: number) => 'x'.repeat(length)

test('properties › are created, found, changed and deleted, each with a line in the audit trail', async () => {
  const input = draft({ Name: ' Harbour Tower ', ExternalCode: ' HT 01 ', Description: 'Glass' })
  const { body } = await save(input)
  expect(body.Message).toBe('Property has been saved successfully.')
  const saved = { ...input, Id: body.Id, Name: 'Harbour Tower', ExternalCode: 'HT01', Region: null }
  expect((await get(body.Id)).body).toMatchObject({ ...saved, OrganisationId: riverside.organisationId, LivePackages: 0 })
  expect(await page({ SearchText: 'ht01 tow' })).toMatchObject({ Data: [{ Id: body.Id, RegionName: '' }], Total: 1 })
  await save({ ...saved, Name: 'River Tower', Region: { Id: riverside.first.ids.region } })
  expect((await get(body.Id)).body).toMatchObject({ Name: 'River Tower', Region: { Id: riverside.first.ids.region } })
  const { Data } = await page({ RegionId: riverside.first.ids.region })
  expect(Data.map(({ Name }: { Name: string }) => Name)).toEqual(['River Tower'])
  const changes = await server.ask(properties.changes, { token: manager, params: { propertyId: body.Id } })
  expect(changes.body).toMatchObject([{ Action: 'Changed' }, { Action: 'Created' }])
  const inOrganisation = (organisationId: string) =>
    server.ask(properties.getOf, { token: manager, params: { propertyId: body.Id, organisationId } })
  expect((await inOrganisation(riverside.organisationId)).body).toEqual((await get(body.Id)).body)
  expect((await inOrganisation(harbour.organisationId)).status).toBe(403)
  expect((await remove([body.Id])).body).toMatchObject({ Message: '1 deleted.', Removed: [body.Id] })
  expect((await get(body.Id)).status).toBe(404)
})

test.each([
  [{ Name: ' ' }, 'Name', 'Property name cannot be empty'],
  [{ Name: long(101) }, 'Name', 'Property name cannot be more than 100 characters!'],
  [{ ExternalCode: ' ' }, 'ExternalCode', 'External code cannot be empty'],
  [{ ExternalCode: long(101) }, 'ExternalCode', 'Property name cannot be more than 100 characters!'],
  [{ Description: long(1025) }, 'Description', 'Description cannot be more than 1024 characters!'],
  [{ TimeZoneId: '' }, 'TimeZoneId', 'Please select a time zone'],
  [{ TimeZoneId: 'Mars/Olympus' }, 'TimeZoneId', 'This time zone is not known.'],
  [{ TimeZoneId: '+01:00' }, 'TimeZoneId', 'This time zone is not known.'],
  // Browsers know these names; PostgreSQL does not know the first and reads the second as another one.
  [{ TimeZoneId: 'AET' }, 'TimeZoneId', 'This time zone is not known.'],
  [{ TimeZoneId: 'IST' }, 'TimeZoneId', 'This time zone is not known.'],
  [{ Address: '' }, 'Address', 'Address cannot be empty'],
  [{ Address: long(101) }, 'Address', 'Address cannot be more than 100 characters!'],
])('a save with %o is refused', async (change, Field, Message) => {
  expect(await save(draft(change))).toMatchObject({ status: 400, body: { Field, Message } })
})

test('texts of the greatest length are accepted', async () => {
  const texts = { Name: long(100), ExternalCode: long(100), Description: long(1024), Address: long(100) }
  expect((await save(draft(texts))).status).toBe(200)
})

test('a name is taken by properties out of sight too', async () => {
  const { body } = await save(draft({ Name: 'Out of sight' }))
  const own = (await get(riverside.first.ids.property, ofProperty)).body
  const renamed = { ...own, Settings: undefined, Name: 'out of SIGHT' }
  expect(await get(body.Id, ofProperty)).toMatchObject({ status: 404 })
  expect(await save(renamed, ofProperty)).toMatchObject({ status: 422, body: { Field: 'Name' } })
  expect((await page({}, ofProperty)).Data).toHaveLength(1)
})

test('names and external codes are of one property each, and the code stays', async () => {
  const first = draft({ Name: 'Mill', ExternalCode: 'MILL' })
  const { body } = await save(first)
  expect(await save(draft({ Name: 'MILL' }))).toMatchObject({ status: 422, body: { Field: 'Name' } })
  expect(await save(draft({ ExternalCode: 'm ill' }))).toMatchObject({ status: 422, body: { Field: 'ExternalCode' } })
  expect(await save({ ...first, Id: body.Id, ExternalCode: 'NEW' })).toMatchObject({
    status: 422,
    body: { Field: 'ExternalCode', Message: 'The external code cannot be changed.' },
  })
  expect((await save({ ...first, Id: body.Id, Address: 'Elsewhere' })).status).toBe(200)
})

describe('the settings of a property', () => {
  const settings = async (propertyId: string) =>
    (await server.ask(properties.settings, { token: manager, params: { propertyId } })).body as SettingRow[]
  const savedValue = async (propertyId: string, name: string) =>
    (await settings(propertyId)).find(({ Name }) => Name === name)?.Value

  test('have defaults, are saved with the property, and those left out stay', async () => {
    const { body } = await server.ask(properties.newSettings, { token: manager })
    expect(body.map(({ Name }: SettingRow) => Name)).toEqual([
      'PackageExpiryPeriod',
      'MailroomPackageExpiryPeriod',
      'HandOverProof',
      'ReminderCount',
      'ReminderEveryDays',
      'QuietHoursFrom',
      'QuietHoursTo',
      'UnitAndCodeAtTerminal',
    ])
    const input = draft({ Settings: [{ Name: 'PackageExpiryPeriod', Value: '5' }] })
    const { Id } = (await save(input)).body
    expect(await savedValue(Id, 'PackageExpiryPeriod')).toBe('5')
    await save({ ...input, Id, Settings: [{ Name: 'HandOverProof', Value: 'required' }] })
    expect([await savedValue(Id, 'PackageExpiryPeriod'), await savedValue(Id, 'HandOverProof')]).toEqual(['5', 'required'])
  })

  test.each([
    ['PackageExpiryPeriod', '', 'All settings are compulsory.'],
    ['PackageExpiryPeriod', '366', 'PackageExpiryPeriod has invalid value'],
    ['HandOverProof', 'maybe', 'HandOverProof has invalid value'],
    ['UnitAndCodeAtTerminal', 'yes', 'UnitAndCodeAtTerminal has invalid value'],
    ['Unknown', '1', 'Unknown has invalid value'],
  ])('refuse %s = "%s", and nothing is saved', async (Name, Value, Message) => {
    const input = draft({ Settings: [{ Name, Value }] })
    expect(await save(input)).toMatchObject({ status: 422, body: { Field: Name, Message } })
    expect((await page({ SearchText: input.Name })).Total).toBe(0)
  })
})

test('the audit trail has what a save changed, from what to what, and nothing else', async () => {
  const input = draft({ Settings: [{ Name: 'PackageExpiryPeriod', Value: '5' }] })
  const { Id } = (await save(input)).body
  await save({ ...input, Id, Address: 'Other quay', Settings: [{ Name: 'PackageExpiryPeriod', Value: '7' }] })
  const { body } = await server.ask(audit.page, { token: manager, input: { SubjectId: Id } })
  const entry = await server.ask(audit.get, { token: manager, params: { entryId: body.Data[0].Id } })
  expect(entry.body.Changes).toMatchObject([
    { Field: 'Address', Before: input.Address, After: 'Other quay' },
    { Field: 'PackageExpiryPeriod', Before: '5', After: '7' },
  ])
})

test('the audit trail has the first value of each setting of a new property, also those that were not changed', async () => {
  const { Id } = (await save(draft({ Settings: [{ Name: 'PackageExpiryPeriod', Value: '5' }] }))).body
  const { body } = await server.ask(audit.page, { token: manager, input: { SubjectId: Id } })
  const entry = await server.ask(audit.get, { token: manager, params: { entryId: body.Data[0].Id } })
  const rows = (await server.ask(properties.settings, { token: manager, params: { propertyId: Id } })).body
  const recorded = entry.body.Changes.map(({ Field }: { Field: string }) => Field)
  expect(recorded).toEqual(
    expect.arrayContaining(rows.filter((row: SettingRow) => row.Value !== '').map((row: SettingRow) => row.Name)),
  )
  expect(entry.body.Changes).toContainEqual(expect.objectContaining({ Field: 'PackageExpiryPeriod', Before: null, After: '5' }))
  expect(entry.body.Changes).toContainEqual(expect.objectContaining({ Field: 'MailroomPackageExpiryPeriod', Before: null }))
})

test('the time zones are those of IANA, with their present distance from UTC', async () => {
  const { body } = await server.ask(properties.timeZones, { token: manager })
  expect(body.length).toBeGreaterThan(400)
  expect(body).toContainEqual({ Id: 'Asia/Tokyo', TimeZoneName: 'Asia/Tokyo (GMT+09:00)' })
  for (const { Id } of body) expect(() => new Intl.DateTimeFormat('en', { timeZone: Id }), Id).not.toThrow()
})

test('time zones are offered by their present names, found by former ones too, and saved by either', async () => {
  const { body } = await server.ask(properties.timeZones, { token: manager })
  expect(body).toContainEqual({ Id: 'Asia/Kolkata', TimeZoneName: 'Asia/Kolkata (Asia/Calcutta, GMT+05:30)' })
  const offered = body.map(({ Id }: { Id: string }) => Id)
  expect(offered).toEqual(expect.arrayContaining(['Europe/Kyiv', 'Asia/Ho_Chi_Minh']))
  expect(offered).not.toContain('Europe/Kiev')
  for (const TimeZoneId of ['Asia/Kolkata', 'Europe/Kyiv', 'Asia/Saigon', 'US/Pacific', 'UTC'])
    expect(await save(draft({ TimeZoneId }))).toMatchObject({ status: 200 })
  // `Intl` reads it, but one zone has one spelling.
  expect((await save(draft({ TimeZoneId: 'europe/LONDON' }))).body).toMatchObject({ Message: 'This time zone is not known.' })
})

test('a saved time zone that is no longer known can stay', async () => {
  const input = draft()
  const { Id } = (await save(input)).body
  await inOrganisation(server, riverside.organisationId, (db) =>
    db.updateTable('properties').set({ time_zone: 'Europe/Formerly' }).where('id', '=', Id).execute(),
  )
  const saved = { ...input, Id, TimeZoneId: 'Europe/Formerly' }
  expect(await save({ ...saved, Address: 'Other quay' })).toMatchObject({ status: 200 })
  expect(await save({ ...saved, TimeZoneId: 'Europe/Nowhere' })).toMatchObject({ status: 400 })
})

test('a property with buildings is not deleted, and a foreign one looks like a missing one', async () => {
  const { property } = riverside.first.ids
  const { body } = await remove([property, harbour.first.ids.property, newId()])
  expect(body).toMatchObject({ Removed: [], Refused: expect.arrayContaining([]) })
  const reasons = body.Refused.map(({ Reason }: { Reason: string }) => Reason)
  expect(reasons.filter((reason: string) => reason.endsWith('The property still has buildings.'))).toHaveLength(1)
  expect(reasons.filter((reason: string) => reason === 'Not found. It may have been deleted.')).toHaveLength(2)
})

describe('a user of one property', () => {
  let second: string
  beforeEach(() => {
    second = riverside.second.ids.property
  })
  test('sees and changes only that one, and adds none', async () => {
    expect((await page({}, ofProperty)).Data.map(({ Id }: { Id: string }) => Id)).toEqual([riverside.first.ids.property])
    expect((await get(second, ofProperty)).status).toBe(404)
    expect((await save(draft({ Id: second }), ofProperty)).status).toBe(404)
    expect((await save(draft(), ofProperty)).status).toBe(403)
  })
})

test('the packages on site are counted, so that a change can say what it affects', async () => {
  expect((await get(riverside.first.ids.property)).body.LivePackages).toBeGreaterThan(0)
})

test.each(['Name', 'ExternalCode', 'RegionName', 'TimeZoneId', 'Address'])('the list is sorted by %s', async (SortColumn) => {
  await inOrganisation(server, riverside.organisationId, (db) =>
    db
      .updateTable('properties')
      .set({ region_id: riverside.second.ids.region })
      .where('id', '=', riverside.second.ids.property)
      .execute(),
  )
  const ids = async (SortDirectionText: string): Promise<string[]> =>
    (await page({ SortColumn, SortDirectionText, PageSize: 100 })).Data.map(({ Id }: { Id: string }) => Id)
  expect(await ids('desc')).toEqual([...(await ids('asc'))].reverse())
})
