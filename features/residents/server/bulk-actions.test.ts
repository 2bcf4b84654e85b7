import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inOrganisation, type OrganisationFixtures, seedOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import { launch } from '#apps/server/testing/program.ts'
import { type TestServer, testServer } from '#apps/server/testing/server.ts'
import { type PackageFixtures, seedPackageFixtures } from '#features/packages/server/testing/fixtures.ts'
import { bulk } from '#platform/bulk.ts'
import type { Operation } from '#platform/operation.ts'
import { lockJob } from '#platform/server/bulk/store.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { soon, waitForBlocked } from '#platform/server/testing/waiting.ts'
import { residents } from '../contract.ts'

let server: TestServer
let organisation: OrganisationFixtures
let foreign: OrganisationFixtures
let manager: string
/** Bound to the first property. */
let ofProperty: string
let mailroom: string
let packages: PackageFixtures

beforeAll(async () => {
  server = await testServer()
  organisation = await seedOrganisation(server, 'riverside', { isSuperAdmin: true })
  foreign = await seedOrganisation(server, 'harbour')
  packages = await seedPackageFixtures(server, organisation)
  manager = await tokenOf(server, 'organisationmanager', 'riverside')
  ofProperty = await tokenOf(server, 'propertymanager', 'riverside')
  mailroom = await tokenOf(server, 'mailroomstaff', 'riverside')
})
afterAll(() => server.stop())
beforeEach(() => {
  server.jobs.length = 0
  server.mails.length = 0
})

const inOwn = <T>(work: (db: Db) => Promise<T>) => inOrganisation(server, organisation.organisationId, work)

/** Adds residents with a last name of their own to a property, by default the first; returns their ids in order. */
async function add(lastName: string, count: number, { of = organisation, property = 0 } = {}): Promise<string[]> {
  const { id, buildingId } = of.properties[property]!
  const { rows } = await inOrganisation(server, of.organisationId, (db) =>
    sql<{
      id: string
    }>`insert into residents (organisation_id, id, property_id, building_id, unit_number, first_name, last_name, email)
      select ${of.organisationId}, gen_random_uuid(), ${id}, ${buildingId}, n, 'Rita', ${lastName}, 'r' || n || '@mail.test'
      from generate_series(1, ${count}::int) as n returning id`.execute(db),
  )
  return rows.map((row) => row.id).sort()
}
const rowsOf = (ids: readonly string[]) =>
  inOwn((db) =>
    db
      .selectFrom('residents')
      .select(['id', 'is_out_of_town', 'hold_until', 'occupancy_status', 'is_active', 'access_code_hash', 'deleted_at'])
      .where(sql<boolean>`id = any(${ids})`)
      .orderBy('id')
      .execute(),
  )
const audited = async (action: string, ids: readonly string[]) =>
  (
    await inOwn((db) =>
      db
        .selectFrom('audit')
        .select('subject_id')
        .where('action', '=', action)
        .where(sql<boolean>`subject_id = any(${ids})`)
        .execute(),
    )
  ).length
const act = (op: Operation, input: object, token = manager) => server.ask(op, { token, input })
const job = async (jobId: string, token = manager) => (await server.ask(bulk.job, { token, params: { jobId } })).body
const undo = (jobId: string, token = manager) => server.ask(bulk.undo, { token, params: { jobId } })
const away = async (ids: readonly string[]) => (await rowsOf(ids)).filter((row) => row.is_out_of_town).length

/** How many rows of an action have their previous values. */
const valuesLeft = async (jobId: string) =>
  (
    await inOwn((db) =>
      db.selectFrom('bulk_rows').select('row_id').where('job_id', '=', jobId).where('before', 'is not', null).execute(),
    )
  ).length

describe('a bulk action on residents', () => {
  test('changes named rows at once, refuses each other one by name with the reason, and audits as the single action', async () => {
    const ids = await add('Named', 3)
    const waiting = packages.people[0]!
    await packages.add(waiting, packages.intoLocker('L1'))
    const { status, body } = await act(residents.moveOut, { Ids: [...ids, waiting.residentId] })
    expect([status, body.Message]).toEqual([200, 'Marked as moved out: 3.'])
    expect(body).toMatchObject({ Status: 'Done', Total: 4, Processed: 4, Changed: 3, Refused: 1, MayUndo: true })
    const reason = 'This resident still has packages.'
    expect(body.Refusals).toEqual([{ Id: waiting.residentId, Name: waiting.name, Reason: reason }])
    expect((await rowsOf(ids)).every((row) => row.occupancy_status === 3 && !row.is_active)).toBe(true)
    expect(await audited('resident moved out', ids)).toBe(3)
    expect((await act(residents.moveOut, { Ids: ids })).body).toMatchObject({ Changed: 0, Refused: 3 })
  })

  test('changes what matches the filters of the list, except some', async () => {
    const ids = await add('Matching', 5)
    const [kept] = ids
    const { body } = await act(residents.outOfTown, { Matching: { LastName: 'Matching' }, Except: [kept] })
    expect(body).toMatchObject({ Total: 4, Changed: 4 })
    expect((await rowsOf(ids)).map((row) => [row.id, row.is_out_of_town])).toEqual(ids.map((id) => [id, id !== kept]))
    const nothing = await act(residents.outOfTown, { Matching: { LastName: 'No such name' } })
    expect([nothing.status, nothing.body.Message]).toEqual([422, 'Nothing matches any more.'])
  })

  test('takes either ids or filters', async () => {
    const [id] = await add('Either', 1)
    for (const input of [{}, { Ids: [] }, { Ids: [id], Matching: {} }])
      expect((await act(residents.outOfTown, input)).status).toBe(400)
    const halfHold = await act(residents.outOfTown, { Ids: [id], HoldFrom: '2099-01-01' })
    expect([halfHold.status, halfHold.body.Message]).toEqual([
      400,
      'Enter both the first day away and the day of return, or neither.',
    ])
  })

  test('refuses filters that name another organisation, and changes nothing', async () => {
    const ids = await add('Elsewhere', 2)
    for (const Matching of [{ OrganisationId: foreign.organisationId }, { organisationId: foreign.organisationId }]) {
      const { status } = await act(residents.outOfTown, { Matching: { LastName: 'Elsewhere', ...Matching } })
      expect(status).toBe(403)
    }
    expect(await away(ids)).toBe(0)
  })

  test('leaves out the rows of Except, also when rows are named', async () => {
    const [first, second] = await add('Excepted', 2)
    const { body } = await act(residents.outOfTown, { Ids: [first, second], Except: [second] })
    expect(body).toMatchObject({ Total: 1, Changed: 1 })
    expect(await away([second!])).toBe(0)
  })

  test('reports only to those who may do it', async () => {
    const [id] = await add('Reported', 1)
    const { body } = await act(residents.outOfTown, { Ids: [id] }, ofProperty)
    const setRole = (role_id: number) =>
      inOwn((db) => db.updateTable('portal_users').set({ role_id }).where('email', 'like', 'propertymanager@%').execute())
    await setRole(5)
    await soon(async () => {
      const { status } = await server.ask(bulk.job, { token: ofProperty, params: { jobId: body.Id } })
      expect(status).toBe(403)
    })
    await setRole(3)
    await soon(async () => expect(await job(body.Id, ofProperty)).toMatchObject({ Status: 'Done' }))
  })

  test('touches no row of another property or organisation, by id or by filter', async () => {
    const own = await add('Scope', 2)
    const other = await add('Scope', 2, { property: 1 })
    const elsewhere = await add('Scope', 2, { of: foreign })
    const byId = await act(residents.outOfTown, { Ids: [...own, ...other, ...elsewhere] }, ofProperty)
    expect(byId.body).toMatchObject({ Total: 6, Changed: 2, Refused: 4 })
    expect(new Set(byId.body.Refusals.map((one: { Reason: string }) => one.Reason))).toEqual(
      new Set(['Not found. It may have been deleted.']),
    )
    expect(byId.body.Refusals.map((one: { Name: string }) => one.Name)).toEqual(['', '', '', ''])
    const days = { HoldFrom: '2099-01-01', HoldUntil: '2099-02-01' }
    const byFilter = await act(residents.outOfTown, { Matching: { LastName: 'Scope' }, ...days }, ofProperty)
    expect(byFilter.body).toMatchObject({ Total: 2, Changed: 2 })
    const ofOther = { Matching: { LastName: 'Scope', PropertyId: organisation.properties[1]!.id } }
    expect((await act(residents.outOfTown, ofOther, ofProperty)).status).toBe(422)
    expect(await away(other)).toBe(0)
    const awayElsewhere = await inOrganisation(server, foreign.organisationId, (db) =>
      db.selectFrom('residents').select('id').where('is_out_of_town', '=', true).execute(),
    )
    expect(awayElsewhere).toEqual([])
    expect((await act(residents.outOfTown, { Ids: own }, mailroom)).status).toBe(403)
  })

  test('belongs to the person who started it', async () => {
    const { body } = await act(residents.outOfTown, { Ids: await add('Mine', 1) })
    expect((await server.ask(bulk.job, { token: ofProperty, params: { jobId: body.Id } })).status).toBe(404)
    expect((await undo(body.Id, ofProperty)).status).toBe(404)
  })

  test('sends access codes by e-mail, each with its own code', async () => {
    const ids = await add('Mail', 3)
    const property = organisation.properties[0]!
    for (const [i, id] of ids.slice(0, 2).entries())
      await server.ask(residents.update, {
        token: manager,
        params: { residentId: id },
        input: {
          FirstName: 'Rita',
          LastName: 'Mail',
          EmailId: `mail${i}@mail.test`,
          UnitNumber: '1',
          PropertyId: property.id,
          BuildingId: property.buildingId,
          LockerAccessCode: `4400000${i}`,
        },
      })
    const { body } = await act(residents.sendCodes, { Matching: { LastName: 'Mail' } })
    expect(body).toMatchObject({ Message: 'Access codes being sent: 2.', Refused: 1, MayUndo: false })
    expect(body.Refusals[0]).toMatchObject({ Name: 'Rita Mail', Reason: 'The resident has no valid access code.' })
    const mails = server.mails.map(({ to, body: text }) => [to, /\d{8}/.exec(text)?.[0]])
    expect(mails.sort()).toEqual([
      ['mail0@mail.test', '44000000'],
      ['mail1@mail.test', '44000001'],
    ])
    expect(await audited('access code sent', ids)).toBe(2)
  })

  test('deletes what matches', async () => {
    const ids = await add('Gone', 3)
    const { body } = await act(residents.removeMany, { Matching: { LastName: 'Gone' } })
    expect(body).toMatchObject({ Message: 'Residents deleted: 3.', Changed: 3, MayUndo: false })
    expect((await rowsOf(ids)).every((row) => row.deleted_at !== null)).toBe(true)
    expect(await audited('resident deleted', ids)).toBe(3)
  })
})

test('marking as out of town without days keeps the days of residents who are away', async () => {
  const [id] = await add('Away', 1)
  await act(residents.outOfTown, { Ids: [id], HoldFrom: '2098-01-01', HoldUntil: '2098-02-01' })
  const { body } = await act(residents.outOfTown, { Ids: [id] })
  expect([body.Changed, body.Refusals[0].Reason]).toEqual([0, 'This resident is out of town already.'])
  expect(await rowsOf([id!])).toMatchObject([{ is_out_of_town: true, hold_until: '2098-02-01' }])
})

describe('an undo', () => {
  test('restores the previous values of rows that nobody has changed since, and is audited', async () => {
    const ids = await add('Undone', 4)
    await act(residents.outOfTown, { Ids: [ids[0]], HoldFrom: '2098-01-01', HoldUntil: '2098-02-01' })
    const before = await rowsOf(ids)
    const { body } = await act(residents.outOfTown, { Ids: ids, HoldFrom: '2099-01-01', HoldUntil: '2099-02-01' })
    await inOwn((db) => db.updateTable('residents').set({ phone1: '1' }).where('id', '=', ids[3]!).execute())
    const undone = await undo(body.Id)
    expect(undone.body).toMatchObject({ Message: 'Restored: 3.', Changed: 3, Refused: 1, MayUndo: false })
    expect(undone.body.Refusals).toEqual([{ Id: ids[3], Name: 'Rita Undone', Reason: 'Changed since then, and left as it is.' }])
    const after = await rowsOf(ids)
    expect(after.slice(0, 3)).toEqual(before.slice(0, 3))
    expect(after[3]).toMatchObject({ is_out_of_town: true, hold_until: '2099-02-01' })
    expect(await audited('change undone', ids)).toBe(3)
    const again = await undo(body.Id)
    expect([again.status, again.body.Message]).toEqual([409, 'It is too late to undo this.'])
    expect((await undo(undone.body.Id)).status).toBe(409)
  })

  test('gives residents who moved out their access code and delegates back', async () => {
    const [id] = await add('Returning', 1)
    const property = organisation.properties[0]!
    const draft = {
      FirstName: 'Rita',
      LastName: 'Returning',
      UnitNumber: '1',
      PropertyId: property.id,
      BuildingId: property.buildingId,
    }
    const code = { ...draft, LockerAccessCode: '55000000' }
    await server.ask(residents.update, { token: manager, params: { residentId: id! }, input: code })
    const delegate = { Name: 'Dora', FromDay: '2099-01-01', UntilDay: '2099-01-31' }
    await server.ask(residents.addDelegate, { token: manager, params: { residentId: id! }, input: delegate })
    const delegates = () => server.ask(residents.delegates, { token: manager, params: { residentId: id! } })
    const codeNow = async () =>
      (await server.ask(residents.get, { token: manager, params: { residentId: id! } })).body.LockerAccessCode
    const before = (await delegates()).body
    const { body } = await act(residents.moveOut, { Ids: [id] })
    expect([await codeNow(), (await delegates()).body]).toEqual(['', []])
    expect((await undo(body.Id)).body).toMatchObject({ Changed: 1, Refused: 0 })
    expect([await codeNow(), (await delegates()).body]).toEqual(['55000000', before])
  })

  test('does not give a code back that another person of the property has by now', async () => {
    const [id, other] = await add('Taken', 2)
    const property = organisation.properties[0]!
    const save = (residentId: string) =>
      server.ask(residents.update, {
        token: manager,
        params: { residentId },
        input: {
          FirstName: 'Rita',
          LastName: 'Taken',
          UnitNumber: '1',
          PropertyId: property.id,
          BuildingId: property.buildingId,
          LockerAccessCode: '66000000',
        },
      })
    await save(id!)
    const { body } = await act(residents.moveOut, { Ids: [id] })
    expect((await save(other!)).status).toBe(200)
    expect((await undo(body.Id)).body).toMatchObject({ Changed: 0, Refused: 1 })
    expect((await rowsOf([id!]))[0]).toMatchObject({ is_active: false, access_code_hash: null })
  })

  test('restores nothing of a person who was erased', async () => {
    const [id, other] = await add('Erased', 2)
    const { body } = await act(residents.moveOut, { Ids: [id, other] })
    await server.ask(residents.erase, { token: manager, params: { residentId: id! } })
    const stored = await inOwn((db) => db.selectFrom('bulk_rows').select('row_id').where('job_id', '=', body.Id).execute())
    expect(stored).toEqual([{ row_id: other }])
    expect((await undo(body.Id)).body).toMatchObject({ Total: 1, Changed: 1 })
    expect((await rowsOf([id!]))[0]).toMatchObject({ is_active: false })
  })

  test('is too late after its time, when packages are kept longer and the previous values are deleted', async () => {
    const person = packages.people[1]!
    const packageId = await packages.add(person, packages.intoLocker('L2'))
    const expiry = async () => (await packages.packageRow(packageId)).expiry_time
    const before = await expiry()
    const { body } = await act(residents.outOfTown, { Ids: [person.residentId], HoldFrom: '2020-01-01', HoldUntil: '2020-12-31' })
    expect(body.Refusals[0]).toMatchObject({ Name: person.name, Reason: 'The day of return has passed.' })
    const today = new Date().toISOString().slice(0, 10)
    const later = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
    const done = await act(residents.outOfTown, { Ids: [person.residentId], HoldFrom: today, HoldUntil: later })
    expect([done.body.Changed, await expiry()]).toEqual([1, before])
    await inOwn((db) => sql`update bulk_jobs set finished_at = finished_at - interval '1 minute'`.execute(db))
    expect((await undo(done.body.Id)).status).toBe(409)
    await server.work()
    expect(Date.parse((await expiry())!)).toBeGreaterThan(Date.parse(before!))
    const left = await inOwn((db) => db.selectFrom('bulk_rows').select('row_id').where('job_id', '=', done.body.Id).execute())
    expect(left).toEqual([])
  })
})

test('a completion waits for an undo that has not been committed', async () => {
  const { body } = await act(residents.moveOut, { Ids: await add('SlowUndo', 1) })
  const completion = server.jobs.splice(0).find(({ queue }) => queue === 'bulk-completion')!
  const completed = await inOwn(async (db) => {
    // As an undo locks its action.
    await lockJob(db, body.Id)
    const running = server.run(completion)
    await waitForBlocked(server.store)
    expect(await valuesLeft(body.Id)).toBe(1)
    return { running }
  })
  await completed.running
  expect(await valuesLeft(body.Id)).toBe(0)
})

describe('a bulk action on many rows', () => {
  const MANY = 250

  test('is a job with progress that the person may leave, one at a time for a list', async () => {
    const ids = await add('Many', MANY)
    const { status, body } = await act(residents.outOfTown, { Matching: { LastName: 'Many' } })
    expect([status, body.Status, body.Total, body.Processed]).toEqual([200, 'Running', MANY, 0])
    const second = await act(residents.moveOut, { Matching: { LastName: 'Many' } })
    expect([second.status, second.body.Message]).toEqual([
      409,
      'Your last action on this list is still running. Please wait for its end.',
    ])
    expect((await act(residents.outOfTown, { Matching: { LastName: 'Many' } }, ofProperty)).status).toBe(200)
    expect(await away(ids)).toBe(0)
    await server.work()
    expect(await job(body.Id)).toMatchObject({ Status: 'Done', Processed: MANY, Changed: MANY, MayUndo: true })
    expect(await away(ids)).toBe(MANY)
  })

  test('is undone by a job as well', async () => {
    const ids = await add('ManyUndone', MANY)
    const { body } = await act(residents.moveOut, { Matching: { LastName: 'ManyUndone' } })
    await server.work()
    const before = await rowsOf(ids)
    expect(before.every((row) => !row.is_active)).toBe(true)
    await inOwn((db) => sql`update bulk_jobs set finished_at = now() where id = ${body.Id}`.execute(db))
    const undone = await undo(body.Id)
    expect(undone.body).toMatchObject({ Status: 'Running', Total: MANY })
    await server.work()
    expect(await job(undone.body.Id)).toMatchObject({ Status: 'Done', Changed: MANY })
    expect((await rowsOf(ids)).every((row) => row.is_active && row.occupancy_status === 1)).toBe(true)
  })

  test('is done with the rights of the moment: properties and role that were taken away meanwhile', async () => {
    const ids = await add('Rights', MANY)
    const user = () =>
      inOwn((db) =>
        db.selectFrom('portal_users').select('id').where('email', 'like', 'propertymanager@%').executeTakeFirstOrThrow(),
      )
    const { id } = await user()
    const setRole = (role_id: number) =>
      inOwn((db) => db.updateTable('portal_users').set({ role_id }).where('id', '=', id).execute())
    const first = await act(residents.outOfTown, { Matching: { LastName: 'Rights' } }, ofProperty)
    // The user asks nothing meanwhile: a role that was read is kept for two seconds.
    await setRole(5)
    await server.work()
    await setRole(3)
    expect(await job(first.body.Id, ofProperty)).toMatchObject({
      Status: 'Failed',
      Message: 'Stopped, because you may no longer do this.',
    })
    const second = await act(residents.outOfTown, { Matching: { LastName: 'Rights' } }, ofProperty)
    const moved = ids.slice(0, 10)
    const { id: property_id, buildingId: building_id } = organisation.properties[1]!
    await inOwn((db) =>
      db.updateTable('residents').set({ property_id, building_id }).where(sql<boolean>`id = any(${moved})`).execute(),
    )
    await server.work()
    expect(await job(second.body.Id, ofProperty)).toMatchObject({ Status: 'Done', Changed: MANY - 10, Refused: 10 })
    expect(await away(moved)).toBe(0)
  })

  test('of a super administrator is done in the other organisation only', async () => {
    const there = await add('Visited', MANY, { of: foreign })
    const here = await add('Visited', 1)
    const token = await tokenOf(server, 'superadmin', 'riverside')
    const headers = { 'x-organisation-id': foreign.organisationId }
    const input = { Matching: { LastName: 'Visited' } }
    const { body } = await server.ask(residents.outOfTown, { token, headers, input })
    expect(body).toMatchObject({ Status: 'Running', Total: MANY })
    await server.work()
    const done = await server.ask(bulk.job, { token, headers, params: { jobId: body.Id } })
    expect(done.body).toMatchObject({ Status: 'Done', Changed: MANY })
    expect(await away(here)).toBe(0)
    const awayThere = await inOrganisation(server, foreign.organisationId, (db) =>
      db
        .selectFrom('residents')
        .select('id')
        .where('is_out_of_town', '=', true)
        .where(sql<boolean>`id = any(${there})`)
        .execute(),
    )
    expect(awayThere.length).toBe(MANY)
    expect((await server.ask(bulk.job, { token, params: { jobId: body.Id } })).status).toBe(404)
  })

  test('continues in the next run when its node is killed in the middle, and changes no row twice', {
    timeout: 60_000,
  }, async () => {
    const ids = await add('Killed', MANY)
    const { body } = await act(residents.outOfTown, { Matching: { LastName: 'Killed' } })
    const child = launch(
      { BULK_DATABASE: server.store.url, BULK_ORGANISATION: organisation.organisationId, BULK_JOB: body.Id, BULK_CHUNKS: '2' },
      'features/residents/testing/run-bulk.ts',
    )
    expect(await child.ended).toBe('SIGKILL')
    // The second transaction was not committed.
    expect(await job(body.Id)).toMatchObject({ Status: 'Running', Processed: 100 })
    expect(await away(ids)).toBe(100)
    await server.work()
    expect(await job(body.Id)).toMatchObject({ Status: 'Done', Changed: MANY })
    expect(await audited('resident changed', ids)).toBe(MANY)
  })

  test('that breaks off in the middle keeps no previous values of the rows that it changed', async () => {
    await add('BrokenOff', MANY)
    const { body } = await act(residents.moveOut, { Matching: { LastName: 'BrokenOff' } }, ofProperty)
    const child = launch(
      { BULK_DATABASE: server.store.url, BULK_ORGANISATION: organisation.organisationId, BULK_JOB: body.Id, BULK_CHUNKS: '2' },
      'features/residents/testing/run-bulk.ts',
    )
    expect(await child.ended).toBe('SIGKILL')
    const setRole = (role_id: number) =>
      inOwn((db) => db.updateTable('portal_users').set({ role_id }).where('email', 'like', 'propertymanager@%').execute())
    await setRole(5)
    await server.work()
    await setRole(3)
    expect(await job(body.Id, ofProperty)).toMatchObject({ Status: 'Failed', Changed: 100 })
    await server.work()
    expect(await valuesLeft(body.Id)).toBe(0)
  })

  test('is run twice at the same time without changing a row twice', async () => {
    const ids = await add('Twice', MANY)
    await act(residents.outOfTown, { Matching: { LastName: 'Twice' } })
    server.jobs.push(...server.jobs)
    const [one, other] = server.jobs.splice(0)
    await Promise.all([one, other].map((queued) => server.run(queued!)))
    expect(await audited('resident changed', ids)).toBe(MANY)
  })

  test('does 10,000 residents', async () => {
    const ids = await add('Thousands', 10_000)
    const { body } = await act(residents.moveOut, { Matching: { LastName: 'Thousands' }, Except: [ids[0]] })
    expect(body).toMatchObject({ Status: 'Running', Total: 9999 })
    await server.work()
    expect(await job(body.Id)).toMatchObject({ Status: 'Done', Changed: 9999, Refused: 0 })
    expect(await audited('resident moved out', ids)).toBe(9999)
  })

  test('reports of a week ago are deleted', async () => {
    const { body } = await act(residents.outOfTown, { Ids: await add('Old', 1) })
    await inOwn((db) => sql`update bulk_jobs set created_at = now() - interval '8 days' where id = ${body.Id}`.execute(db))
    const { runRetention } = await import('#apps/server/jobs.ts')
    await runRetention(server, new Date())
    expect((await server.ask(bulk.job, { token: manager, params: { jobId: body.Id } })).status).toBe(404)
  })
})
