import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { emailOf, inOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import { newId } from '#platform/ids.ts'
import { portalUsers } from '../contract.ts'
import { shapeFixtures } from '../testing/shape-fixtures.ts'

const { state, property, specified, flat, save, get, kept } = shapeFixtures()

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
    for (const PropertyId of [state.harbour.first.ids.property, newId()]) {
      const input = specified({ UserToProperties: [{ PropertyId: property() }, { PropertyId }] })
      expect(await save(input)).toMatchObject({ status: 422, body: { Field: 'PropertyIds', Message: 'Property not found.' } })
      const { body } = await state.server.ask(portalUsers.page, { token: state.manager, input: { SearchText: input.Email } })
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
      expect((await save(specified(), await tokenOf(state.server, role, 'riverside'))).status).toBe(403)
    const foreign = specified({
      Id: state.harbour.first.ids.portalUser,
      PortalLogin: null,
      UserToProperties: [{ PropertyId: property() }],
    })
    expect((await save(foreign)).status).toBe(404)
    expect((await save({ ...specified(), OrganisationId: state.harbour.organisationId })).status).toBe(403)
  })

  test('a weak first password is refused', async () => {
    const PortalLogin = { Password: 'nora-quist-1234' }
    expect(await save(specified({ PortalLogin }))).toMatchObject({ status: 422, body: { Field: 'Password' } })
  })

  test('a session whose identity was not confirmed lately is refused, in either shape', async () => {
    const token = await tokenOf(state.server, 'organisationmanager', 'riverside')
    await inOrganisation(state.server, state.riverside.organisationId, (db) =>
      db.updateTable('sign_ins').set({ confirmed_at: sql`clock_timestamp() - interval '2 hours'` }).execute(),
    )
    for (const input of [flat(), specified()])
      expect(await save(input, token)).toMatchObject({ status: 422, body: { Code: 'PasswordRequired' } })
    Object.assign(state, { manager: await tokenOf(state.server, 'organisationmanager', 'riverside') })
    expect((await save(specified())).status).toBe(200)
  })

  test('the own account is not changed', async () => {
    const own = await inOrganisation(state.server, state.riverside.organisationId, (db) =>
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
    const agent = await inOrganisation(state.server, state.riverside.organisationId, (db) =>
      db.selectFrom('kiosk_logins').select('user_name').where('agent_id', 'is not', null).executeTakeFirstOrThrow(),
    )
    const wrong = specified({
      KioskLogin: { Username: agent.user_name, Pin: '482913' },
      PortalLogin: { Password: '1234567890123' },
    })
    expect(errorsOf((await save(wrong)).body)).toEqual(['KioskUserName', 'Password'])
  })
})
