import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { kiosks } from '#features/kiosks/contract.ts'
import { LOCKER_SIZES } from '#features/layout/model.ts'
import { whyNotSave } from '#features/layout/rules.ts'
import { lockerBanks } from '#features/locker-banks/contract.ts'
import { readKey } from '#features/locker-banks/server/authorisation.ts'
import { expirePackages } from '#features/packages/server/api.ts'
import { counterDifferences, NO_DIFFERENCES } from '#features/packages/server/testing/stored-counters.ts'
import { registrationsOf } from '#features/registrations/contract.ts'
import { session } from '#features/session/contract.ts'
import { CREDENTIALS } from '#features/session/public.ts'
import { terminals } from '#features/terminal/contract.ts'
import { wholeOrganisation } from '#platform/server/postgres/db.ts'
import { inOrganisation } from '../testing/fixtures.ts'
import { type TestServer, testServer } from '../testing/server.ts'
import { type Demo, prepareDemo } from './demo.ts'
import { BANKS } from './locker-banks.ts'
import { ORGANISATIONS, RIVERSIDE } from './organisations.ts'

const [NOW, LATER] = [new Date(), new Date(Date.now() + 12 * 86_400_000)]
const PASSWORD = 'a password of the test'

let server: TestServer
let client: pg.Client
let dataDir: string
let demo: Demo
let printed: string[] = []
beforeAll(async () => {
  server = await testServer()
  dataDir = mkdtempSync(join(tmpdir(), 'parcelhall-test-'))
  client = new pg.Client({ connectionString: server.store.superuserUrl })
  await client.connect()
  demo = (await prepare())!
})
afterAll(async () => {
  await client.end()
  await server.stop()
  rmSync(dataDir, { recursive: true })
})

function prepare({ on = server, now = NOW, demoPassword = PASSWORD as string | null } = {}) {
  printed = []
  const settings = { dataDir, demoPassword: demoPassword ?? undefined, publicUrl: 'http://127.0.0.1' }
  return prepareDemo({ database: on.database, keys: on.keys, settings, now, print: (line) => printed.push(line) })
}
const rows = async (sql: string) => (await client.query(sql)).rows
const signIn = (email: string, password: string, organisation = 'riverside') =>
  server.ask(session.token, {
    input: { grant_type: 'password', username: email, password, client_id: 'api', scope: `${organisation} ${CREDENTIALS.user}` },
  })

test('the printed users can sign in with the printed password', async () => {
  for (const { email, organisation } of demo.users)
    expect([email, (await signIn(email, demo.password!, organisation)).status]).toEqual([email, 200])
})

test('the printed agent and resident can use the printed terminal', async () => {
  const bank = BANKS.find(({ name }) => name === demo.terminal.lockerBank)!
  const key = await inOrganisation(server, RIVERSIDE.id, (db) =>
    readKey(
      db,
      { keys: server.keys, publicUrl: '' },
      { organisation_id: RIVERSIDE.id, id: bank.id, property_id: bank.property_id, code: bank.code, relay_end_point_name: '' },
    ),
  )
  const scope = `riverside ${CREDENTIALS.lockerBank}`
  const { body } = await server.ask(session.token, {
    input: { grant_type: 'client_credentials', client_id: key.APIKeyId, client_secret: key.ApiSecret, scope },
  })
  const token = body.access_token
  const { agent, resident } = demo.terminal
  const asAgent = await server.ask(terminals.signIn, { token, input: { UserName: agent.userName, Pin: agent.pin } })
  expect(asAgent).toMatchObject({ status: 200, body: { Kind: 'agent' } })
  const asResident = await server.ask(terminals.collection, { token, input: { AccessCode: resident.accessCode } })
  expect(asResident).toMatchObject({ status: 200, body: { Name: resident.name } })
  const configuration = await server.ask(kiosks.configuration, { token })
  expect(configuration.body.Config.Layout).toHaveLength(bank.columns.length)
  expect(
    (
      await server.ask(lockerBanks.canPublish, {
        token: (await signIn('manager@parcelhall.test', PASSWORD)).body.access_token,
        params: { lockerBankId: bank.id },
      })
    ).body,
  ).toMatchObject({ CanPublish: false })
})

test('the first row of a history is the drop-off, the last one has the status and the place of the package', async () => {
  const wrong = await rows(`
    select p.id from packages p
    join lateral (select * from package_history h where h.package_id = p.id order by at desc, id desc limit 1) last on true
    join lateral (select * from package_history h where h.package_id = p.id order by at, id limit 1) first on true
    where last.status_id <> p.status_id or last.at <> p.last_transaction_at or first.at <> p.drop_off_time
       or last.locker_bank_id is distinct from p.locker_bank_id or last.mailroom_id is distinct from p.mailroom_id`)
  expect(wrong).toEqual([])
  expect(await rows('select count(*)::int as packages, count(distinct status_id)::int as statuses from packages')).toEqual([
    { packages: 1500, statuses: 25 },
  ])
})

test('has pending registrations of residents and of an agent, verified and not', async () => {
  const pending = await rows(`
    select kind, count(*)::int as persons, count(email_verified_at)::int as verified from registrations r
    where status = 1 and exists (select from registration_properties p where p.registration_id = r.id) group by kind order by kind`)
  expect(pending).toEqual([
    { kind: 'agent', persons: 1, verified: 1 },
    { kind: 'resident', persons: 5, verified: 4 },
  ])
})

test('every record has the entry of its creation in the audit trail', async () => {
  for (const table of ['properties', 'portal_users', 'agents', 'residents', 'locker_banks', 'registrations'])
    expect(
      await rows(`select id from ${table} t where not exists (
        select from audit a where a.organisation_id = t.organisation_id and a.subject_id = t.id and a.actor_name = 'Demo')`),
      table,
    ).toEqual([])
  const manager = (await signIn('manager@parcelhall.test', PASSWORD)).body.access_token
  const { body } = await server.ask(lockerBanks.changes, { token: manager, params: { lockerBankId: BANKS[0]!.id } })
  expect(body.map(({ Action }: { Action: string }) => Action).toSorted()).toEqual(['Authorised', 'Created', 'Published'])
})

test('the counters match the rows', async () => {
  expect(await counterDifferences(client)).toEqual(NO_DIFFERENCES)
})

test('has five locker banks with valid layouts, and one locker each that is dirty, out of service and not mapped', async () => {
  for (const bank of BANKS) {
    const columns = bank.columns.map(({ id, name }) => ({
      name,
      lockers: bank.lockers
        .filter(({ columnId }) => columnId === id)
        .map(({ name: lockerName, lockerType, size }) => ({ lockerName, lockerType, size })),
    }))
    expect([bank.code, whyNotSave(columns)]).toEqual([bank.code, null])
  }
  const lockers = BANKS.flatMap((bank) => bank.lockers.filter(({ lockerType }) => lockerType === 'locker'))
  const count = (test: (locker: (typeof lockers)[number]) => boolean) => lockers.filter(test).length
  expect(BANKS.map((bank) => bank.lockers.length - 1)).toEqual([47, 29, 28, 20, 59])
  expect([
    count(({ condition }) => condition === 'dirty'),
    count(({ condition }) => condition === 'flagged'),
    count(({ deviceSerial }) => !deviceSerial),
  ]).toEqual([1, 1, 1])
  expect(new Set(lockers.map(({ size }) => size))).toEqual(new Set(Object.values(LOCKER_SIZES).map(({ value }) => value)))
})

test('no package is due: the job that expires packages changes nothing', async () => {
  const before = await rows('select count(*)::int from package_history')
  await expirePackages(server.database, { changed: () => {} }, NOW)
  expect(await rows('select count(*)::int from package_history')).toEqual(before)
})

test('a later start changes nothing and prints the same', async () => {
  const before = await rows('select id, password_hash from portal_users order by id')
  expect(await prepare({ now: LATER })).toEqual(demo)
  expect(printed).toEqual([])
  expect(await rows('select id, password_hash from portal_users order by id')).toEqual(before)
})

test('has the same rows in every installation, and different secrets', async () => {
  const other = await testServer()
  const second = await prepare({ on: other, now: LATER })
  const asOther = new pg.Client({ connectionString: other.store.superuserUrl })
  await asOther.connect()
  const idsOf = async (one: pg.Client) => {
    const ids: Record<string, unknown[]> = {}
    for (const table of [
      'organisations',
      'properties',
      'portal_users',
      'agents',
      'residents',
      'locker_banks',
      'lockers',
      'packages',
    ])
      ids[table] = (await one.query(`select id from ${table} order by id`)).rows
    return ids
  }
  expect(await idsOf(asOther)).toEqual(await idsOf(client))
  expect(second!.terminal.agent.pin).not.toBe(demo.terminal.agent.pin)
  expect(second!.terminal.resident.accessCode).not.toBe(demo.terminal.resident.accessCode)
  await asOther.end()
  await other.stop()
})

test('an interrupted first start is completed at the next one', async () => {
  const other = await testServer()
  const asOther = new pg.Client({ connectionString: other.store.superuserUrl })
  await asOther.connect()
  const [, harbour] = ORGANISATIONS
  const systemNames = async () =>
    (await asOther.query('select system_name from organisations order by 1')).rows.map((row) => row.system_name)
  await other.database.inTenant(wholeOrganisation(RIVERSIDE.id), (db) =>
    db.insertInto('organisations').values({ id: RIVERSIDE.id, name: 'R', system_name: 'riverside', time_zone: 'UTC' }).execute(),
  )
  await prepare({ on: other })
  expect(await systemNames()).toEqual(['harbour', 'riverside'])
  expect((await asOther.query('select from packages where organisation_id = $1', [harbour!.id])).rowCount).toBe(50)
  await asOther.end()
  await other.stop()
})

test('does not change a database that has other organisations', async () => {
  const other = await testServer()
  const id = '00000000-0000-7000-8000-000000000001'
  await other.database.inTenant(wholeOrganisation(id), (db) =>
    db.insertInto('organisations').values({ id, name: 'Ours', system_name: 'ours', time_zone: 'UTC' }).execute(),
  )
  expect(await prepare({ on: other })).toBeUndefined()
  await other.stop()
})

test('verified registrations of different people are approved together, and a resident who registers again is left', async () => {
  const token = (await signIn('manager@parcelhall.test', PASSWORD)).body.access_token
  const Matching = { RegistrationStatusType: 1 }
  const residents = await server.ask(registrationsOf.resident.approve, { token, input: { Matching } })
  const reasons = residents.body.Refusals.map(({ Reason }: { Reason: string }) => Reason).toSorted()
  expect(residents.body).toMatchObject({ Changed: 3, Refused: 2 })
  expect(reasons).toEqual([
    'May be somebody who is on record already. Please review it.',
    'The email address has not been verified yet.',
  ])
  const agents = await server.ask(registrationsOf.agent.approve, { token, input: { Matching } })
  expect(agents.body).toMatchObject({ Changed: 1, Refused: 0 })
})

test('sets a changed DEMO_PASSWORD; prints no password when a user has changed it', async () => {
  const manager = 'manager@parcelhall.test'
  expect((await prepare({ demoPassword: 'quite another one' }))!.password).toBe('quite another one')
  expect((await signIn(manager, 'quite another one')).status).toBe(200)
  expect((await signIn(manager, PASSWORD)).status).toBe(400)
  // As after a restore: the demo exists, and this DATA_DIR has no password of it.
  expect((await prepare({ demoPassword: null }))!.password).toBeUndefined()
  const file = join(dataDir, 'demo-password')
  expect(existsSync(file)).toBe(false)
  const fresh = await testServer()
  const generated = (await prepare({ on: fresh, demoPassword: null }))!.password
  expect([readFileSync(file, 'utf8').trim(), statSync(file).mode & 0o777]).toEqual([generated, 0o600])
  expect((await prepare({ on: fresh, demoPassword: null }))!.password).toBe(generated)
  expect((await prepare({ demoPassword: null }))!.password).toBeUndefined()
  await fresh.stop()
})

test('refuses to start with a DEMO_PASSWORD that a user could not choose', async () => {
  for (const demoPassword of ['short', 'password1234', 'Parcelhall-2026', 'manager@harbour.test'])
    await expect(prepare({ demoPassword })).rejects.toThrow(/^DEMO_PASSWORD is not accepted\. .+ Without DEMO_PASSWORD the start/)
})
