import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { emailOf, inOrganisation, PASSWORD, seedOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import { type Fixtures, seedFixtures } from '#apps/server/testing/seed-fixtures.ts'
import { onTwoOrganisations, type TwoOrganisations } from '#apps/server/testing/two-organisations.ts'
import { session } from '#features/session/contract.ts'
import { CREDENTIALS } from '#features/session/public.ts'
import { beginSignIn } from '#features/session/server/sign-ins.ts'
import { newId } from '#platform/ids.ts'
import type { Role } from '#platform/permissions.ts'
import { deriveKeys } from '#platform/server/security/keys.ts'
import { eventually } from '#platform/server/testing/waiting.ts'
import { type PortalUser, portalUsers } from '../contract.ts'

let { server, riverside, harbour, manager } = {} as TwoOrganisations<Fixtures>
onTwoOrganisations(seedFixtures, (seeded) => {
  ;({ server, riverside, harbour, manager } = seeded)
})

let number = 0
const draft = (change: object = {}) => ({
  FirstName: 'Nora',
  LastName: 'Quist',
  Email: `nora${++number}@users.test`,
  UserRole: 'mailroomstaff',
  IsActive: true,
  PropertyIds: [riverside.first.ids.property],
  ...change,
})
const save = (input: object, token = manager) => server.ask(portalUsers.save, { token, input })
const created = async (change: object = {}): Promise<PortalUser & { input: ReturnType<typeof draft> }> => {
  const input = draft(change)
  const { body } = await save(input)
  return { ...(await get(body.Id)).body, input: { ...input, Id: body.Id } }
}
const get = (portalUserId: string, token = manager) => server.ask(portalUsers.get, { token, params: { portalUserId } })
const page = async (input: object = {}) => (await server.ask(portalUsers.page, { token: manager, input })).body
const remove = (input: string[], token = manager) => server.ask(portalUsers.remove, { token, input })
const inRiverside = <T>(work: Parameters<typeof inOrganisation<T>>[2]) => inOrganisation(server, riverside.organisationId, work)
const idOf = async (role: Role) =>
  (
    await inRiverside((db) =>
      db.selectFrom('portal_users').select('id').where('email', '=', emailOf(role, 'riverside')).executeTakeFirstOrThrow(),
    )
  ).id
const mailTo = (address: string) =>
  inRiverside((db) =>
    db.selectFrom('mails').selectAll().where('to_address', '=', address).orderBy('created_at', 'desc').executeTakeFirst(),
  )
const linkOf = (body: string) => new URLSearchParams(/choosepassword\?(\S+)/.exec(body)![1])
const signIn = (email: string, password: string) =>
  server.ask(session.token, {
    input: {
      grant_type: 'password',
      username: email,
      password,
      client_id: 'api',
      scope: `riverside ${CREDENTIALS.user}`,
    },
  })
const setPassword = (link: URLSearchParams, NewPassword: string) =>
  server.ask(session.resetPassword, {
    input: { UserId: link.get('userId')!, IssuedFor: link.get('issuedFor')!, Token: link.get('key')!, NewPassword },
  })
const OWN = 'lantern-otter-quarry-9'

describe('an invited user', () => {
  test('chooses a password by the link of the e-mail, once, and then signs in', async () => {
    const { input, ...user } = await created()
    expect(user).toMatchObject({ FirstName: 'Nora', Email: input.Email, Status: 3, IsFixed: false })
    expect(user.InvitedAt).toMatch(/Z$/)
    expect((await signIn(input.Email, '')).status).toBe(400)
    const { body } = (await mailTo(input.Email))!
    expect(body).toContain(`with the organisation riverside and the email address ${input.Email}.`)
    const link = linkOf(body)
    expect(link.get('email')).toBe(input.Email)
    expect((await setPassword(link, OWN)).status).toBe(200)
    expect((await setPassword(link, `${OWN}x`)).status).toBe(422)
    expect((await signIn(input.Email, OWN)).status).toBe(200)
    expect((await get(user.Id)).body).toMatchObject({ Status: 1, InvitedAt: null })
  })
  test('is invited again, and only the last link works', async () => {
    const { Id, input } = await created()
    const first = linkOf((await mailTo(input.Email))!.body)
    const invite = () => server.ask(portalUsers.invite, { token: manager, params: { portalUserId: Id } })
    expect((await invite()).body.Message).toBe(`An invitation was sent to ${input.Email}.`)
    expect((await setPassword(first, OWN)).status).toBe(422)
    expect((await setPassword(linkOf((await mailTo(input.Email))!.body), OWN)).status).toBe(200)
    expect(await invite()).toMatchObject({ status: 422, body: { Message: 'The user has set a password already.' } })
  })
  test('has a link for 7 days', async () => {
    const aged = async (age: string) => {
      const { Id, input } = await created()
      const link = linkOf((await mailTo(input.Email))!.body)
      await inRiverside((db) =>
        db
          .updateTable('password_resets')
          .set({ expires_at: sql`expires_at - ${age}::interval` })
          .where('portal_user_id', '=', Id)
          .execute(),
      )
      return (await setPassword(link, OWN)).status
    }
    expect(await aged('6 days 23 hours')).toBe(200)
    expect(await aged('7 days')).toBe(422)
  })
  test('that is disabled or deleted has no link any more', async () => {
    const { Id, input } = await created()
    const link = linkOf((await mailTo(input.Email))!.body)
    await save({ ...input, IsActive: false })
    expect((await setPassword(link, OWN)).status).toBe(422)
    expect((await get(Id)).body).toMatchObject({ Status: 2 })
  })
})

describe('a first password', () => {
  test('signs in only after the user has changed it', async () => {
    const { input } = await created({ Password: 'velvet-harbour-kite-31' })
    const refused = { status: 400, body: { error: 'password_must_change' } }
    expect(await signIn(input.Email, 'velvet-harbour-kite-31')).toMatchObject(refused)
    expect((await signIn(input.Email, 'wrong-harbour-kite-31')).body.error).toBe('invalid_grant')
    const change = (Password: string, NewPassword: string) =>
      server.ask(session.changePassword, {
        input: { OrganisationSystemName: 'riverside', UserName: input.Email, Password, NewPassword },
      })
    expect((await change('wrong-harbour-kite-31', OWN)).status).toBe(400)
    expect(await change('velvet-harbour-kite-31', 'velvet-harbour-kite-31')).toMatchObject({
      status: 422,
      body: { Field: 'NewPassword', Message: 'The new password must differ from the present one.' },
    })
    expect(await change('velvet-harbour-kite-31', '1234567890123')).toMatchObject({ status: 422, body: { Field: 'NewPassword' } })
    expect((await change('velvet-harbour-kite-31', OWN)).status).toBe(200)
    expect((await signIn(input.Email, OWN)).status).toBe(200)
    expect((await signIn(input.Email, 'velvet-harbour-kite-31')).status).toBe(400)
    expect(await mailTo(input.Email)).toBeUndefined()
  })
  test.each([
    ['short1', 'Password must have at least 12 characters!'],
    ['x'.repeat(129), 'Password cannot be more than 128 characters!'],
    ['nora-quist-1234', null],
    ['riverside-riverside', null],
  ])('of "%s" is refused', async (Password, Message) => {
    const { status, body } = await save(draft({ Password }))
    expect([status, body.Field]).toEqual([422, 'Password'])
    if (Message) expect(body.Message).toBe(Message)
  })
})

const long = (length: number) => 'x'.repeat(length)
test.each([
  [{ FirstName: ' ' }, 'FirstName', 'First name cannot be empty'],
  [{ FirstName: long(101) }, 'FirstName', 'First name cannot be more than 100 characters!'],
  [{ LastName: long(101) }, 'LastName', 'Last name cannot be more than 100 characters!'],
  [{ Email: 'nora' }, 'Email', 'Enter a valid email id!'],
  [{ Email: `${long(93)}@user.te` }, 'Email', 'Email cannot be more than 100 characters!'],
  [{ PhoneNumber: '+44 20' }, 'PhoneNumber', 'Only numbers are allowed and cannot be more than 20 characters!'],
  [{ PhoneNumber: '1'.repeat(21) }, 'PhoneNumber', 'Only numbers are allowed and cannot be more than 20 characters!'],
  [{ UserRole: 'deliveryagent' }, 'UserRole', 'Please select a role'],
  [{ KioskUserName: long(21), KioskPin: '123456' }, 'KioskUserName', 'Username is not valid'],
  [{ KioskUserName: 'no spaces', KioskPin: '123456' }, 'KioskUserName', 'Username is not valid'],
  [{ KioskUserName: 'nora', KioskPin: '12345' }, 'KioskPin', 'Kiosk PIN must be 6 digits!!'],
  [
    { PropertyIds: Array.from({ length: 1001 }, newId) },
    'PropertyIds',
    'A user cannot have more than 1000 properties. For more, give the role Organisation manager.',
  ],
])('a save with %o is refused', async (change, Field, Message) => {
  expect(await save(draft(change))).toMatchObject({ status: 400, body: { Field, Message } })
})

test.each([
  [{ PropertyIds: [] }, 'PropertyIds', 'Please provide user an access to the property'],
  [{ KioskUserName: 'nora' }, 'KioskPin', 'Please enter values for Kiosk login, or leave it blank'],
  [{ KioskPin: '123456' }, 'KioskUserName', 'Please enter values for Kiosk login, or leave it blank'],
  [
    { UserRole: 'leasingspecialist', KioskUserName: 'nora', KioskPin: '123456' },
    'KioskUserName',
    'This role has no kiosk login.',
  ],
])('a save with %o is refused by the rules between fields', async (change, Field, Message) => {
  expect(await save(draft(change))).toMatchObject({ status: 400, body: { Field, Message } })
})

test('texts of the greatest length are accepted, and managers need no property', async () => {
  const texts = { FirstName: long(100), LastName: long(100), PhoneNumber: '1'.repeat(20) }
  expect((await save(draft({ ...texts, UserRole: 'organisationmanager', PropertyIds: [] }))).status).toBe(200)
})

test('an e-mail address is of one user, also in a race, and free again after a deletion', async () => {
  const { Id, input } = await created()
  const taken = { status: 422, body: { Field: 'Email', Message: 'Another user already has this e-mail address.' } }
  expect(await save(draft({ Email: input.Email.toUpperCase() }))).toMatchObject(taken)
  const raced = await Promise.all([1, 2, 3].map(() => save(draft({ Email: 'raced@users.test' }))))
  expect(raced.map(({ status }) => status).sort()).toEqual([200, 422, 422])
  await remove([Id])
  expect((await save(draft({ Email: input.Email }))).status).toBe(200)
})

test('a property must be one of the organisation', async () => {
  for (const PropertyIds of [[newId()], [harbour.first.ids.property]])
    expect(await save(draft({ PropertyIds }))).toMatchObject({ status: 422, body: { Field: 'PropertyIds' } })
})

test('a kiosk login is added, renamed, kept without a new PIN, and removed; names are shared with agents', async () => {
  const { Id, input } = await created({ KioskUserName: 'nora.desk', KioskPin: '482913' })
  const login = () =>
    inRiverside((db) =>
      db.selectFrom('kiosk_logins').select(['user_name', 'pin_hash']).where('portal_user_id', '=', Id).execute(),
    )
  const pin_hash = (await login())[0]?.pin_hash
  await save({ ...input, KioskUserName: 'nora.lobby', KioskPin: '' })
  expect(await login()).toEqual([{ user_name: 'nora.lobby', pin_hash }])
  expect(await save(draft({ KioskUserName: 'NORA.lobby', KioskPin: '482913' }))).toMatchObject({
    status: 422,
    body: { Field: 'KioskUserName' },
  })
  await save({ ...input, KioskUserName: '', KioskPin: '' })
  expect(await login()).toEqual([])
})

describe('rights', () => {
  test('a manager gives every role but super administrator, and changes no super administrator', async () => {
    const { body } = await server.ask(portalUsers.choices, { token: manager })
    expect(body.AllRoles.map(({ SystemName }: { SystemName: string }) => SystemName)).toEqual([
      'organisationmanager',
      'propertymanager',
      'leasingspecialist',
      'mailroomstaff',
    ])
    const notGiven = { status: 422, body: { Field: 'UserRole', Message: 'You cannot give this role.' } }
    expect(await save(draft({ UserRole: 'superadmin', PropertyIds: [] }))).toMatchObject(notGiven)
    const { Id, input } = await created()
    expect(await save({ ...input, Id, UserRole: 'superadmin' })).toMatchObject(notGiven)
    const superadmin = await idOf('superadmin')
    expect((await get(superadmin)).body).toMatchObject({ IsFixed: true })
    expect((await save(draft({ Id: superadmin }))).body.Message).toBe('This user has a role that you cannot give.')
    expect((await remove([superadmin])).body).toMatchObject({ Removed: [] })
  })
  test('nobody changes, disables or deletes the own account', async () => {
    const own = await idOf('organisationmanager')
    expect((await get(own)).body).toMatchObject({ IsFixed: true })
    for (const change of [{ IsActive: false }, { UserRole: 'mailroomstaff' }, {}])
      expect((await save(draft({ Id: own, UserRole: 'organisationmanager', ...change }))).body.Message).toBe(
        'You cannot change or delete your own account here.',
      )
    expect((await remove([own])).body.Removed).toEqual([])
  })
  test('the last super administrator of an organisation stays, also for one of the flagged organisation', async () => {
    await seedOrganisation(server, 'headquarters', { isSuperAdmin: true })
    const token = await tokenOf(server, 'superadmin', 'headquarters')
    const headers = { 'x-organisation-id': riverside.organisationId }
    const id = await idOf('superadmin')
    const last = 'This is the last active Super administrator of the organisation.'
    const removed = await server.ask(portalUsers.remove, { token, headers, input: [id] })
    expect(removed.body).toMatchObject({ Removed: [], Refused: [{ Id: id, Reason: expect.stringContaining(last) }] })
    const { body } = await server.ask(portalUsers.get, { token, headers, params: { portalUserId: id } })
    const changed = (change: object) => server.ask(portalUsers.save, { token, headers, input: { ...body, ...change } })
    expect(await changed({ IsActive: false })).toMatchObject({ status: 422, body: { Message: last } })
    expect(await changed({ UserRole: 'organisationmanager' })).toMatchObject({ status: 422, body: { Message: last } })
    expect((await changed({ PhoneNumber: '4420' })).status).toBe(200)
  })
  test('two managers cannot remove each other at the same time', async () => {
    const { Id, input } = await created({ UserRole: 'organisationmanager', PropertyIds: [] })
    await setPassword(linkOf((await mailTo(input.Email))!.body), OWN)
    const other = (await signIn(input.Email, OWN)).body.access_token
    // Only these two managers are active.
    await inRiverside(async (db) => {
      const rest = await db
        .selectFrom('portal_users')
        .select('id')
        .where('role_id', '=', 2)
        .where('deleted_at', 'is', null)
        .execute()
      const both = [Id, await idOf('organisationmanager')]
      const others = rest.map(({ id }) => id).filter((id) => !both.includes(id))
      if (others.length > 0) await db.updateTable('portal_users').set({ is_active: false }).where('id', 'in', others).execute()
    })
    const own = await idOf('organisationmanager')
    const results = await Promise.all([remove([Id]), remove([own], other)])
    const removed = results.flatMap(({ body }) => body.Removed ?? [])
    expect(removed).toHaveLength(1)
    // Either of them was removed, and is signed out; the other tests have the first one.
    await inRiverside((db) => db.updateTable('portal_users').set({ deleted_at: null }).where('id', '=', own).execute())
    await inRiverside((db) => db.updateTable('portal_users').set({ deleted_at: new Date() }).where('id', '=', Id).execute())
    manager = await tokenOf(server, 'organisationmanager', 'riverside')
  })
  test('a disabled or deleted user is signed out, and a new role applies at once', async () => {
    const { Id, input } = await created()
    await setPassword(linkOf((await mailTo(input.Email))!.body), OWN)
    const token = (await signIn(input.Email, OWN)).body.access_token
    const preload = () => server.ask(session.preload, { token })
    expect((await preload()).body.Roles).toEqual(['mailroomstaff'])
    await save({ ...input, Id, UserRole: 'propertymanager' })
    await eventually(async () => (await preload()).body.Roles).toEqual(['propertymanager'])
    await save({ ...input, Id, IsActive: false })
    await eventually(async () => (await preload()).status).toBe(401)
    await save({ ...input, Id, IsActive: true })
    expect((await preload()).status).toBe(401)
    expect((await signIn(input.Email, OWN)).status).toBe(200)
    await remove([Id])
    expect((await signIn(input.Email, OWN)).status).toBe(400)
  })
})

test('a save of an older version is refused, and nobody is enabled by leaving the flag out', async () => {
  const { Id, Version, input } = await created()
  expect((await save({ ...input, Version, IsActive: false })).status).toBe(200)
  expect(await save({ ...input, Version, PhoneNumber: '12345' })).toMatchObject({
    status: 409,
    body: { Message: 'Somebody else has changed this since you opened it.' },
  })
  expect(await save({ ...input, IsActive: undefined })).toMatchObject({ status: 400, body: { Field: 'IsActive' } })
  expect((await get(Id)).body).toMatchObject({ IsActive: false, PhoneNumber: '' })
})

test('another e-mail address ends sign-ins and links, and the former address is notified', async () => {
  const { Id, input } = await created()
  await setPassword(linkOf((await mailTo(input.Email))!.body), OWN)
  const token = (await signIn(input.Email, OWN)).body.access_token
  await save({ ...input, Id, Email: 'moved@users.test' })
  expect((await mailTo(input.Email))!.subject).toContain('Your sign-in address')
  await eventually(async () => (await server.ask(session.preload, { token })).status).toBe(401)
  expect((await signIn('moved@users.test', OWN)).status).toBe(200)
})

test('another address of a manager is reported to every manager, that of other users is not', async () => {
  const reports = () => server.mails.filter(({ subject }) => subject === 'Security of riverside: a change').map(({ to }) => to)
  const staff = await created()
  await save({ ...staff.input, Id: staff.Id, Email: 'staff-moved@users.test' })
  expect(reports()).toEqual([])
  const { Id, input } = await created({ UserRole: 'organisationmanager', FirstName: 'Mia' })
  await save({ ...input, Id, Email: 'manager-moved@users.test' })
  expect(reports()).toEqual(expect.arrayContaining([emailOf('organisationmanager', 'riverside'), 'manager-moved@users.test']))
})

test('a sign-in does not begin when the password or the account has changed since it was checked', async () => {
  const { Id, input } = await created()
  await setPassword(linkOf((await mailTo(input.Email))!.body), OWN)
  const begin = (change: object) =>
    inRiverside(async (db) => {
      const user = await db.selectFrom('portal_users').selectAll().where('id', '=', Id).executeTakeFirstOrThrow()
      const device = { address: '', userAgent: '', by: 'password' }
      return beginSignIn(db, deriveKeys(randomBytes(32)), riverside.organisationId, { ...user, ...change }, device, new Date())
    })
  expect(await begin({ password_hash: 'the one before' })).toBeUndefined()
  expect(await begin({})).toMatchObject({ signInId: expect.stringMatching(/./) })
  await save({ ...input, Id, IsActive: false })
  expect(await begin({})).toBeUndefined()
})

test('a user of another organisation looks like a missing one', async () => {
  const foreign = harbour.first.ids.portalUser
  const missing = await get(newId())
  expect(missing.status).toBe(404)
  expect(await get(foreign)).toMatchObject({ status: 404, body: missing.body })
  expect((await save(draft({ Id: foreign }))).status).toBe(404)
  expect((await remove([foreign])).body.Removed).toEqual([])
})

test('the audit trail has the values of a user before and after a change, and secrets as changed', async () => {
  const { Id, input } = await created()
  const change = { LastName: 'Changed', Email: `new-${input.Email}`, UserRole: 'propertymanager' }
  await save({ ...input, ...change, Id, KioskUserName: 'audited', KioskPin: '918273' })
  const lines = await inRiverside((db) =>
    db.selectFrom('audit').select(['action', 'detail']).where('subject_id', '=', Id).orderBy('id').execute(),
  )
  expect(lines.map(({ action }) => action)).toEqual(['portal user created', 'portal user invited', 'portal user changed'])
  expect(lines[2]!.detail).toMatchObject({
    before: { LastName: input.LastName, Email: input.Email, KioskUserName: '', role: 'mailroomstaff' },
    after: { LastName: 'Changed', Email: change.Email, KioskUserName: 'audited', role: 'propertymanager' },
    KioskPin: 'changed',
  })
  expect(JSON.stringify(lines)).not.toContain('918273')
})

test('the list is searched and filtered by role and property', async () => {
  await created({ FirstName: 'Zelda', UserRole: 'leasingspecialist', PropertyIds: [riverside.second.ids.property] })
  expect((await page({ SearchText: 'quist zel' })).Total).toBe(1)
  const roles = (await page({ UserRole: 'leasingspecialist', PageSize: 100 })).Data.map((row: PortalUser) => row.UserRole)
  expect(new Set(roles)).toEqual(new Set(['leasingspecialist']))
  const { Data } = await page({ PropertyId: riverside.second.ids.property, PageSize: 100 })
  const names = Data.map(({ FirstName }: PortalUser) => FirstName)
  expect(names).toContain('Zelda')
  expect(names).not.toContain('Nora')
})

test('the password of the fixtures still signs in', async () => {
  expect((await signIn(emailOf('mailroomstaff', 'riverside'), PASSWORD)).status).toBe(200)
  expect(await tokenOf(server, 'mailroomstaff', 'riverside')).toMatch(/./)
})
