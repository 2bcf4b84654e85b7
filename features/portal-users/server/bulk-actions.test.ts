import { expect, test } from 'vitest'
import { emailOf, inOrganisation, PASSWORD, tokenOf } from '#apps/server/testing/fixtures.ts'
import { type Fixtures, seedFixtures } from '#apps/server/testing/seed-fixtures.ts'
import { onTwoOrganisations, type TwoOrganisations } from '#apps/server/testing/two-organisations.ts'
import { bulk } from '#platform/bulk.ts'
import { newId } from '#platform/ids.ts'
import type { Operation } from '#platform/operation.ts'
import { ROLES } from '#platform/permissions.ts'
import { eventually } from '#platform/server/testing/waiting.ts'
import { INVITATIONS_PER_HOUR, portalUsers } from '../contract.ts'
import { USER_STATUS } from '../rules.ts'

let { server, riverside, harbour, manager } = {} as TwoOrganisations<Fixtures>
onTwoOrganisations(seedFixtures, (seeded) => {
  ;({ server, riverside, harbour, manager } = seeded)
})

const act = async (operation: Operation, input: object, token = manager) => (await server.ask(operation, { token, input })).body
const undo = async (jobId: string) => (await server.ask(bulk.undo, { token: manager, params: { jobId } })).body
const inRiverside = <T>(work: Parameters<typeof inOrganisation<T>>[2]) => inOrganisation(server, riverside.organisationId, work)
const idOf = (email: string) =>
  inRiverside(
    async (db) => (await db.selectFrom('portal_users').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id,
  )
const statusOf = async (portalUserId: string) =>
  (await server.ask(portalUsers.get, { token: manager, params: { portalUserId } })).body.Status
let number = 0
const invited = async (change: object = {}) => {
  const person = { FirstName: 'Ivo', LastName: 'Bulk', Email: `ivo${++number}@users.test`, UserRole: 'mailroomstaff' }
  const input = { ...person, IsActive: true, PropertyIds: [riverside.first.ids.property], ...change }
  const { body } = await server.ask(portalUsers.save, { token: manager, input })
  expect(body).toMatchObject({ Id: expect.any(String) })
  return body.Id as string
}
const reasons = ({ Refusals }: { Refusals: { Reason: string }[] }) => Refusals.map(({ Reason }) => Reason)

test('users are disabled and enabled by the rules of a single change, and Undo restores them', async () => {
  const [self, above, staff] = await Promise.all(
    (['organisationmanager', 'superadmin', 'mailroomstaff'] as const).map((role) => idOf(emailOf(role, 'riverside'))),
  )
  const token = await tokenOf(server, 'mailroomstaff', 'riverside')
  const disabled = await act(portalUsers.disable, { Ids: [self, above, staff, harbour.first.ids.portalUser] })
  expect(disabled).toMatchObject({ Message: 'Disabled: 1.', Changed: 1, Refused: 3, MayUndo: true })
  expect(reasons(disabled).toSorted()).toEqual([
    'Not found. It may have been deleted.',
    'This user has a role that you cannot give.',
    'You cannot change or delete your own account here.',
  ])
  expect(await statusOf(staff!)).toBe(USER_STATUS.Inactive)
  await eventually(async () => (await server.ask(portalUsers.choices, { token })).status).toBe(401)
  expect(reasons(await act(portalUsers.disable, { Ids: [staff] }))).toEqual(['The user is disabled already.'])
  expect(await undo(disabled.Id)).toMatchObject({ Changed: 1 })
  expect(await statusOf(staff!)).toBe(USER_STATUS.Active)
  await act(portalUsers.disable, { Matching: { SearchText: emailOf('mailroomstaff', 'riverside') } })
  const enabled = await act(portalUsers.enable, { Ids: [staff] })
  expect(enabled).toMatchObject({ Message: 'Enabled: 1.', Changed: 1, MayUndo: true })
  await inRiverside((db) => db.updateTable('portal_users').set({ phone_number: '1' }).where('id', '=', staff!).execute())
  expect(await undo(enabled.Id)).toMatchObject({ Changed: 0, Refused: 1 })
  expect(await statusOf(staff!)).toBe(USER_STATUS.Active)
})

test('invitations are sent again to those who have no password, up to the limit of the person who invites', async () => {
  const [waiting, disabled] = [await invited(), await invited({ IsActive: false })]
  const staff = await idOf(emailOf('mailroomstaff', 'riverside'))
  const sent = await act(portalUsers.inviteMany, { Ids: [waiting, disabled, staff] })
  expect(sent).toMatchObject({ Message: 'Invitations sent: 1.', Changed: 1, Refused: 2, MayUndo: false })
  expect(reasons(sent).toSorted()).toEqual(['The user has set a password already.', 'The user is not active.'])
  // One by the first creation, one by the action.
  for (let count = 2; count < INVITATIONS_PER_HOUR; count += 1) await invited()
  expect(await act(portalUsers.inviteMany, { Ids: [waiting] })).toMatchObject({ Changed: 0, Refused: 1 })
  const again = await server.ask(portalUsers.invite, { token: manager, params: { portalUserId: waiting } })
  expect(again).toMatchObject({ status: 429, body: { Message: expect.stringMatching(/minutes/) } })
  expect(Number(again.headers['retry-after'])).toBeGreaterThan(3000)
  const refused = await server.ask(portalUsers.save, {
    token: manager,
    input: {
      FirstName: 'I',
      LastName: 'J',
      Email: 'ij@users.test',
      UserRole: 'mailroomstaff',
      IsActive: true,
      PropertyIds: [riverside.first.ids.property],
    },
  })
  expect(refused.status).toBe(429)
  const superAdmin = await tokenOf(server, 'superadmin', 'riverside')
  expect(await act(portalUsers.inviteMany, { Ids: [waiting] }, superAdmin)).toMatchObject({ Changed: 1 })
})

test('of two managers who are disabled together the last active one stays', async () => {
  const row = {
    organisation_id: riverside.organisationId,
    first_name: 'Second',
    last_name: 'Manager',
    email: 'second@riverside.test',
  }
  const second = newId()
  const of = { role_id: ROLES.organisationmanager.id, password_hash: PASSWORD }
  await inRiverside((db) =>
    db
      .insertInto('portal_users')
      .values({ ...row, id: second, ...of })
      .execute(),
  )
  const first = await idOf(emailOf('organisationmanager', 'riverside'))
  const superAdmin = await tokenOf(server, 'superadmin', 'riverside')
  const disabled = await act(portalUsers.disable, { Ids: [first, second] }, superAdmin)
  expect(disabled).toMatchObject({ Changed: 1, Refused: 1 })
  expect(reasons(disabled)).toEqual(['This is the last active Organisation manager of the organisation.'])
})
