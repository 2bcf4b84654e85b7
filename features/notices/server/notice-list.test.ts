import { expect, test } from 'vitest'
import { tokenOf } from '#apps/server/testing/fixtures.ts'
import { seedPackageFixtures } from '#features/packages/server/testing/fixtures.ts'
import { KEPT_DAYS, notices } from '../contract.ts'
import { purgeNotices } from './store.ts'
import { noticeFixtures } from './testing/notice-fixtures.ts'
import { NOON } from './testing/sending.ts'

const { state, send, arrive, list } = noticeFixtures()

test('the list names who was told, also when the package has got another recipient, and finds a notice by its address and text', async () => {
  const id = await arrive()
  await send()
  const [ada, ben] = [state.fixtures.people[0]!, state.fixtures.people[1]!]
  await state.fixtures.asTenant((db) =>
    db.updateTable('packages').set({ resident_id: ben.residentId, recipient_name: ben.name }).where('id', '=', id).execute(),
  )
  const found = async (Q: string) =>
    (await state.server.ask(notices.page, { token: state.token, input: { Q, MediumId: 1 } })).body
  expect((await found(ada.name.replace('Ada', 'Dev'))).Total).toBe(0)
  for (const words of ['ada', `ada${state.nth}@house`, 'is waiting for you'])
    expect((await found(words)).Data, words).toMatchObject([
      { PackageId: id, ResidentId: ada.residentId, ResidentName: ada.name, UnitNumber: ada.unitNumber },
    ])
})

test('many notices are sent again at once; those that were sent are refused', async () => {
  state.sms.answerWith(400)
  await arrive()
  await arrive()
  await send()
  const all = (await list()) as { Id: string; MediumId: number }[]
  const { status, body } = await state.server.ask(notices.sendAgainMany, {
    token: state.token,
    input: { Ids: all.map(({ Id }) => Id) },
  })
  expect([status, body.Changed, body.Refused, body.Message]).toEqual([200, 2, 2, 'Notices that will be sent again: 2.'])
  expect(body.Refusals[0].Reason).toBe('Only notices that were not sent can be sent again.')
  const waiting = await state.server.ask(notices.page, { token: state.token, input: { Status: 'Waiting' } })
  expect(waiting.body.Data.map(({ MediumId }: { MediumId: number }) => MediumId)).toEqual([2, 2])
  const matching = await state.server.ask(notices.sendAgainMany, { token: state.token, input: { Matching: { Status: 'Sent' } } })
  expect([matching.body.Changed, matching.body.Refused]).toEqual([0, 2])
})

test('a search is of the last 90 days unless it names its first day', async () => {
  await arrive()
  const dayOf = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000)
  const total = async (input: object) => (await state.server.ask(notices.page, { token: state.token, input })).body.Total
  await state.fixtures.asTenant((db) =>
    db
      .updateTable('notices')
      .set({ created_at: dayOf(91).toISOString() })
      .where('medium_id', '=', 1)
      .execute(),
  )
  expect([await total({}), await total({ Q: 'ada' })]).toEqual([2, 1])
  expect(await total({ Q: 'ada', Since: dayOf(92).toISOString().slice(0, 10) })).toBe(2)
  expect(await total({ Since: dayOf(90).toISOString().slice(0, 10) })).toBe(1)
})

test('after two years a notice has no address and text any more, its outcome stays', async () => {
  await arrive()
  await send()
  const twoYearsLater = new Date(Date.now() + KEPT_DAYS * 86_400_000)
  const kept = async (now: Date) => {
    await state.fixtures.asTenant((db) => purgeNotices(db, now))
    return state.fixtures.asTenant((db) => db.selectFrom('notices').select(['address', 'subject', 'body', 'status']).execute())
  }
  for (const { address, body } of await kept(new Date(twoYearsLater.getTime() - 3_600_000)))
    expect([address, body]).not.toContain('')
  expect(await kept(new Date(twoYearsLater.getTime() + 60_000))).toEqual(
    Array(2).fill({ address: '', subject: '', body: '', status: 'Sent' }),
  )
})

test('staff see the notices of their properties only, with the text that was sent', async () => {
  const id = await arrive()
  await send()
  const other = await seedPackageFixtures(state.server, state.organisation, 1)
  await state.fixtures.asTenant((db) =>
    db.updateTable('residents').set({ email: 'ben@house.test' }).where('property_id', '=', other.propertyId).execute(),
  )
  const hidden = await other.add(other.people[0]!, { at: NOON })
  const staff = await tokenOf(state.server, 'mailroomstaff', state.organisation.systemName)
  const { body } = await state.server.ask(notices.ofPackage, { token: staff, params: { packageId: id } })
  expect(body).toHaveLength(2)
  expect(body.find(({ MediumId }: { MediumId: number }) => MediumId === 1).Body).toContain('a package is waiting for you')
  expect((await state.server.ask(notices.ofPackage, { token: staff, params: { packageId: hidden } })).status).toBe(404)
  const mine = await state.server.ask(notices.page, { token: staff, input: {} })
  expect(mine.body.Data.map(({ PackageId }: { PackageId: string }) => PackageId)).not.toContain(hidden)
  expect(
    (await state.server.ask(notices.page, { token: state.token, input: { Q: 'ada', Status: 'Sent', MediumId: 1 } })).body.Total,
  ).toBe(1)
})
