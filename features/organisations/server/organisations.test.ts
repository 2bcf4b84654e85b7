import { expect, test } from 'vitest'
import { inOrganisation, PASSWORD, tokenOf } from '#apps/server/testing/fixtures.ts'
import { type Fixtures, seedFixtures } from '#apps/server/testing/seed-fixtures.ts'
import { onTwoOrganisations, type TwoOrganisations } from '#apps/server/testing/two-organisations.ts'
import { kiosks } from '#features/kiosks/contract.ts'
import { session } from '#features/session/contract.ts'
import { newId } from '#platform/ids.ts'
import type { RecordChange } from '#platform/record.ts'
import { eventually } from '#platform/server/testing/waiting.ts'
import { organisations } from '../contract.ts'
import { LOGO_URL } from '../testing/logo.ts'

let { server, riverside, harbour, manager } = {} as TwoOrganisations<Fixtures>
let superAdmin = ''
onTwoOrganisations(
  (server, systemName) => seedFixtures(server, systemName, { isSuperAdmin: systemName === 'riverside' }),
  async (seeded) => {
    ;({ server, riverside, harbour, manager } = seeded)
    superAdmin = await tokenOf(server, 'superadmin', 'riverside')
  },
)

let number = 0
const draft = (change: object = {}) => ({
  Name: `Lakeside ${++number}`,
  SystemName: `lakeside${number}`,
  TimezoneId: 'Europe/Berlin',
  Logo: LOGO_URL,
  ...change,
})
const save = (input: object, token = superAdmin) => server.ask(organisations.save, { token, input })
const page = async (input: object = {}, token = superAdmin) => (await server.ask(organisations.page, { token, input })).body
const get = (id: string, token = superAdmin) => server.ask(organisations.get, { token, params: { id } })
const long = (length: number) => 'x'.repeat(length)
const harbourDraft = (change: object = {}) => ({
  Id: harbour.organisationId,
  Name: 'Harbour Homes',
  TimezoneId: 'Europe/London',
  Logo: LOGO_URL,
  ...change,
})
const signIn = (systemName: string, password = PASSWORD) => {
  const username = `organisationmanager@${systemName}.test`
  const input = { grant_type: 'password' as const, username, password, client_id: 'api', scope: `${systemName} 1` }
  return server.ask(session.token, { input })
}

test('organisations › are created, found, listed for the selector and changed, each with a line in the audit trail', async () => {
  const input = draft({ Name: ' Lakeside Living ', SystemName: ' Lake Side 1 ', Description: 'Glass' })
  const { body } = await save(input)
  expect(body.Message).toBe('Organisation has been saved successfully.')
  const created = { Id: body.Id, Name: 'Lakeside Living', SystemName: 'lakeside1', TimezoneId: 'Europe/Berlin', IsActive: true }
  expect((await get(body.Id)).body).toMatchObject({ ...created, Description: 'Glass', IsSuperAdmin: false })
  expect(await page({ SearchText: 'lakeside living' })).toMatchObject({ Data: [created], Total: 1 })
  const all = await server.ask(organisations.all, { token: superAdmin })
  expect(all.body).toContainEqual({ Id: body.Id, Name: 'Lakeside Living' })
  const { Version } = (await get(body.Id)).body
  expect((await save({ ...created, Version, Name: 'Lakeside Homes', TimezoneId: 'Europe/Lisbon' })).status).toBe(200)
  expect((await get(body.Id)).body).toMatchObject({ Name: 'Lakeside Homes', TimezoneId: 'Europe/Lisbon', Description: '' })
  expect(await save({ ...created, Version })).toMatchObject({ status: 409 })
  const changes = await server.ask(organisations.changes, { token: superAdmin, params: { id: body.Id } })
  expect(changes.body).toMatchObject([{ Action: 'Changed' }, { Action: 'Created' }])
})

test('the fields of the specification are returned, and may be given beside ours where they agree', async () => {
  const created = draft({ TimezoneId: undefined, TimeZone: 'Europe/Berlin', Status: 2 })
  const { Id } = (await save(created)).body
  const { body } = await get(Id)
  expect(body).toMatchObject({ TimezoneId: 'Europe/Berlin', TimeZone: 'Europe/Berlin', IsActive: false, Status: 2 })
  expect(body.AllOrganisations).toContainEqual({ Id: harbour.organisationId, Name: expect.any(String) })
  const { Logo: _, ...read } = body
  expect((await save(read)).status).toBe(200)
  expect((await save({ ...read, Version: null, IsActive: null, Status: 1 })).status).toBe(200)
  expect((await get(Id)).body).toMatchObject({ IsActive: true, Status: 1 })
  // A client that sends along what it has read.
  const again = { ...(await get(Id)).body, Logo: null }
  expect((await save({ ...again, TimezoneId: 'Europe/Lisbon', IsActive: false })).status).toBe(200)
  expect((await get(Id)).body).toMatchObject({ TimeZone: 'Europe/Lisbon', Status: 2 })
  const later = { ...(await get(Id)).body, Logo: null }
  expect((await save({ ...later, TimeZone: 'Europe/Paris', Status: 1 })).status).toBe(200)
  expect((await get(Id)).body).toMatchObject({ TimezoneId: 'Europe/Paris', IsActive: true })
  const last = { ...(await get(Id)).body, Logo: null }
  expect(await save({ ...last, TimezoneId: 'Europe/Rome', TimeZone: 'Europe/Oslo' })).toMatchObject({
    status: 400,
    body: { Field: 'TimezoneId', Message: 'TimezoneId and TimeZone must not differ.' },
  })
  expect((await save({ ...last, TimezoneId: '', TimeZone: 'Europe/Oslo' })).status).toBe(200)
  const own = await get(riverside.organisationId, manager)
  expect(own.body.AllOrganisations).toEqual([{ Id: riverside.organisationId, Name: own.body.Name }])
})
test.each([
  [{ TimeZone: 'Europe/London' }, 'TimezoneId', 'TimezoneId and TimeZone must not differ.'],
  [{ IsActive: true, Status: 2 }, 'IsActive', 'IsActive and Status must not differ.'],
  [{ Status: 3 }, 'Status', 'Status must be one of 1, 2.'],
  [{ TimezoneId: null }, 'TimezoneId', 'Please select a time zone'],
])('a save with %j is refused', async (change, Field, Message) => {
  expect(await save(draft(change))).toMatchObject({ status: 400, body: { Field, Message } })
})

test('the history of an organisation names its entries only while it is selected', async () => {
  const { body } = await save(draft())
  const entries = async (selected: string) => {
    const headers = { 'x-organisation-id': selected }
    const changes = await server.ask(organisations.changes, { token: superAdmin, params: { id: body.Id }, headers })
    return changes.body.map((change: RecordChange) => change.EntryId)
  }
  expect(await entries(body.Id)).toEqual([expect.any(String)])
  expect(await entries(riverside.organisationId)).toEqual([null])
})

test('a new organisation can be worked in at once, and is empty', async () => {
  const { body } = await save(draft())
  const headers = { 'x-organisation-id': body.Id }
  const preload = await server.ask(session.preload, { token: superAdmin, headers })
  expect(preload.body).toMatchObject({ Organisation: { Id: body.Id }, Property: null })
})

test.each<[change: object, field: string, message: string]>([
  [{ Name: ' ' }, 'Name', 'Organisation name cannot be empty'],
  [{ Name: long(101) }, 'Name', 'Organisation name cannot be more than 100 characters!'],
  ...[
    'River\u202edis',
    'River\u200bside',
    'River\u200fside',
    'River\ufeffside',
    'River\u00adside',
    'River\u2028side',
    'River\u3164side',
  ].map((Name) => [{ Name }, 'Name', 'Contains characters that are not allowed.'] satisfies [object, string, string]),
  [{ SystemName: '' }, 'SystemName', 'System name cannot be empty'],
  [{ SystemName: undefined }, 'SystemName', 'System name cannot be empty'],
  ...[long(101), 'lake-side', 'läke', 'lаkeside'].map(
    (SystemName) =>
      [
        { SystemName },
        'SystemName',
        'System name cannot be more than 100 characters, cannot have special characters and spaces!',
      ] satisfies [object, string, string],
  ),
  [{ Description: long(1025) }, 'Description', 'Description cannot be more than 1024 characters!'],
  [{ TimezoneId: '' }, 'TimezoneId', 'Please select a time zone'],
  [{ TimezoneId: 'Mars/Olympus' }, 'TimezoneId', 'This time zone is not known.'],
])('a save with %o is refused', async (change, Field, Message) => {
  expect(await save(draft(change))).toMatchObject({ status: 400, body: { Field, Message } })
})

test('texts of the greatest length are accepted', async () => {
  expect((await save(draft({ Name: long(100), SystemName: long(100), Description: long(1024) }))).status).toBe(200)
})

test('a system name is of one organisation, in any case, and stays', async () => {
  expect(await save(draft({ SystemName: 'HARBOUR' }))).toMatchObject({ status: 422, body: { Field: 'SystemName' } })
  expect(await save(harbourDraft({ SystemName: 'another' }))).toMatchObject({ status: 422, body: { Field: 'SystemName' } })
  expect(await save(harbourDraft({ SystemName: 'Harbour' }))).toMatchObject({ status: 200 })
})

test('concurrent saves of one system name create one organisation', async () => {
  const input = draft()
  const replies = await Promise.all([1, 2, 3].map(() => save(input)))
  expect(replies.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
  expect(replies.every(({ status }) => [200, 409, 422].includes(status))).toBe(true)
})

test('other users change their own organisation only, without its active flag, and create none', async () => {
  const own = { Id: riverside.organisationId, Name: 'Riverside Living', TimezoneId: 'Europe/London', Logo: LOGO_URL }
  expect((await save(own, manager)).status).toBe(200)
  expect(await save({ ...own, IsActive: false }, manager)).toMatchObject({ status: 422, body: { Field: 'IsActive' } })
  expect((await save(draft(), manager)).status).toBe(403)
  expect((await save(harbourDraft(), manager)).status).toBe(404)
  expect((await get(harbour.organisationId, manager)).status).toBe(404)
  expect((await get(newId())).status).toBe(404)
})

test('role superadmin of an ordinary organisation lists and changes its own one, and creates none', async () => {
  const token = await tokenOf(server, 'superadmin', 'harbour')
  expect(await page({}, token)).toMatchObject({ Data: [{ Id: harbour.organisationId }], Total: 1 })
  expect((await save(draft(), token)).status).toBe(403)
  expect((await get(riverside.organisationId, token)).status).toBe(404)
})

test('an inactive organisation signs nobody in and says so, its kiosks keep working, and it can be activated again', async () => {
  const { access_token, refresh_token } = (await signIn('harbour')).body
  const key = harbour.first.credentials
  expect((await save(harbourDraft({ IsActive: false }))).status).toBe(200)
  for (const password of [PASSWORD, 'wrong'])
    expect(await signIn('harbour', password)).toMatchObject({
      status: 400,
      body: { error_description: 'This organisation is not active.' },
    })
  await eventually(async () => (await server.ask(session.preload, { token: access_token })).status).toBe(401)
  const kiosk = await server.ask(session.token, { input: key })
  expect(kiosk.status).toBe(200)
  expect((await server.ask(kiosks.configuration, { token: kiosk.body.access_token })).status).toBe(200)
  expect((await save(harbourDraft({ IsActive: true }))).status).toBe(200)
  expect((await signIn('harbour')).status).toBe(200)
  // What was signed in before stays signed out.
  const again = { grant_type: 'refresh_token', client_id: 'api', refresh_token }
  expect((await server.ask(session.token, { input: again })).status).toBe(400)
})

test('the organisation of the super administrators stays active', async () => {
  const own = { Id: riverside.organisationId, Name: 'Riverside Living', TimezoneId: 'Europe/London', IsActive: false }
  expect(await save(own)).toMatchObject({ status: 422, body: { Field: 'IsActive' } })
})

test('an ordinary transaction sees the own organisation only, after a list of all', async () => {
  expect((await page({ PageSize: 500 })).Total).toBeGreaterThan(2)
  const seen = await inOrganisation(server, harbour.organisationId, (db) => db.selectFrom('organisations').select('id').execute())
  expect(seen).toEqual([{ id: harbour.organisationId }])
})
