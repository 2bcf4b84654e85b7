import { expect, test } from 'vitest'
import { withConnection } from '#platform/server/postgres/bootstrap-database.ts'
import { registrationsOf } from '../../contract.ts'
import { registrationFixtures } from '../testing/registration-fixtures.ts'

const { fixtures, inRiverside, review, submitted } = registrationFixtures()

const approve = (input: object, token = fixtures.manager) =>
  fixtures.server.ask(registrationsOf.resident.approve, { token, input })
const approveAgents = (input: object, token = fixtures.manager) =>
  fixtures.server.ask(registrationsOf.agent.approve, { token, input })
const rowOf = (id: string) =>
  inRiverside((db) => db.selectFrom('registrations').selectAll().where('id', '=', id).executeTakeFirstOrThrow())
type Refusal = { readonly Id: string; readonly Name: string; readonly Reason: string }
const reasons = (refusals: readonly Refusal[]) => new Map(refusals.map(({ Id, Reason }) => [Id, Reason]))

test('verified registrations of residents are approved as by a review, and each other one is refused with the reason', async () => {
  const good = await submitted('resident', { lastName: 'Bulk', firstName: 'Good', email: 'good@bulk.test' })
  const unverified = await submitted('resident', { lastName: 'Bulk', firstName: 'Early' }, { isVerified: false })
  const decided = await submitted('resident', { lastName: 'Bulk', firstName: 'Decided' })
  await review('resident', decided, { ApprovalStatus: 1 })
  const known = await submitted('resident', { lastName: 'Bulk', firstName: 'Known', phoneNumber: '020 7946 0111' })
  const alsoKnown = await submitted('resident', { lastName: 'Bulk', firstName: 'Also', phoneNumber: '020 7946 0111' })
  const { property, building } = fixtures.riverside.second.ids
  const elsewhere = { propertyId: property, buildingId: building }
  const outOfSight = await submitted('resident', { lastName: 'Bulk', firstName: 'Hidden', ...elsewhere })
  const ids = [good, unverified, decided, known, alsoKnown, outOfSight]
  const { body } = await approve({ Ids: ids }, fixtures.leasing)
  expect(body).toMatchObject({ Message: 'Approved: 1.', Changed: 1, Refused: 5, MayUndo: false })
  const onRecord = 'May be somebody who is on record already. Please review it.'
  expect(reasons(body.Refusals)).toEqual(
    new Map([
      [unverified, 'The email address has not been verified yet.'],
      [decided, 'This registration has already been approved by Test organisationmanager.'],
      [known, onRecord],
      [alsoKnown, onRecord],
      [outOfSight, 'Not found. It may have been deleted.'],
    ]),
  )
  expect((await rowOf(outOfSight)).status).toBe(1)
  const approved = await rowOf(good)
  expect([approved.status, approved.resident_id !== null, approved.reviewer_name]).toEqual([2, true, expect.stringMatching(/./)])
  expect(fixtures.server.mails.filter(({ to }) => to === 'good@bulk.test').length).toBe(2)
  const actions = await inRiverside((db) =>
    db.selectFrom('audit').select('action').where('subject_id', '=', good).orderBy('id').execute(),
  )
  expect(actions.map(({ action }) => action)).toContain('resident registration approved')
})

test('pending registrations that match the list’s filters are approved', async () => {
  const id = await submitted('resident', { lastName: 'Filtered' })
  const rejected = await submitted('resident', { lastName: 'Filtered' })
  await review('resident', rejected, { ApprovalStatus: -1 })
  const { body } = await approve({ Matching: { LastName: 'Filtered' } })
  expect(body).toMatchObject({ Total: 1, Changed: 1 })
  expect([(await rowOf(id)).status, (await rowOf(rejected)).status]).toEqual([2, 3])
})

test('an agent whose user name is taken is refused, and the others are approved', async () => {
  const userName = 'bulk.taken'
  const first = await submitted('agent', { lastName: 'BulkAgent', userName })
  const second = await submitted('agent', { lastName: 'BulkAgent', userName })
  const third = await submitted('agent', { lastName: 'BulkAgent', userName: 'bulk.free' })
  const { body } = await approveAgents({ Ids: [first, second, third] })
  expect(body).toMatchObject({ Changed: 2, Refused: 1 })
  const [refused] = body.Refusals as Refusal[]
  expect([first, second]).toContain(refused?.Id)
  expect(await rowOf(refused!.Id)).toMatchObject({ status: 1, agent_id: null })
  expect(await rowOf(third)).toMatchObject({ status: 2, pin_hash: null })
})

test('an agent who asks for properties that the approver does not see is left to a review', async () => {
  const [first, second] = [fixtures.riverside.first.ids.property, fixtures.riverside.second.ids.property]
  const id = await submitted('agent', { lastName: 'BulkAgent', userName: 'bulk.two', propertyIds: [first, second] })
  const { body } = await approveAgents({ Ids: [id] }, fixtures.ofProperty)
  expect(reasons(body.Refusals)).toEqual(new Map([[id, 'Asks for properties that you cannot see. Please review it.']]))
  expect((await rowOf(id)).status).toBe(1)
  expect((await approveAgents({ Ids: [id] })).body).toMatchObject({ Changed: 1 })
})

test('a registration that a constraint of the database refuses does not stop the others', async () => {
  const clashing = await submitted('resident', { lastName: 'BulkClash', firstName: 'Clashing' })
  const other = await submitted('resident', { lastName: 'BulkClash', firstName: 'Other' })
  const asOwner = (statement: string) =>
    withConnection(fixtures.server.store.ownerUrl, (client) => client.query(statement).then(() => {}))
  await asOwner(`create function clash() returns trigger language plpgsql as $$ begin
      if new.first_name = 'Clashing' then raise unique_violation; end if; return new; end $$;
    create trigger clash before insert on residents for each row execute function clash()`)
  const { status, body } = await approve({ Ids: [clashing, other] })
  await asOwner('drop function clash cascade')
  expect([status, body.Changed, body.Refused]).toEqual([200, 1, 1])
  expect(body.Refusals[0].Id).toBe(clashing)
  expect([(await rowOf(clashing)).status, (await rowOf(other)).status]).toEqual([1, 2])
})
