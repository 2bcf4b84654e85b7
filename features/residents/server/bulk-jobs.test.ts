import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { inOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import { launch } from '#apps/server/testing/program.ts'
import { bulk } from '#platform/bulk.ts'
import { residents } from '../contract.ts'
import { bulkFixtures } from '../testing/bulk-fixtures.ts'

const { state, inOwn, add, rowsOf, audited, act, job, undo, away, valuesLeft } = bulkFixtures()

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
    expect((await act(residents.outOfTown, { Matching: { LastName: 'Many' } }, state.ofProperty)).status).toBe(200)
    expect(await away(ids)).toBe(0)
    await state.server.work()
    expect(await job(body.Id)).toMatchObject({ Status: 'Done', Processed: MANY, Changed: MANY, MayUndo: true })
    expect(await away(ids)).toBe(MANY)
  })

  test('is undone by a job as well', async () => {
    const ids = await add('ManyUndone', MANY)
    const { body } = await act(residents.moveOut, { Matching: { LastName: 'ManyUndone' } })
    await state.server.work()
    const before = await rowsOf(ids)
    expect(before.every((row) => !row.is_active)).toBe(true)
    await inOwn((db) => sql`update bulk_jobs set finished_at = now() where id = ${body.Id}`.execute(db))
    const undone = await undo(body.Id)
    expect(undone.body).toMatchObject({ Status: 'Running', Total: MANY })
    await state.server.work()
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
    const first = await act(residents.outOfTown, { Matching: { LastName: 'Rights' } }, state.ofProperty)
    // The user asks nothing meanwhile: a role that was read is kept for two seconds.
    await setRole(5)
    await state.server.work()
    await setRole(3)
    expect(await job(first.body.Id, state.ofProperty)).toMatchObject({
      Status: 'Failed',
      Message: 'Stopped, because you may no longer do this.',
    })
    const second = await act(residents.outOfTown, { Matching: { LastName: 'Rights' } }, state.ofProperty)
    const moved = ids.slice(0, 10)
    const { id: property_id, buildingId: building_id } = state.organisation.properties[1]!
    await inOwn((db) =>
      db.updateTable('residents').set({ property_id, building_id }).where(sql<boolean>`id = any(${moved})`).execute(),
    )
    await state.server.work()
    expect(await job(second.body.Id, state.ofProperty)).toMatchObject({ Status: 'Done', Changed: MANY - 10, Refused: 10 })
    expect(await away(moved)).toBe(0)
  })

  test('of a super administrator is done in the other organisation only', async () => {
    const there = await add('Visited', MANY, { of: state.foreign })
    const here = await add('Visited', 1)
    const token = await tokenOf(state.server, 'superadmin', 'riverside')
    const headers = { 'x-organisation-id': state.foreign.organisationId }
    const input = { Matching: { LastName: 'Visited' } }
    const { body } = await state.server.ask(residents.outOfTown, { token, headers, input })
    expect(body).toMatchObject({ Status: 'Running', Total: MANY })
    await state.server.work()
    const done = await state.server.ask(bulk.job, { token, headers, params: { jobId: body.Id } })
    expect(done.body).toMatchObject({ Status: 'Done', Changed: MANY })
    expect(await away(here)).toBe(0)
    const awayThere = await inOrganisation(state.server, state.foreign.organisationId, (db) =>
      db
        .selectFrom('residents')
        .select('id')
        .where('is_out_of_town', '=', true)
        .where(sql<boolean>`id = any(${there})`)
        .execute(),
    )
    expect(awayThere.length).toBe(MANY)
    expect((await state.server.ask(bulk.job, { token, params: { jobId: body.Id } })).status).toBe(404)
  })

  test('continues in the next run when its node is killed in the middle, and changes no row twice', {
    timeout: 60_000,
  }, async () => {
    const ids = await add('Killed', MANY)
    const { body } = await act(residents.outOfTown, { Matching: { LastName: 'Killed' } })
    const child = launch(
      {
        BULK_DATABASE: state.server.store.url,
        BULK_ORGANISATION: state.organisation.organisationId,
        BULK_JOB: body.Id,
        BULK_CHUNKS: '2',
      },
      'features/residents/testing/run-bulk.ts',
    )
    expect(await child.ended).toBe('SIGKILL')
    // The second transaction was not committed.
    expect(await job(body.Id)).toMatchObject({ Status: 'Running', Processed: 100 })
    expect(await away(ids)).toBe(100)
    await state.server.work()
    expect(await job(body.Id)).toMatchObject({ Status: 'Done', Changed: MANY })
    expect(await audited('resident changed', ids)).toBe(MANY)
  })

  test('that breaks off in the middle keeps no previous values of the rows that it changed', async () => {
    await add('BrokenOff', MANY)
    const { body } = await act(residents.moveOut, { Matching: { LastName: 'BrokenOff' } }, state.ofProperty)
    const child = launch(
      {
        BULK_DATABASE: state.server.store.url,
        BULK_ORGANISATION: state.organisation.organisationId,
        BULK_JOB: body.Id,
        BULK_CHUNKS: '2',
      },
      'features/residents/testing/run-bulk.ts',
    )
    expect(await child.ended).toBe('SIGKILL')
    const setRole = (role_id: number) =>
      inOwn((db) => db.updateTable('portal_users').set({ role_id }).where('email', 'like', 'propertymanager@%').execute())
    await setRole(5)
    await state.server.work()
    await setRole(3)
    expect(await job(body.Id, state.ofProperty)).toMatchObject({ Status: 'Failed', Changed: 100 })
    await state.server.work()
    expect(await valuesLeft(body.Id)).toBe(0)
  })

  test('is run twice at the same time without changing a row twice', async () => {
    const ids = await add('Twice', MANY)
    await act(residents.outOfTown, { Matching: { LastName: 'Twice' } })
    state.server.jobs.push(...state.server.jobs)
    const [one, other] = state.server.jobs.splice(0)
    await Promise.all([one, other].map((queued) => state.server.run(queued!)))
    expect(await audited('resident changed', ids)).toBe(MANY)
  })

  test('does 10,000 residents', async () => {
    const ids = await add('Thousands', 10_000)
    const { body } = await act(residents.moveOut, { Matching: { LastName: 'Thousands' }, Except: [ids[0]] })
    expect(body).toMatchObject({ Status: 'Running', Total: 9999 })
    await state.server.work()
    expect(await job(body.Id)).toMatchObject({ Status: 'Done', Changed: 9999, Refused: 0 })
    expect(await audited('resident moved out', ids)).toBe(9999)
  })

  test('reports of a week ago are deleted', async () => {
    const { body } = await act(residents.outOfTown, { Ids: await add('Old', 1) })
    await inOwn((db) => sql`update bulk_jobs set created_at = now() - interval '8 days' where id = ${body.Id}`.execute(db))
    const { runRetention } = await import('#apps/server/jobs.ts')
    await runRetention(state.server, new Date())
    expect((await state.server.ask(bulk.job, { token: state.manager, params: { jobId: body.Id } })).status).toBe(404)
  })
})
