import { expect, test } from 'vitest'
import { emailOf } from '#apps/server/testing/fixtures.ts'
import { newId } from '#platform/ids.ts'
import { type PortalUser, portalUsers } from '../contract.ts'
import { userFixtures } from '../testing/user-fixtures.ts'

const { state, draft, save, created, get, remove, inRiverside } = userFixtures()

const page = async (input: object = {}) => (await state.server.ask(portalUsers.page, { token: state.manager, input })).body

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
  for (const PropertyIds of [[newId()], [state.harbour.first.ids.property]])
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

test('another address of a manager is reported to every manager, that of other users is not', async () => {
  const reports = () =>
    state.server.mails.filter(({ subject }) => subject === 'Security of riverside: a change').map(({ to }) => to)
  const staff = await created()
  await save({ ...staff.input, Id: staff.Id, Email: 'staff-moved@users.test' })
  expect(reports()).toEqual([])
  const { Id, input } = await created({ UserRole: 'organisationmanager', FirstName: 'Mia' })
  await save({ ...input, Id, Email: 'manager-moved@users.test' })
  expect(reports()).toEqual(expect.arrayContaining([emailOf('organisationmanager', 'riverside'), 'manager-moved@users.test']))
})

test('a user of another organisation looks like a missing one', async () => {
  const foreign = state.harbour.first.ids.portalUser
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
  await created({ FirstName: 'Zelda', UserRole: 'leasingspecialist', PropertyIds: [state.riverside.second.ids.property] })
  expect((await page({ SearchText: 'quist zel' })).Total).toBe(1)
  const roles = (await page({ UserRole: 'leasingspecialist', PageSize: 100 })).Data.map((row: PortalUser) => row.UserRole)
  expect(new Set(roles)).toEqual(new Set(['leasingspecialist']))
  const { Data } = await page({ PropertyId: state.riverside.second.ids.property, PageSize: 100 })
  const names = Data.map(({ FirstName }: PortalUser) => FirstName)
  expect(names).toContain('Zelda')
  expect(names).not.toContain('Nora')
})
