import { describe, expect, test } from 'vitest'
import { inOrganisation } from '#apps/server/testing/fixtures.ts'
import { bulk } from '#platform/bulk.ts'
import { soon } from '#platform/server/testing/waiting.ts'
import { residents } from '../contract.ts'
import { bulkFixtures } from '../testing/bulk-fixtures.ts'

const { state, inOwn, add, rowsOf, audited, act, job, undo, away } = bulkFixtures()

describe('a bulk action on residents', () => {
  test('changes named rows at once, refuses each other one by name with the reason, and audits as the single action', async () => {
    const ids = await add('Named', 3)
    const waiting = state.packages.people[0]!
    await state.packages.add(waiting, state.packages.intoLocker('L1'))
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
    for (const Matching of [{ OrganisationId: state.foreign.organisationId }, { organisationId: state.foreign.organisationId }]) {
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
    const { body } = await act(residents.outOfTown, { Ids: [id] }, state.ofProperty)
    const setRole = (role_id: number) =>
      inOwn((db) => db.updateTable('portal_users').set({ role_id }).where('email', 'like', 'propertymanager@%').execute())
    await setRole(5)
    await soon(async () => {
      const { status } = await state.server.ask(bulk.job, { token: state.ofProperty, params: { jobId: body.Id } })
      expect(status).toBe(403)
    })
    await setRole(3)
    await soon(async () => expect(await job(body.Id, state.ofProperty)).toMatchObject({ Status: 'Done' }))
  })

  test('touches no row of another property or organisation, by id or by filter', async () => {
    const own = await add('Scope', 2)
    const other = await add('Scope', 2, { property: 1 })
    const elsewhere = await add('Scope', 2, { of: state.foreign })
    const byId = await act(residents.outOfTown, { Ids: [...own, ...other, ...elsewhere] }, state.ofProperty)
    expect(byId.body).toMatchObject({ Total: 6, Changed: 2, Refused: 4 })
    expect(new Set(byId.body.Refusals.map((one: { Reason: string }) => one.Reason))).toEqual(
      new Set(['Not found. It may have been deleted.']),
    )
    expect(byId.body.Refusals.map((one: { Name: string }) => one.Name)).toEqual(['', '', '', ''])
    const days = { HoldFrom: '2099-01-01', HoldUntil: '2099-02-01' }
    const byFilter = await act(residents.outOfTown, { Matching: { LastName: 'Scope' }, ...days }, state.ofProperty)
    expect(byFilter.body).toMatchObject({ Total: 2, Changed: 2 })
    const ofOther = { Matching: { LastName: 'Scope', PropertyId: state.organisation.properties[1]!.id } }
    expect((await act(residents.outOfTown, ofOther, state.ofProperty)).status).toBe(422)
    expect(await away(other)).toBe(0)
    const awayElsewhere = await inOrganisation(state.server, state.foreign.organisationId, (db) =>
      db.selectFrom('residents').select('id').where('is_out_of_town', '=', true).execute(),
    )
    expect(awayElsewhere).toEqual([])
    expect((await act(residents.outOfTown, { Ids: own }, state.mailroom)).status).toBe(403)
  })

  test('belongs to the person who started it', async () => {
    const { body } = await act(residents.outOfTown, { Ids: await add('Mine', 1) })
    expect((await state.server.ask(bulk.job, { token: state.ofProperty, params: { jobId: body.Id } })).status).toBe(404)
    expect((await undo(body.Id, state.ofProperty)).status).toBe(404)
  })

  test('sends access codes by e-mail, each with its own code', async () => {
    const ids = await add('Mail', 3)
    const property = state.organisation.properties[0]!
    for (const [i, id] of ids.slice(0, 2).entries())
      await state.server.ask(residents.update, {
        token: state.manager,
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
    const mails = state.server.mails.map(({ to, body: text }) => [to, /\d{8}/.exec(text)?.[0]])
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
