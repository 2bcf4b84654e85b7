import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { inOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import { type Fixtures, seedFixtures } from '#apps/server/testing/seed-fixtures.ts'
import { type TestServer, testServer } from '#apps/server/testing/server.ts'
import { event, mqttKiosk } from '#features/kiosks/server/testing/mqtt-kiosk.ts'
import { packages } from '#features/packages/contract.ts'
import { session } from '#features/session/contract.ts'
import { terminals } from '#features/terminal/contract.ts'
import { localDay } from '#platform/date-format.ts'
import { newId } from '#platform/ids.ts'
import { eventually } from '#platform/server/testing/waiting.ts'
import { residents } from '../contract.ts'

let server: TestServer
let organisation: Fixtures
let manager: string
let kiosk: string
const day = (days: number) => localDay(new Date(Date.now() + days * 86_400_000), 'Europe/London')

beforeEach(() => clearWrongCodes())
beforeAll(async () => {
  server = await testServer()
  organisation = await seedFixtures(server, 'riverside')
  manager = await tokenOf(server, 'organisationmanager', 'riverside')
  kiosk = (await server.ask(session.token, { input: organisation.first.credentials })).body.access_token
})
afterAll(() => server.stop())

const params = () => ({ residentId: organisation.first.ids.resident })
const add = (more: object = {}) =>
  server.ask(residents.addDelegate, {
    token: manager,
    params: params(),
    input: { name: 'Grace', fromDay: day(0), untilDay: day(2), ...more },
  })
const list = async () =>
  (await server.ask(residents.delegates, { token: manager, params: params() })).body as { Id: string; Name: string }[]
const remove = (delegateId: string) =>
  server.ask(residents.removeDelegate, { token: manager, params: { ...params(), delegateId } })
const collect = (AccessCode: string) => server.ask(terminals.collection, { token: kiosk, input: { AccessCode } })
/** Resets the terminal's delay after wrong codes. */
const clearWrongCodes = () => inOrganisation(server, organisation.organisationId, (db) => db.deleteFrom('kiosk_delays').execute())
const set = (id: string, days: { from_day: string; until_day: string }) =>
  inOrganisation(server, organisation.organisationId, (db) =>
    db.updateTable('resident_delegates').set(days).where('id', '=', id).execute(),
  )

test('a delegate has a code of their own, which opens the resident’s packages on their days only', async () => {
  const { body } = await add()
  expect(body.LockerAccessCode).toMatch(/^[1-9]\d{7}$/)
  const opened = await collect(body.LockerAccessCode)
  expect(opened.body).toMatchObject({ ResidentId: organisation.first.ids.resident, DelegateId: body.Id, Name: 'Grace' })
  expect(opened.body.Packages.map(({ PackageId }: { PackageId: string }) => PackageId)).toEqual([organisation.first.ids.package])
  await set(body.Id, { from_day: day(1), until_day: day(2) })
  expect((await collect(body.LockerAccessCode)).body.Message).toBe('Wrong code.')
  await set(body.Id, { from_day: day(-3), until_day: day(-1) })
  expect((await collect(body.LockerAccessCode)).status).toBe(422)
  await set(body.Id, { from_day: day(-3), until_day: day(0) })
  expect((await collect(body.LockerAccessCode)).status).toBe(200)
  await remove(body.Id)
  expect((await collect(body.LockerAccessCode)).status).toBe(422)
  expect((await list()).map(({ Id }) => Id)).not.toContain(body.Id)
})

test('their code does not allow dry cleaning, and nothing at all when the resident is inactive', async () => {
  const { body } = await add()
  const ids = { ReservationId: newId(), PackageId: newId(), Size: 1 }
  const dryCleaning = await server.ask(terminals.reserveForDryCleaning, {
    token: kiosk,
    input: { AccessCode: body.LockerAccessCode, ...ids },
  })
  expect(dryCleaning.body.Message).toBe('Wrong code.')
  const activate = (is_active: boolean) =>
    inOrganisation(server, organisation.organisationId, (db) =>
      db.updateTable('residents').set({ is_active }).where('id', '=', organisation.first.ids.resident).execute(),
    )
  await activate(false)
  expect((await collect(body.LockerAccessCode)).status).toBe(422)
  await activate(true)
  expect((await collect(body.LockerAccessCode)).status).toBe(200)
  await remove(body.Id)
})

test('their collections have their name in the history, and the code is e-mailed on request', async () => {
  const { body } = await add({ emailId: 'grace@example.test', sendLockerAccessCode: true })
  const mail = server.mails.find(({ to }) => to === 'grace@example.test')
  expect(mail?.body).toContain(body.LockerAccessCode)
  const wire = await mqttKiosk(server, organisation.first.ids.lockerBank, organisation.first.credentials.client_secret!)
  const By = { Kind: 'delegate', Id: body.Id }
  const PackageId = organisation.first.ids.package
  await wire.sendEvents([event({ Kind: 'collected', PackageId, LockerId: organisation.first.ids.locker, By })])
  const history = async () => (await server.ask(packages.history, { token: manager, params: { packageId: PackageId } })).body[0]
  await eventually(async () => (await history()).UserName).toBe('Grace')
  expect((await history()).StatusId).toBe(8)
  wire.client.end(true)
  const kept = await inOrganisation(server, organisation.organisationId, (db) =>
    db.selectFrom('package_history').select('user_name').where('user_id', '=', body.Id).execute(),
  )
  expect(kept).toEqual([{ user_name: 'Delegate' }])
})

test('is refused with the reason: missing name, invalid days, missing address, more than ten delegates', async () => {
  const why = async (more: object) => (await add(more)).body.Message
  expect(await why({ name: ' ' })).toBe('Enter the name of the delegate.')
  expect(await why({ fromDay: '' })).toBe('Enter the first and the last day.')
  expect(await why({ fromDay: day(2), untilDay: day(1) })).toBe('The last day cannot be before the first.')
  expect(await why({ fromDay: day(-2), untilDay: day(-1) })).toBe('The last day has passed.')
  expect(await why({ sendLockerAccessCode: true })).toBe('Enter the email address to send the code to.')
  for (let i = (await list()).length; i < 10; i += 1) await add({ name: `Friend ${i}` })
  expect(await why({})).toBe('A resident can have up to 10 delegates.')
})
