import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { lockJob } from '#platform/server/bulk/store.ts'
import { waitForBlocked } from '#platform/server/testing/waiting.ts'
import { residents } from '../contract.ts'
import { bulkFixtures } from '../testing/bulk-fixtures.ts'

const { state, inOwn, add, rowsOf, audited, act, undo, valuesLeft } = bulkFixtures()

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
    const property = state.organisation.properties[0]!
    const draft = {
      FirstName: 'Rita',
      LastName: 'Returning',
      UnitNumber: '1',
      PropertyId: property.id,
      BuildingId: property.buildingId,
    }
    const code = { ...draft, LockerAccessCode: '55000000' }
    await state.server.ask(residents.update, { token: state.manager, params: { residentId: id! }, input: code })
    const delegate = { Name: 'Dora', FromDay: '2099-01-01', UntilDay: '2099-01-31' }
    await state.server.ask(residents.addDelegate, { token: state.manager, params: { residentId: id! }, input: delegate })
    const delegates = () => state.server.ask(residents.delegates, { token: state.manager, params: { residentId: id! } })
    const codeNow = async () =>
      (await state.server.ask(residents.get, { token: state.manager, params: { residentId: id! } })).body.LockerAccessCode
    const before = (await delegates()).body
    const { body } = await act(residents.moveOut, { Ids: [id] })
    expect([await codeNow(), (await delegates()).body]).toEqual(['', []])
    expect((await undo(body.Id)).body).toMatchObject({ Changed: 1, Refused: 0 })
    expect([await codeNow(), (await delegates()).body]).toEqual(['55000000', before])
  })

  test('does not give a code back that another person of the property has by now', async () => {
    const [id, other] = await add('Taken', 2)
    const property = state.organisation.properties[0]!
    const save = (residentId: string) =>
      state.server.ask(residents.update, {
        token: state.manager,
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
    await state.server.ask(residents.erase, { token: state.manager, params: { residentId: id! } })
    const stored = await inOwn((db) => db.selectFrom('bulk_rows').select('row_id').where('job_id', '=', body.Id).execute())
    expect(stored).toEqual([{ row_id: other }])
    expect((await undo(body.Id)).body).toMatchObject({ Total: 1, Changed: 1 })
    expect((await rowsOf([id!]))[0]).toMatchObject({ is_active: false })
  })

  test('is too late after its time, when packages are kept longer and the previous values are deleted', async () => {
    const person = state.packages.people[1]!
    const packageId = await state.packages.add(person, state.packages.intoLocker('L2'))
    const expiry = async () => (await state.packages.packageRow(packageId)).expiry_time
    const before = await expiry()
    const { body } = await act(residents.outOfTown, { Ids: [person.residentId], HoldFrom: '2020-01-01', HoldUntil: '2020-12-31' })
    expect(body.Refusals[0]).toMatchObject({ Name: person.name, Reason: 'The day of return has passed.' })
    const today = new Date().toISOString().slice(0, 10)
    const later = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
    const done = await act(residents.outOfTown, { Ids: [person.residentId], HoldFrom: today, HoldUntil: later })
    expect([done.body.Changed, await expiry()]).toEqual([1, before])
    await inOwn((db) => sql`update bulk_jobs set finished_at = finished_at - interval '1 minute'`.execute(db))
    expect((await undo(done.body.Id)).status).toBe(409)
    await state.server.work()
    expect(Date.parse((await expiry())!)).toBeGreaterThan(Date.parse(before!))
    const left = await inOwn((db) => db.selectFrom('bulk_rows').select('row_id').where('job_id', '=', done.body.Id).execute())
    expect(left).toEqual([])
  })
})

test('a completion waits for an undo that has not been committed', async () => {
  const { body } = await act(residents.moveOut, { Ids: await add('SlowUndo', 1) })
  const completion = state.server.jobs.splice(0).find(({ queue }) => queue === 'bulk-completion')!
  const completed = await inOwn(async (db) => {
    // As an undo locks its action.
    await lockJob(db, body.Id)
    const running = state.server.run(completion)
    await waitForBlocked(state.server.store)
    expect(await valuesLeft(body.Id)).toBe(1)
    return { running }
  })
  await completed.running
  expect(await valuesLeft(body.Id)).toBe(0)
})
