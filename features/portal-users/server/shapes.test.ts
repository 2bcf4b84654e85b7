import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { emailOf, inOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import { type Fixtures, seedFixtures } from '#apps/server/testing/seed-fixtures.ts'
import { onTwoOrganisations, type TwoOrganisations } from '#apps/server/testing/two-organisations.ts'
import { newId } from '#platform/ids.ts'
import { EMPTY_GUID } from '#platform/wire.ts'
import { portalUsers } from '../contract.ts'

let { server, riverside, harbour, manager } = {} as TwoOrganisations<Fixtures>
onTwoOrganisations(seedFixtures, (seeded) => {
  ;({ server, riverside, harbour, manager } = seeded)
})

let number = 0
const property = () => riverside.first.ids.property
const person = () => ({ FirstName: 'Nora', LastName: 'Quist', Email: `nora-${++number}@shapes.test`, IsActive: true })
/** A user as spec 3 §3 writes it. */
const specified = (change: object = {}) => ({
  ...person(),
  UserRole: { SystemName: 'mailroomstaff', Name: 'Mailroom staff' },
  PortalLogin: { Username: `NORA-${number}@shapes.test`, Password: 'velvet-harbour-kite-31' },
  KioskLogin: { Username: `desk-${number}`, Pin: '482913' },
  UserToProperties: [{ UserId: EMPTY_GUID, PropertyId: property() }],
  AllRoles: [{ SystemName: 'superadmin' }],
  AllProperties: [{ Id: harbour.first.ids.property }],
  ...change,
})
const flat = (change: object = {}) => ({
  ...person(),
  UserRole: 'mailroomstaff',
  PropertyIds: [property()],
  ...change,
})
const save = (input: object, token = manager) => server.ask(portalUsers.save, { token, input } as never)
const get = async (portalUserId: string) => (await server.ask(portalUsers.get, { token: manager, params: { portalUserId } })).body
const kept = (id: string) =>
  inOrganisation(server, riverside.organisationId, async (db) => ({
    user: await db.selectFrom('portal_users').select(['password_hash', 'role_id']).where('id', '=', id).executeTakeFirst(),
    login: await db.selectFrom('kiosk_logins').selectAll().where('portal_user_id', '=', id).executeTakeFirst(),
  }))

describe('a user in the shape of the specification', () => {
  test('is added, with names in either case of the first letter, and returned beside the flat names', async () => {
    const input = specified()
    const lower = JSON.parse(JSON.stringify(input), (_, value) =>
      value && typeof value === 'object' && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name[0]!.toLowerCase() + name.slice(1), one]))
        : value,
    )
    const { status, body } = await save(lower)
    expect([status, body.Message]).toEqual([200, 'User has been saved successfully.'])
    expect(await get(body.Id)).toMatchObject({
      UserRole: { SystemName: 'mailroomstaff', Name: 'Mailroom staff' },
      PortalLogin: { Username: input.Email },
      KioskLogin: { Username: input.KioskLogin.Username },
      UserToProperties: [{ UserId: body.Id, PropertyId: property() }],
      Email: input.Email,
      KioskUserName: input.KioskLogin.Username,
      PropertyIds: [property()],
      Status: 1,
    })
    const { user, login } = await kept(body.Id)
    expect([user?.password_hash, login?.pin_hash]).toEqual([expect.any(String), expect.any(String)])
  })

  test('has the roles and the properties that the caller may give, those of the user first', async () => {
    const { body } = await save(flat({ PropertyIds: [riverside.second.ids.property] }))
    const { AllRoles, AllProperties } = await get(body.Id)
    const choices = (await server.ask(portalUsers.choices, { token: manager })).body
    expect(AllRoles.map(({ SystemName }: { SystemName: string }) => SystemName)).toEqual([
      'organisationmanager',
      'propertymanager',
      'leasingspecialist',
      'mailroomstaff',
    ])
    expect(AllRoles).toEqual(choices.AllRoles)
    expect(AllProperties[0].Id).toBe(riverside.second.ids.property)
    const ids = (all: { Id: string }[]) => all.map(({ Id }) => Id).sort()
    expect(ids(AllProperties)).toEqual(ids(choices.AllProperties))
    expect(ids(AllProperties)).toContain(property())
    expect(ids(AllProperties)).not.toContain(harbour.first.ids.property)
  })

  test('is changed, keeps the PIN that is left out, and loses the kiosk login without a name', async () => {
    const input = specified()
    const { Id } = (await save(input)).body
    const before = (await kept(Id)).login
    const change = {
      ...input,
      Id,
      PortalLogin: null,
      UserToProperties: [{ UserId: Id, PropertyId: riverside.second.ids.property }],
    }
    expect((await save({ ...change, UserRole: 'propertymanager', KioskLogin: { Username: 'renamed' } })).status).toBe(200)
    expect((await kept(Id)).login).toMatchObject({ user_name: 'renamed', pin_hash: before?.pin_hash })
    expect(await get(Id)).toMatchObject({
      UserRole: { SystemName: 'propertymanager' },
      PropertyIds: [riverside.second.ids.property],
    })
    expect((await save({ ...change, KioskLogin: { Username: '', Pin: '' } })).status).toBe(200)
    expect((await kept(Id)).login).toBeUndefined()
  })

  test('is saved again as it was read', async () => {
    const { Id } = (await save(specified())).body
    const read = await get(Id)
    expect((await save({ ...read, PhoneNumber: '4420' })).status).toBe(200)
    expect(await get(Id)).toMatchObject({ ...read, PhoneNumber: '4420', Version: expect.any(String) })
  })

  test('is given another e-mail address, also with the user name as it was read', async () => {
    const { Id } = (await save(specified())).body
    const read = await get(Id)
    const moved = { ...read, Email: `moved-${read.Email}` }
    expect((await save(moved)).status).toBe(200)
    expect(await get(Id)).toMatchObject({ Email: moved.Email, PortalLogin: { Username: moved.Email } })
    const refused = await save({ ...(await get(Id)), PortalLogin: { Username: 'other@shapes.test' } })
    expect(refused).toMatchObject({
      status: 400,
      body: { Field: 'Email', Message: 'Email and PortalLogin.Username must not differ.' },
    })
  })

  test('never comes back with a password or a PIN', async () => {
    const input = specified()
    const saved = await save(input)
    const listed = await server.ask(portalUsers.page, { token: manager, input: { PageSize: 500 } })
    const { login } = await kept(saved.body.Id)
    for (const reply of [saved.body, await get(saved.body.Id), listed.body]) {
      const text = JSON.stringify(reply)
      for (const secret of ['velvet-harbour-kite-31', '482913', login!.pin_hash]) expect(text).not.toContain(secret)
      expect(text).not.toMatch(/"(Password|Pin|KioskPin)"/)
    }
  })
})

describe('both shapes at once', () => {
  test('are accepted where they agree', async () => {
    const input = specified()
    const same = {
      ...{ KioskUserName: input.KioskLogin.Username, KioskPin: '482913', Password: 'velvet-harbour-kite-31' },
      PropertyIds: [property()],
    }
    expect((await save({ ...input, ...same })).status).toBe(200)
  })

  test.each([
    [{ PortalLogin: { Username: 'other@shapes.test' } }, 'Email', 'Email and PortalLogin.Username must not differ.'],
    [
      { Password: 'velvet-harbour-kite-31', PortalLogin: { Password: 'lantern-otter-quarry-9' } },
      'Password',
      'Password and PortalLogin.Password must not differ.',
    ],
    [
      { KioskUserName: 'one', KioskPin: '482913', KioskLogin: { Username: 'two', Pin: '482913' } },
      'KioskUserName',
      'KioskUserName and KioskLogin.Username must not differ.',
    ],
    [
      { KioskUserName: 'one', KioskPin: '482913', KioskLogin: { Username: '' } },
      'KioskUserName',
      'KioskUserName and KioskLogin.Username must not differ.',
    ],
    [
      { KioskUserName: 'one', KioskPin: '482913', KioskLogin: { Username: 'one', Pin: '719354' } },
      'KioskPin',
      'KioskPin and KioskLogin.Pin must not differ.',
    ],
    [{ UserToProperties: [] }, 'PropertyIds', 'PropertyIds and UserToProperties must not differ.'],
    [{ UserToProperties: [{ PropertyId: newId() }] }, 'PropertyIds', 'PropertyIds and UserToProperties must not differ.'],
    [{ PropertyIds: null, UserToProperties: [{ UserId: newId(), PropertyId: newId() }] }, 'UserToProperties', 'another user'],
  ])('are refused with %j, which contradicts itself', async (change, Field, Message) => {
    expect(await save(flat(change))).toMatchObject({ status: 400, body: { Field, Message: expect.stringContaining(Message) } })
  })
})

describe('a saved user that was read', () => {
  test('is told all that is wrong at once, as a new one is', async () => {
    const { read } = await added()
    const fieldsOf = async (input: object) => {
      const { status, body } = await save(input)
      return [status, body.Errors.map(({ Field }: { Field: string }) => Field)]
    }
    const wrong = { KioskUserName: 'one', KioskPin: '482913', KioskLogin: { Username: 'two' } }
    expect(await fieldsOf(flat({ ...wrong, PropertyIds: [] }))).toEqual([400, ['KioskUserName', 'PropertyIds']])
    const other = { ...read, ...wrong, PortalLogin: { Username: 'other@shapes.test' }, UserToProperties: [] }
    expect(await fieldsOf(other)).toEqual([400, ['Email', 'KioskUserName', 'PropertyIds']])
  })

  const added = async () => {
    const { body } = await save(specified())
    const read = await get(body.Id)
    return { id: body.Id as string, read: { ...read, PortalLogin: { ...read.PortalLogin, Password: null } } }
  }
  const other = () => riverside.second.ids.property

  test('is changed in either shape', async () => {
    const { id, read } = await added()
    expect((await save({ ...read, KioskLogin: { Username: 'renamed', Pin: '' } })).status).toBe(200)
    expect(await get(id)).toMatchObject({ KioskUserName: 'renamed', KioskLogin: { Username: 'renamed' } })
    const again = await get(id)
    expect((await save({ ...again, UserToProperties: [{ PropertyId: other() }] })).status).toBe(200)
    expect(await get(id)).toMatchObject({ PropertyIds: [other()], KioskUserName: 'renamed' })
    const later = await get(id)
    expect((await save({ ...later, PropertyIds: [property()], KioskUserName: '' })).status).toBe(200)
    expect(await get(id)).toMatchObject({ PropertyIds: [property()], KioskUserName: '' })
    const last = await get(id)
    expect((await save({ ...last, KioskLogin: { Username: 'anew', Pin: '482913' } })).status).toBe(200)
    expect(await get(id)).toMatchObject({ KioskLogin: { Username: 'anew' } })
  })

  test('is refused when both shapes were changed, or what was changed is against the rules', async () => {
    const { id, read } = await added()
    const before = await kept(id)
    for (const [change, Field, Message] of [
      [{ KioskUserName: 'one', KioskLogin: { Username: 'two' } }, 'KioskUserName', 'must not differ'],
      [{ PropertyIds: [other()], UserToProperties: [] }, 'PropertyIds', 'must not differ'],
      [{ UserToProperties: [] }, 'PropertyIds', 'Please provide user an access to the property'],
      [{ PortalLogin: { Username: 'other@shapes.test' } }, 'Email', 'Email and PortalLogin.Username must not differ.'],
    ] as const)
      expect(await save({ ...read, ...change })).toMatchObject({
        status: 400,
        body: { Field, Message: expect.stringContaining(Message) },
      })
    expect(await save({ ...read, UserToProperties: [{ PropertyId: harbour.first.ids.property }] })).toMatchObject({
      status: 422,
      body: { Field: 'PropertyIds', Message: 'Property not found.' },
    })
    expect(await kept(id)).toEqual(before)
  })
})

describe('the specified shape has the same checks as the flat one', () => {
  test.each([
    [{ UserRole: { SystemName: 'deliveryagent' } }, 'UserRole', 'Please select a role'],
    [{ UserRole: {} }, 'UserRole', 'Please select a role'],
    [{ KioskLogin: { Username: 'x'.repeat(21), Pin: '482913' } }, 'KioskLogin.Username', 'Username is not valid'],
    [{ KioskLogin: { Username: 'desk', Pin: '48291' } }, 'KioskLogin.Pin', 'Kiosk PIN must be 6 digits!!'],
    [{ KioskLogin: { Username: 'desk' } }, 'KioskPin', 'Please enter values for Kiosk login, or leave it blank'],
    [{ KioskLogin: { Pin: '482913' } }, 'KioskUserName', 'Please enter values for Kiosk login, or leave it blank'],
    [{ UserRole: { SystemName: 'leasingspecialist' } }, 'KioskUserName', 'This role has no kiosk login.'],
    [{ UserToProperties: [] }, 'PropertyIds', 'Please provide user an access to the property'],
    [{ UserToProperties: [{ PropertyId: 'x' }] }, 'UserToProperties.0.PropertyId', ''],
    [{ KioskLogin: 'desk' }, 'KioskLogin', 'KioskLogin must be an object.'],
  ])('a save with %j is refused', async (change, Field, Message) => {
    expect(await save(specified(change))).toMatchObject({
      status: 400,
      body: { Field, Message: expect.stringContaining(Message) },
    })
  })

  test('a property of another organisation, or none, is refused, and nothing is saved', async () => {
    for (const PropertyId of [harbour.first.ids.property, newId()]) {
      const input = specified({ UserToProperties: [{ PropertyId: property() }, { PropertyId }] })
      expect(await save(input)).toMatchObject({ status: 422, body: { Field: 'PropertyIds', Message: 'Property not found.' } })
      const { body } = await server.ask(portalUsers.page, { token: manager, input: { SearchText: input.Email } })
      expect(body.Total).toBe(0)
    }
  })

  test('a role above one’s own is refused, for a new user and for a saved one', async () => {
    const notGiven = { status: 422, body: { Field: 'UserRole', Message: 'You cannot give this role.' } }
    const UserRole = { SystemName: 'superadmin' }
    expect(await save(specified({ UserRole }))).toMatchObject(notGiven)
    const { Id } = (await save(specified())).body
    const { Email } = await get(Id)
    expect(await save(specified({ Id, Email, PortalLogin: null, KioskLogin: null, UserRole }))).toMatchObject(notGiven)
    expect((await kept(Id)).user?.role_id).toBe(5)
  })

  test('those without the permission are refused, and a user of another organisation looks like a missing one', async () => {
    for (const role of ['propertymanager', 'leasingspecialist', 'mailroomstaff'] as const)
      expect((await save(specified(), await tokenOf(server, role, 'riverside'))).status).toBe(403)
    const foreign = specified({
      Id: harbour.first.ids.portalUser,
      PortalLogin: null,
      UserToProperties: [{ PropertyId: property() }],
    })
    expect((await save(foreign)).status).toBe(404)
    expect((await save({ ...specified(), OrganisationId: harbour.organisationId })).status).toBe(403)
  })

  test('a weak first password is refused', async () => {
    const PortalLogin = { Password: 'nora-quist-1234' }
    expect(await save(specified({ PortalLogin }))).toMatchObject({ status: 422, body: { Field: 'Password' } })
  })

  test('a session whose identity was not confirmed lately is refused, in either shape', async () => {
    const token = await tokenOf(server, 'organisationmanager', 'riverside')
    await inOrganisation(server, riverside.organisationId, (db) =>
      db.updateTable('sign_ins').set({ confirmed_at: sql`clock_timestamp() - interval '2 hours'` }).execute(),
    )
    for (const input of [flat(), specified()])
      expect(await save(input, token)).toMatchObject({ status: 422, body: { Code: 'PasswordRequired' } })
    manager = await tokenOf(server, 'organisationmanager', 'riverside')
    expect((await save(specified())).status).toBe(200)
  })

  test('the own account is not changed', async () => {
    const own = await inOrganisation(server, riverside.organisationId, (db) =>
      db
        .selectFrom('portal_users')
        .select('id')
        .where('email', '=', emailOf('organisationmanager', 'riverside'))
        .executeTakeFirstOrThrow(),
    )
    const change = specified({ Id: own.id, PortalLogin: null, UserToProperties: [{ PropertyId: property() }] })
    expect((await save(change)).body.Message).toBe('You cannot change or delete your own account here.')
  })
})

describe('everything that is wrong is named at once', () => {
  const errorsOf = (body: { Errors?: { Field: string; Message: string }[] }) => body.Errors?.map(({ Field }) => Field).sort()

  test('by the rules of the fields, and by those between them', async () => {
    const wrong = { FirstName: ' ', Email: 'nora', PhoneNumber: '+', KioskUserName: 'desk', PropertyIds: [] }
    const { status, body } = await save(flat(wrong))
    expect([status, body.Field, body.Message]).toEqual([400, 'FirstName', 'First name cannot be empty'])
    expect(errorsOf(body)).toEqual(['Email', 'FirstName', 'KioskPin', 'PhoneNumber', 'PropertyIds'])
    const nested = await save(
      specified({ ...wrong, KioskUserName: null, PropertyIds: null, KioskLogin: { Pin: '1' }, UserToProperties: [] }),
    )
    expect(errorsOf(nested.body)).toEqual(expect.arrayContaining(['Email', 'FirstName', 'KioskLogin.Pin', 'PropertyIds']))
  })

  test('by what is stored', async () => {
    const taken = specified()
    await save(taken)
    const wrong = specified({
      ...{ Email: taken.Email, KioskLogin: { Username: taken.KioskLogin.Username.toUpperCase(), Pin: '482913' } },
      ...{ PortalLogin: { Password: '1234567890123' }, UserToProperties: [{ PropertyId: newId() }] },
    })
    const { status, body } = await save(wrong)
    expect(status).toBe(422)
    expect(errorsOf(body)).toEqual(['Email', 'KioskUserName', 'Password', 'PropertyIds'])
    expect(await save(wrong).then((again) => again.body.Message)).toBe('Another user already has this e-mail address.')
  })

  test('by what is stored: a kiosk user name of an agent', async () => {
    const agent = await inOrganisation(server, riverside.organisationId, (db) =>
      db.selectFrom('kiosk_logins').select('user_name').where('agent_id', 'is not', null).executeTakeFirstOrThrow(),
    )
    const wrong = specified({
      KioskLogin: { Username: agent.user_name, Pin: '482913' },
      PortalLogin: { Password: '1234567890123' },
    })
    expect(errorsOf((await save(wrong)).body)).toEqual(['KioskUserName', 'Password'])
  })
})
