import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inOrganisation, type OrganisationFixtures, seedOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import { type TestServer, testServer } from '#apps/server/testing/server.ts'
import { type PackageFixtures, seedPackageFixtures } from '#features/packages/server/testing/fixtures.ts'
import { newId } from '#platform/ids.ts'
import { reportRuns } from '../../runs-contract.ts'
import { reportSchedules } from '../../schedules-contract.ts'
import { sendDue, sendQueue } from './send.ts'

let server: TestServer
let organisation: OrganisationFixtures
let other: OrganisationFixtures
let properties: PackageFixtures[]
let manager: string
beforeAll(async () => {
  server = await testServer()
  organisation = await seedOrganisation(server, 'riverside')
  other = await seedOrganisation(server, 'harbour')
  properties = [await seedPackageFixtures(server, organisation, 0), await seedPackageFixtures(server, organisation, 1)]
  manager = await tokenOf(server, 'organisationmanager', 'riverside')
  for (const property of properties) for (const person of property.people) await property.add(person)
})
afterAll(() => server.stop())
beforeEach(async () => {
  await inRiverside((db) => db.deleteFrom('report_schedules').execute())
  server.mails.length = 0
  server.jobs.length = 0
})

const inRiverside = <T>(work: Parameters<typeof inOrganisation<T>>[2]) =>
  inOrganisation(server, organisation.organisationId, work)
const userOf = async (role: number, of = organisation) =>
  (
    await inOrganisation(server, of.organisationId, (db) =>
      db.selectFrom('portal_users').select(['id', 'email']).where('role_id', '=', role).executeTakeFirstOrThrow(),
    )
  ).id
const ROLE = { organisationManager: 2, propertyManager: 3, mailroomStaff: 5 } as const

const draft = async (change: object = {}) => ({
  Name: 'Weekly list',
  Report: 'Tenants',
  Format: 'CSV',
  Period: 'Last7Days',
  ParameterValues: {},
  Frequency: 'Daily',
  Weekday: 1,
  MonthDay: 1,
  Hour: 7,
  IsActive: true,
  RecipientIds: [await userOf(ROLE.organisationManager)],
  ...change,
})
const save = async (change: object = {}, token = manager) =>
  server.ask(reportSchedules.save, { token, input: await draft(change) })
const get = (reportScheduleId: string, token = manager) =>
  server.ask(reportSchedules.get, { token, params: { reportScheduleId } })
const list = async (token = manager) => (await server.ask(reportSchedules.page, { token, input: {} })).body
const runs = async () => (await server.ask(reportRuns.page, { token: manager, input: {} })).body.Data

/** A moment when every active schedule is due. */
const due = () => new Date(Date.now() + 40 * 86_400_000)
const sendAll = async (now = due()) => {
  await sendDue(server.deps, now)
  await server.work()
}

test('a person has 50 schedules at most', async () => {
  for (let nth = 0; nth < 50; nth++) expect((await save({ Name: `Schedule ${nth}` })).status).toBe(200)
  expect(await save()).toMatchObject({
    status: 422,
    body: { Message: 'You have 50 schedules. Delete one before you add another.' },
  })
  const [{ Id }] = (await list()).Data
  expect((await server.ask(reportSchedules.remove, { token: manager, input: [Id] })).status).toBe(200)
  expect((await save()).status).toBe(200)
})

describe('a schedule', () => {
  test('is saved, listed with its next time, changed and deleted, and each is audited', async () => {
    const { body } = await save({ ParameterValues: { PropertyIds: [organisation.properties[0]!.id], From: '2020-01-01' } })
    expect(body.Message).toBe('Schedule has been saved successfully.')
    const read = (await get(body.Id)).body
    expect(read).toMatchObject({ Name: 'Weekly list', Report: 'Tenants', Recipients: [{ Name: expect.any(String) }] })
    // The period has the days.
    expect(read.ParameterValues).toMatchObject({ PropertyIds: [organisation.properties[0]!.id] })
    expect(read.ParameterValues).not.toHaveProperty('From')
    const { Recipients: _, ...form } = read
    expect((await server.ask(reportSchedules.save, { token: manager, input: { ...form, Name: 'Renamed' } })).status).toBe(200)
    const stale = await server.ask(reportSchedules.save, { token: manager, input: { ...form, Name: 'Late' } })
    expect(stale.status).toBe(409)
    const { Data } = await list()
    expect(Data).toMatchObject([{ Name: 'Renamed', RecipientCount: 1 }])
    expect(Date.parse(Data[0].NextAt)).toBeGreaterThan(Date.now())
    const changes = await server.ask(reportSchedules.changes, { token: manager, params: { reportScheduleId: body.Id } })
    expect(changes.body).toMatchObject([{ Action: 'Changed' }, { Action: 'Created' }])
    const removed = await server.ask(reportSchedules.remove, { token: manager, input: [body.Id] })
    expect(removed.body.Removed).toEqual([body.Id])
    expect((await get(body.Id)).status).toBe(404)
  })

  test('is saved though an e-mail was sent meanwhile, and not after another change of its recipients', async () => {
    const { Recipients: _, ...form } = (await get((await save()).body.Id)).body
    await sendAll()
    expect(server.mails).toHaveLength(1)
    const again = { ...form, RecipientIds: [...form.RecipientIds, await userOf(ROLE.propertyManager)] }
    expect((await server.ask(reportSchedules.save, { token: manager, input: again })).status).toBe(200)
    const stale = await server.ask(reportSchedules.save, { token: manager, input: { ...form, RecipientIds: again.RecipientIds } })
    expect(stale.status).toBe(409)
    // Of two at once, one is refused.
    const { Recipients: __, ...now } = (await get(form.Id)).body
    const both = [form.RecipientIds, [await userOf(ROLE.propertyManager)]].map((RecipientIds) =>
      server.ask(reportSchedules.save, { token: manager, input: { ...now, RecipientIds } }),
    )
    expect((await Promise.all(both)).map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('of others is for people who may see every report of the organisation', async () => {
    const ofProperty = await tokenOf(server, 'propertymanager', 'riverside')
    const { body } = await save()
    expect((await get(body.Id, ofProperty)).status).toBe(404)
    expect((await save({ Id: body.Id }, ofProperty)).status).toBe(404)
    expect((await list(ofProperty)).Total).toBe(0)
    const removed = await server.ask(reportSchedules.remove, { token: ofProperty, input: [body.Id] })
    expect(removed.body.Removed).toEqual([])
    const own = await save({}, ofProperty)
    expect((await get(own.body.Id, ofProperty)).status).toBe(200)
    expect((await list()).Total).toBe(2)
    const foreign = await tokenOf(server, 'organisationmanager', 'harbour')
    expect((await get(body.Id, foreign)).status).toBe(404)
    expect((await list(foreign)).Total).toBe(0)
  })

  test('is refused for recipients who may not see reports, of other organisations, and without any', async () => {
    for (const RecipientIds of [
      [await userOf(ROLE.mailroomStaff)],
      [await userOf(ROLE.organisationManager, other)],
      [newId()],
      [],
      Array.from({ length: 51 }, () => newId()),
    ])
      expect(await save({ RecipientIds })).toMatchObject({ status: 400, body: { Field: 'RecipientIds' } })
  })

  test.each([
    [{ Name: ' ' }],
    [{ Report: 'Secrets' }],
    [{ Format: 'EXE' }],
    [{ Hour: 24 }],
    [{ Weekday: 0 }],
    [{ MonthDay: 32 }],
    [{ Frequency: 'Hourly' }],
    [{ Period: 'Ever' }],
    [{ ParameterValues: { PropertyIds: ["'; drop table packages"] } }],
  ])('is refused for %o', async (change) => {
    expect((await save(change)).status).toBe(400)
  })

  test('offers the parameters of its report, and recipients who may see reports', async () => {
    const input = { Report: 'Transaction', ParameterValues: {} }
    const { body } = await server.ask(reportSchedules.parameters, { token: manager, input })
    const ids = body.map(({ id }: { id: string }) => id)
    expect(ids).toContain('PropertyIds')
    const recipients = await server.ask(reportSchedules.recipients, { token: manager })
    const offered = recipients.body.map(({ Id }: { Id: string }) => Id)
    expect(offered).toContain(await userOf(ROLE.propertyManager))
    expect(offered).not.toContain(await userOf(ROLE.mailroomStaff))
  })
})

describe('an e-mail of a schedule', () => {
  test('is sent once for each due time with the file, however many nodes look; it is a run', async () => {
    await save()
    await sendDue(server.deps, new Date())
    expect(server.jobs).toHaveLength(0)
    const now = due()
    await Promise.all([sendDue(server.deps, now), sendDue(server.deps, now), sendDue(server.deps, now)])
    expect(server.jobs).toHaveLength(1)
    const [job] = server.jobs
    await server.work()
    // A job that runs again sends nothing again.
    await server.run(job!)
    expect(server.mails).toHaveLength(1)
    const [mail] = server.mails
    expect(mail).toMatchObject({ subject: 'Tenants: Weekly list', attachment: { name: 'Tenants.csv' } })
    expect(mail!.body).toContain('http://127.0.0.1/portal/#/rpttenants')
    const file = mail!.attachment!.content.toString()
    for (const { unitNumber } of properties[1]!.people) expect(file).toContain(unitNumber)
    expect((await runs())[0]).toMatchObject({ Report: 'Tenants', State: 'Done', IsScheduled: true, RowCount: expect.any(Number) })
    const { action } = await inRiverside((db) =>
      db.selectFrom('audit').select('action').orderBy('at', 'desc').orderBy('id', 'desc').executeTakeFirstOrThrow(),
    )
    expect(action).toBe('report schedule sent')
  })

  test('holds the rows of its recipient’s properties, not those of who scheduled it', async () => {
    await save({ RecipientIds: [await userOf(ROLE.propertyManager)] })
    await sendAll()
    const file = server.mails[0]!.attachment!.content.toString()
    for (const { unitNumber } of properties[0]!.people) expect(file).toContain(unitNumber)
    for (const { unitNumber } of properties[1]!.people) expect(file).not.toContain(unitNumber)
  })

  test('goes to nobody who was disabled or lost the permission meanwhile, and the run says so', async () => {
    const id = await userOf(ROLE.propertyManager)
    await save({ RecipientIds: [id, await userOf(ROLE.organisationManager)] })
    const set = (values: object) => inRiverside((db) => db.updateTable('portal_users').set(values).where('id', '=', id).execute())
    for (const [without, again] of [
      [{ is_active: false }, { is_active: true }],
      [{ role_id: ROLE.mailroomStaff }, { role_id: ROLE.propertyManager }],
      [{ deleted_at: new Date() }, { deleted_at: null }],
    ] as const) {
      await sendDue(server.deps, due())
      await set(without)
      server.mails.length = 0
      await server.work()
      expect(server.mails).toHaveLength(1)
      const withheld = (await runs()).find(({ State }: { State: string }) => State === 'NotSent')
      expect(withheld).toMatchObject({ Reason: 'The recipient may not see reports any more.' })
      await set(again)
      await inRiverside((db) => db.updateTable('report_schedules').set({ next_at: new Date() }).execute())
    }
  })

  test('keeps the time zone of the properties of who saved it', async () => {
    const [own, other] = organisation.properties
    const setZone = (id: string, time_zone: string) =>
      inRiverside((db) => db.updateTable('properties').set({ time_zone }).where('id', '=', id).execute())
    await setZone(own!.id, 'America/New_York')
    await setZone(other!.id, 'Europe/Berlin')
    await save({}, await tokenOf(server, 'propertymanager', 'riverside'))
    const zones = () => inRiverside((db) => db.selectFrom('report_schedules').select(['time_zone', 'next_at']).execute())
    expect((await zones())[0]!.time_zone).toBe('America/New_York')
    await sendAll()
    const [after] = await zones()
    expect(after!.time_zone).toBe('America/New_York')
    expect(new Date(after!.next_at).toLocaleTimeString('en-GB', { timeZone: 'America/New_York' })).toBe('07:00:00')
    for (const { id } of organisation.properties) await setZone(id, 'UTC')
  })

  test('that cannot begin does not stop the others, and says why where its values are the reason', async () => {
    const { body: impossible } = await save({ Name: 'Impossible' })
    const { body: broken } = await save({ Name: 'Broken' })
    await save({ Name: 'Good' })
    const set = (id: string, values: object) =>
      inRiverside((db) => db.updateTable('report_schedules').set(values).where('id', '=', id).execute())
    await set(impossible.Id, { parameters: JSON.stringify({ BuildingIds: ['no id'] }), next_at: new Date('2020-01-01') })
    await set(broken.Id, { report: 'Unknown', next_at: new Date('2020-01-02') })
    await expect(sendAll()).rejects.toThrow()
    await server.work()
    expect(server.mails).toMatchObject([{ subject: 'Tenants: Good' }])
    const withheld = (await runs()).find(({ State }: { State: string }) => State === 'NotSent')
    expect(withheld).toMatchObject({ Report: 'Tenants', Reason: 'Buildings: Please input a valid value.' })
    expect(Date.parse((await list()).Data.find(({ Name }: { Name: string }) => Name === 'Impossible').NextAt)).toBeGreaterThan(
      Date.now(),
    )
  })

  test('of a schedule that is not active, or was deleted meanwhile, is not sent', async () => {
    await save({ IsActive: false })
    await sendAll()
    const { body } = await save()
    await sendDue(server.deps, due())
    await server.ask(reportSchedules.remove, { token: manager, input: [body.Id] })
    await server.work()
    expect(server.mails).toEqual([])
    expect((await runs())[0]).toMatchObject({ State: 'NotSent', Reason: 'The schedule was deleted.' })
  })

  test('has a link with the days of the period instead of a file that is too large', async () => {
    await save({ Report: 'Transaction', Period: 'LastMonth' })
    await sendDue(server.deps, new Date('2027-03-10T12:00:00Z'))
    const { run } = sendQueue({ ...server.deps, maxAttachment: 10 })
    for (const { data } of server.jobs.splice(0)) await run(data)
    const [mail] = server.mails
    expect(mail!.attachment).toBeUndefined()
    expect(mail!.body).toContain('is not attached. The file is larger than')
    expect(mail!.body).toContain('#/rpttransaction?From=2027-02-01&To=2027-02-28')
  })
})
