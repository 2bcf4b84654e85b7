import { readdirSync, rmSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import { type Fixtures, seedFixtures } from '#apps/server/testing/seed-fixtures.ts'
import { type TestServer, testServer } from '#apps/server/testing/server.ts'
import { packages } from '#features/packages/contract.ts'
import { reports } from '#features/reports/contract.ts'
import { localDay } from '#platform/date-format.ts'
import { newId } from '#platform/ids.ts'
import { outboxOf, outboxTransport } from '#platform/server/mail/outbox.ts'
import { temporaryFolder } from '#platform/server/testing/temporary-folder.ts'
import { eventually } from '#platform/server/testing/waiting.ts'
import { residents } from '../../contract.ts'

let server: TestServer
let organisation: Fixtures
let manager: string
let leasing: string
let owner: pg.Client
let dataDir: string
beforeAll(async () => {
  dataDir = temporaryFolder()
  server = await testServer({ dataDir })
  organisation = await seedFixtures(server, 'riverside')
  manager = await tokenOf(server, 'organisationmanager', 'riverside')
  leasing = await tokenOf(server, 'leasingspecialist', 'riverside')
  owner = new pg.Client({ connectionString: server.store.superuserUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await server.stop()
  rmSync(dataDir, { recursive: true })
})

const NAME = 'Wilhelmina'
const EMAIL = 'wilhelmina@example.test'
const draft = () => ({
  firstName: NAME,
  lastName: 'Quartermaine',
  propertyId: organisation.first.ids.property,
  buildingId: organisation.first.ids.building,
  unitNumber: 'Q77',
  emailId: EMAIL,
  mobilePhone: '+44 7700 900777',
  address: '7 Quince Lane',
})
const day = (days: number) => localDay(new Date(Date.now() + days * 86_400_000), 'Europe/London')
const erase = (residentId: string, token = manager) => server.ask(residents.erase, { token, params: { residentId } })
const exported = (residentId: string) => server.ask(residents.personalData, { token: manager, params: { residentId } })

/**
 * Every row of every table of the database that holds one of these. Short ones, such as the number of a unit, also come about by
 * chance within what is sealed and within ids: they count as words of their own.
 */
async function traces(of: readonly string[]): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const found: string[] = []
  const patterns = of.map((one) => new RegExp(one.length > 6 ? one : `(?<![\\w.-])${one}(?![\\w-])`, 'i'))
  for (const { name } of rows) {
    const all = await owner.query<{ row: string }>(`select to_jsonb(t)::text as row from ${name} t`)
    for (const { row } of all.rows) if (patterns.some((one) => one.test(row))) found.push(`${name}: ${row}`)
  }
  return found
}

/** A resident with a package that a delegate collected, an e-mail with the code, an audit trail and a kiosk's event. */
async function seedResident() {
  const residentId = newId()
  const code = (
    await server.ask(residents.generateCode, { token: manager, input: { propertyId: organisation.first.ids.property } })
  ).body.LockerAccessCode
  await server.ask(residents.create, {
    token: manager,
    params: { residentId },
    input: { ...draft(), lockerAccessCode: code, sendLockerAccessCode: true },
  })
  await server.ask(residents.update, { token: manager, params: { residentId }, input: { ...draft(), phone1: '020 7946 0777' } })
  const friend = await server.ask(residents.addDelegate, {
    token: manager,
    params: { residentId },
    input: {
      name: 'Friend Quartermaine',
      emailId: 'friend.q@example.test',
      fromDay: day(0),
      untilDay: day(30),
      sendLockerAccessCode: true,
    },
  })
  const packageId = newId()
  await inOrganisation(server, organisation.organisationId, async (db) => {
    const row = await db
      .selectFrom('packages')
      .selectAll()
      .where('id', '=', organisation.first.ids.package)
      .executeTakeFirstOrThrow()
    const { place_id: _p, recipient_key: _r, ...rest } = row
    const recipient = {
      recipient_name: `${NAME} Quartermaine`,
      unit_number: 'Q77',
      email: EMAIL,
      mobile_phone: '+44 7700 900777',
    }
    await db
      .insertInto('packages')
      .values({
        ...rest,
        ...recipient,
        id: packageId,
        package_number: `PN-${packageId.slice(-6)}`,
        resident_id: residentId,
        locker_id: null,
        status_id: 8,
        status_group: 2,
        note: `for ${NAME}`,
      })
      .execute()
    const line = {
      organisation_id: organisation.organisationId,
      package_id: packageId,
      property_id: organisation.first.ids.property,
      status_id: 8,
    }
    await db
      .insertInto('package_history')
      .values([
        { ...line, id: newId(), at: new Date(), user_id: residentId, user_name: `${NAME} Quartermaine`, note: `told ${NAME}` },
        { ...line, id: newId(), at: new Date(), user_id: friend.body.Id, user_name: 'Delegate' },
        { ...line, id: newId(), at: new Date(), user_id: organisation.first.userId, user_name: 'Test superadmin' },
      ])
      .execute()
    const body = {
      Kind: 'dropped-off',
      ResidentId: residentId,
      RecipientName: `${NAME} Quartermaine`,
      UnitNumber: 'Q77',
      PackageId: packageId,
    }
    await db
      .insertInto('kiosk_events')
      .values({
        organisation_id: organisation.organisationId,
        id: newId(),
        property_id: organisation.first.ids.property,
        locker_bank_id: organisation.first.ids.lockerBank,
        kind: 'dropped-off',
        at: new Date(),
        received_at: new Date(),
        outcome: 'applied',
        body: JSON.stringify(body),
      })
      .execute()
  })
  return { residentId, packageId, code }
}

test('the export of a resident contains all their data, is audited, and requires the permission to edit residents', async () => {
  const { residentId, packageId } = await seedResident()
  const { body } = await exported(residentId)
  expect(body.Resident).toMatchObject({ FirstName: NAME, EmailId: EMAIL, Phone1: '020 7946 0777' })
  expect(body.Packages.map(({ Id }: { Id: string }) => Id)).toEqual([packageId])
  expect(body.Delegates).toMatchObject([{ Name: 'Friend Quartermaine' }])
  expect(body.Mails.map(({ To }: { To: string }) => To).sort()).toEqual(['friend.q@example.test', EMAIL])
  expect(body.History.map(({ UserName }: { UserName: string }) => UserName).sort()).toEqual([
    'Friend Quartermaine',
    'Test superadmin',
    `${NAME} Quartermaine`,
  ])
  const changed = body.Audit.find(({ Action }: { Action: string }) => Action === 'resident changed')
  expect([changed.before, changed.after]).toEqual([{ phone1: '' }, { phone1: '020 7946 0777' }])
  const again = await exported(residentId)
  expect(again.body.Audit[0].Action).toBe('personal data exported')
  const mailroom = await tokenOf(server, 'mailroomstaff', 'riverside')
  expect((await server.ask(residents.personalData, { token: mailroom, params: { residentId } })).status).toBe(403)
  expect((await erase(residentId)).status).toBe(200)
})

test('erasing leaves no trace of the person in any table, and does not change counts, ids and other people’s names', async () => {
  const { residentId, packageId, code } = await seedResident()
  const [before] = (await owner.query('select count(*)::int as packages from packages')).rows
  expect((await traces([NAME, 'Quartermaine', EMAIL, '900777', 'Q77', 'Quince'])).length).toBeGreaterThan(5)
  expect((await erase(residentId)).body.Message).toBe('The personal data of this resident has been erased.')
  expect(await traces([NAME, 'Quartermaine', EMAIL, '900777', 'Q77', 'Quince', code])).toEqual([])
  expect((await owner.query('select count(*)::int as packages from packages')).rows).toEqual([before])
  const history = await server.ask(packages.history, { token: manager, params: { packageId } })
  expect(history.body.map(({ UserName }: { UserName: string }) => UserName).sort()).toEqual(['', '', 'Test superadmin'])
  const detail = await server.ask(packages.get, { token: manager, params: { packageId } })
  expect(detail.body).toMatchObject({ Name: 'Erased resident', ResidentId: null, StatusId: 8 })
  const { rows } = await owner.query(`select action, detail from audit where subject_id = $1 order by id`, [residentId])
  expect(rows.at(-1).action).toBe('resident erased')
  expect((await erase(residentId)).status).toBe(404)
})

test('deletes the e-mails that name the person from the outbox folder, also in an encoding, and files that may list them', async () => {
  const { residentId } = await seedResident()
  const outbox = outboxTransport(outboxOf(dataDir), 'no-reply@example.test')
  const letter = (to: string, body: string, more: object = {}) => ({ to, subject: 'A package', body, ...more })
  const csv = { name: 'residents.csv', type: 'text/csv', content: Buffer.from(NAME) }
  const letters = {
    toAddress: letter(EMAIL.toUpperCase(), 'Hello'),
    toStaff: letter('staff@example.test', `${NAME} Quartermaine has a package: \u{1F4E6} für Müller`),
    toDelegate: letter('friend.q@example.test', 'Your code'),
    withFile: letter('staff@example.test', 'The report', { attachment: csv }),
    aboutSomeoneElse: letter('other@example.test', `Somebody has a package, and Post${NAME}Street is closed`),
  }
  for (const [id, one] of Object.entries(letters)) await outbox.send(id, { ...one, organisationId: organisation.organisationId })
  await outbox.send('ofAnother', { ...letters.withFile, organisationId: newId() })
  expect((await erase(residentId)).status).toBe(200)
  await eventually(() => readdirSync(outboxOf(dataDir))).toEqual(['aboutSomeoneElse.eml', 'ofAnother.eml'])
})

test('deletes stored reports, which may list the person', async () => {
  const { residentId } = await seedResident()
  const ask = (op: Parameters<TestServer['ask']>[0], params = {}, input?: object) =>
    server.ask(op, { token: manager, params, input })
  const { clientId } = (await ask(reports.register, {}, { TimeStamp: 1 })).body
  const { instanceId } = (await ask(reports.createInstance, { clientId }, { Report: 'Tenants' })).body
  const { documentId } = (await ask(reports.createDocument, { clientId, instanceId }, { Format: 'CSV' })).body
  await server.work()
  const parts = async () => (await owner.query(`select convert_from(content, 'UTF8') as content from report_parts`)).rows
  expect(JSON.stringify(await parts())).toContain(NAME)
  expect((await erase(residentId)).status).toBe(200)
  expect(await parts()).toEqual([])
  expect((await ask(reports.document, { clientId, instanceId, documentId })).status).toBe(404)
})

test('requires its permission, and a resident without live packages', async () => {
  expect((await erase(organisation.first.ids.resident, leasing)).status).toBe(403)
  expect((await erase(organisation.first.ids.resident)).body.Message).toBe('This resident still has packages.')
})

test('applies to a deleted resident', async () => {
  const { residentId } = await seedResident()
  await server.ask(residents.remove, { token: manager, input: [residentId] })
  expect((await erase(residentId)).status).toBe(200)
  expect(await traces([NAME, EMAIL])).toEqual([])
})

test('keeps the e-mails about another person with the same address', async () => {
  const [erased, housemate] = [await seedResident(), await seedResident()]
  const aboutHousemate = () => owner.query('select id from mails where about = $1 order by id', [housemate.residentId])
  const before = (await aboutHousemate()).rows
  expect(before).toHaveLength(2)
  // An e-mail to their address that is not about a resident.
  await owner.query(
    `insert into mails (organisation_id, id, to_address, subject, body) values ($1, gen_random_uuid(), upper($2), 'Hello', 'Hello')`,
    [organisation.organisationId, EMAIL],
  )
  expect((await erase(erased.residentId)).status).toBe(200)
  expect((await aboutHousemate()).rows).toEqual(before)
  const { rows } = await owner.query('select id from mails where about is null and lower(to_address) = $1', [EMAIL])
  expect(rows).toEqual([])
  expect((await erase(housemate.residentId)).status).toBe(200)
})
