import { RIVERSIDE } from '#apps/server/demo/organisations.ts'
import { everyOperation } from '#apps/server/testing/examples.ts'
import { audit } from '#features/audit/contract.ts'
import { portalUsers } from '#features/portal-users/contract.ts'
import { profile } from '#features/profile/contract.ts'
import { session } from '#features/session/contract.ts'
import { singleSignOn } from '#features/single-sign-on/contract.ts'
import { newId } from '#platform/ids.ts'
import { PORTAL_ROLES, type Role } from '#platform/permissions.ts'
import {
  type Caller,
  expect,
  HARBOUR,
  HARBOUR_MANAGER,
  MANAGER,
  PEOPLE,
  type Person,
  QUAY,
  riversideUser,
  STAFF,
  SUPERADMIN,
  test,
} from './as-roles.ts'

const PropertyIds = [QUAY.id]

async function setRole({ ask }: Caller, { id }: Person, UserRole: Role, headers = {}) {
  const user = await ask(portalUsers.get, { params: { portalUserId: id }, headers })
  // Who may not read the user guesses the rest.
  const { UserToProperties: _, ...read } = user.body
  const known = user.status === 200 ? read : { FirstName: 'Guessed', LastName: 'Name', Email: 'guessed@riverside.test' }
  return ask(portalUsers.save, { input: { ...known, Id: id, IsActive: true, PropertyIds, UserRole }, headers })
}
const addUser = ({ ask }: Caller, UserRole: Role) => {
  const input = { FirstName: 'New', LastName: 'User', Email: `${newId()}@riverside.test`, PropertyIds, UserRole }
  return ask(portalUsers.save, { input })
}
/** The roles of the demo's users, as the server reports them to a super administrator. */
async function rolesNow({ ask }: Caller): Promise<string[]> {
  const roles: string[] = []
  for (const { id, organisation } of [...PEOPLE, HARBOUR_MANAGER]) {
    const headers = { 'x-organisation-id': organisation === 'harbour' ? HARBOUR.id : RIVERSIDE.id }
    roles.push((await ask(portalUsers.get, { params: { portalUserId: id }, headers })).body.UserRole.SystemName)
  }
  return roles
}
const ROLES_OF_DEMO = [...PEOPLE, HARBOUR_MANAGER].map(({ role }) => role)

/** The entries of a user's changes, latest first. */
const entriesOf = async ({ ask }: Caller, { id }: Person) =>
  (await ask(audit.page, { input: { SubjectId: id, Action: 'portal user changed' } })).body.Data

for (const person of [SUPERADMIN, MANAGER])
  test(`${person.role} › a change of a role is recorded with who, whom, from and to`, async ({ as, newUser }) => {
    const caller = await as(person)
    const colleague = await newUser('leasingspecialist')
    expect(await entriesOf(caller, colleague)).toEqual([])
    expect((await setRole(caller, colleague, 'mailroomstaff')).status).toBe(200)
    const entries = await entriesOf(caller, colleague)
    expect(entries).toMatchObject([
      {
        UserName: person.name,
        ActorId: person.id,
        SubjectKind: 'portalUser',
        SubjectId: colleague.id,
        SubjectName: colleague.name,
      },
    ])
    const { Changes } = (await caller.ask(audit.get, { params: { entryId: entries[0]!.Id } })).body
    expect(Changes).toMatchObject([{ Field: 'role', Before: 'Leasing specialist', After: 'Mailroom staff' }])
    // A refused change records nothing.
    expect((await setRole(caller, colleague, 'nosuchrole' as Role)).status).toBe(400)
    expect(await entriesOf(caller, colleague)).toEqual(entries)
  })

test('nobody changes or deletes an entry', async ({ as, newUser }) => {
  const operations = everyOperation.filter(({ path }) => path.toLowerCase().startsWith('/audit'))
  const reading = [
    'GET /audit/get/{entryId}',
    'GET /audit/people',
    'GET /audit/words',
    'POST /audit/export',
    'POST /audit/getpaged',
  ]
  expect(operations.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(reading)

  const manager = await as(MANAGER)
  const colleague = await newUser('leasingspecialist')
  await setRole(manager, colleague, 'mailroomstaff')
  const [entry] = await entriesOf(manager, colleague)
  const read = async () => (await manager.ask(audit.get, { params: { entryId: entry!.Id } })).text
  const before = await read()
  for (const person of [...PEOPLE, HARBOUR_MANAGER]) {
    const { send } = await as(person)
    for (const path of [`/audit/get/${entry!.Id}`, `/audit/${entry!.Id}`, '/audit/getpaged', '/audit'])
      for (const method of ['PUT', 'PATCH', 'DELETE'])
        expect([method, path, (await send(method, path, { Id: entry!.Id })).status]).toEqual([method, path, 404])
    for (const path of ['/audit/delete', '/audit/save', '/audit/bulk/delete', `/audit/get/${entry!.Id}`])
      expect([path, (await send('POST', path, [entry!.Id])).status]).toEqual([path, 404])
  }
  expect(await read()).toBe(before)
  expect(await entriesOf(manager, colleague)).toEqual([entry])
})

test('the audit trail is refused to the roles below a manager, and to other organisations', async ({ as }) => {
  const manager = await as(MANAGER)
  const entryId = (await manager.ask(audit.page)).body.Data[0]!.Id
  const statuses = async ({ ask }: Caller, headers = {}) => {
    const replies = [
      await ask(audit.get, { params: { entryId }, headers }),
      await ask(audit.page, { headers }),
      await ask(audit.people, { headers }),
      await ask(audit.words, { headers }),
      await ask(audit.export, { headers }),
    ]
    return replies.map(({ status }) => status)
  }
  expect(await statuses(manager)).toEqual([200, 200, 200, 200, 200])
  for (const person of STAFF) expect(await statuses(await as(person))).toEqual([403, 403, 403, 403, 403])
  expect((await statuses(await as(HARBOUR_MANAGER)))[0]).toBe(404)
  expect(await statuses(manager, { 'x-organisation-id': HARBOUR.id })).toEqual([403, 403, 403, 403, 403])
})

for (const person of STAFF)
  test(`${person.role} › cannot give any role, neither to themselves nor to others`, async ({ as }) => {
    const caller = await as(person)
    const { ask } = caller
    for (const role of PORTAL_ROLES) {
      for (const other of [person, ...STAFF, MANAGER]) expect((await setRole(caller, other, role)).status).toBe(403)
      expect((await addUser(caller, role)).status).toBe(403)
    }
    const Ids = [MANAGER.id]
    const refused = [
      await ask(portalUsers.remove, { input: Ids }),
      await ask(portalUsers.disable, { input: { Ids } }),
      await ask(portalUsers.enable, { input: { Ids } }),
      await ask(portalUsers.inviteMany, { input: { Ids } }),
      await ask(portalUsers.invite, { params: { portalUserId: MANAGER.id } }),
      await ask(singleSignOn.save, { input: providerThatGives('organisationmanager') }),
    ]
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 403))
    // The own profile has no role, whatever is sent.
    const own = (await ask(profile.get)).body
    const more = {
      UserRole: 'superadmin',
      RoleId: 1,
      role_id: 1,
      Roles: ['superadmin'],
      Permissions: ['ViewAudit'],
      PropertyIds: [],
    }
    await ask(profile.save, { input: { ...own, ...more } })
    const { Roles, Permissions } = (await ask(session.preload)).body
    expect(Roles).toEqual([person.role])
    expect(Permissions).not.toContain('ViewAudit')
    expect(await rolesNow(await as(SUPERADMIN))).toEqual(ROLES_OF_DEMO)
  })

const providerThatGives = (role: Role) => ({
  ...{ IsActive: true, Issuer: 'https://login.example.com', ClientId: 'id', ClientSecret: 'secret', ButtonName: 'Work' },
  ...{ RoleClaim: 'groups', RoleMapping: [{ Value: 'all', Role: role }], DefaultRole: role },
})

for (const person of [MANAGER, HARBOUR_MANAGER])
  test(`manager of ${person.organisation} › cannot give the role above, nor change whoever has it or themselves`, async ({
    as,
  }) => {
    const caller = await as(person)
    const { ask } = caller
    const added = await addUser(caller, 'superadmin')
    expect([added.status, added.body.Field]).toEqual([422, 'UserRole'])
    for (const role of PORTAL_ROLES.filter((one) => one !== person.role))
      expect((await setRole(caller, person, role)).status).toBe(422)
    const mapped = await ask(singleSignOn.save, { input: providerThatGives('superadmin') })
    expect(mapped.status).toBe(422)
    if (person === MANAGER) {
      const raised = await setRole(caller, riversideUser('leasingspecialist'), 'superadmin')
      expect([raised.status, raised.body.Field]).toEqual([422, 'UserRole'])
      for (const role of PORTAL_ROLES) expect((await setRole(caller, SUPERADMIN, role)).status).toBe(422)
      expect((await ask(portalUsers.resetSecondStep, { params: { portalUserId: SUPERADMIN.id } })).status).toBe(422)
      expect((await ask(portalUsers.remove, { input: [SUPERADMIN.id] })).body.Removed).toEqual([])
    }
    expect(await rolesNow(await as(SUPERADMIN))).toEqual(ROLES_OF_DEMO)
  })

test('a manager gives no role to users of another organisation', async ({ as }) => {
  const riverside = await as(MANAGER)
  const harbour = await as(HARBOUR_MANAGER)
  for (const role of PORTAL_ROLES) {
    expect((await setRole(riverside, HARBOUR_MANAGER, role)).status).toBe(404)
    expect((await setRole(riverside, HARBOUR_MANAGER, role, { 'x-organisation-id': HARBOUR.id })).status).toBe(403)
    for (const other of PEOPLE) expect((await setRole(harbour, other, role)).status).toBe(404)
  }
  expect((await harbour.ask(portalUsers.remove, { input: PEOPLE.map(({ id }) => id) })).body.Removed).toEqual([])
  expect(await rolesNow(await as(SUPERADMIN))).toEqual(ROLES_OF_DEMO)
})
