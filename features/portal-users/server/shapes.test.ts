import { describe, expect, test } from 'vitest'
import { newId } from '#platform/ids.ts'
import { portalUsers } from '../contract.ts'
import { shapeFixtures } from '../testing/shape-fixtures.ts'

const { state, property, specified, flat, save, get, kept } = shapeFixtures()

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
    const { body } = await save(flat({ PropertyIds: [state.riverside.second.ids.property] }))
    const { AllRoles, AllProperties } = await get(body.Id)
    const choices = (await state.server.ask(portalUsers.choices, { token: state.manager })).body
    expect(AllRoles.map(({ SystemName }: { SystemName: string }) => SystemName)).toEqual([
      'organisationmanager',
      'propertymanager',
      'leasingspecialist',
      'mailroomstaff',
    ])
    expect(AllRoles).toEqual(choices.AllRoles)
    expect(AllProperties[0].Id).toBe(state.riverside.second.ids.property)
    const ids = (all: { Id: string }[]) => all.map(({ Id }) => Id).sort()
    expect(ids(AllProperties)).toEqual(ids(choices.AllProperties))
    expect(ids(AllProperties)).toContain(property())
    expect(ids(AllProperties)).not.toContain(state.harbour.first.ids.property)
  })

  test('is changed, keeps the PIN that is left out, and loses the kiosk login without a name', async () => {
    const input = specified()
    const { Id } = (await save(input)).body
    const before = (await kept(Id)).login
    const change = {
      ...input,
      Id,
      PortalLogin: null,
      UserToProperties: [{ UserId: Id, PropertyId: state.riverside.second.ids.property }],
    }
    expect((await save({ ...change, UserRole: 'propertymanager', KioskLogin: { Username: 'renamed' } })).status).toBe(200)
    expect((await kept(Id)).login).toMatchObject({ user_name: 'renamed', pin_hash: before?.pin_hash })
    expect(await get(Id)).toMatchObject({
      UserRole: { SystemName: 'propertymanager' },
      PropertyIds: [state.riverside.second.ids.property],
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
    const listed = await state.server.ask(portalUsers.page, { token: state.manager, input: { PageSize: 500 } })
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
  const other = () => state.riverside.second.ids.property

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
    expect(await save({ ...read, UserToProperties: [{ PropertyId: state.harbour.first.ids.property }] })).toMatchObject({
      status: 422,
      body: { Field: 'PropertyIds', Message: 'Property not found.' },
    })
    expect(await kept(id)).toEqual(before)
  })
})
