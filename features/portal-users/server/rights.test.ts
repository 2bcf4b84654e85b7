import { describe, expect, test } from 'vitest'
import { emailOf, seedOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import { session } from '#features/session/contract.ts'
import type { Role } from '#platform/permissions.ts'
import { eventually } from '#platform/server/testing/waiting.ts'
import { portalUsers } from '../contract.ts'
import { linkOf, OWN, userFixtures } from '../testing/user-fixtures.ts'

const { state, draft, save, created, get, remove, inRiverside, mailTo, signIn, setPassword } = userFixtures()

const idOf = async (role: Role) =>
  (
    await inRiverside((db) =>
      db.selectFrom('portal_users').select('id').where('email', '=', emailOf(role, 'riverside')).executeTakeFirstOrThrow(),
    )
  ).id

describe('rights', () => {
  test('a manager gives every role but super administrator, and changes no super administrator', async () => {
    const { body } = await state.server.ask(portalUsers.choices, { token: state.manager })
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
    await seedOrganisation(state.server, 'headquarters', { isSuperAdmin: true })
    const token = await tokenOf(state.server, 'superadmin', 'headquarters')
    const headers = { 'x-organisation-id': state.riverside.organisationId }
    const id = await idOf('superadmin')
    const last = 'This is the last active Super administrator of the organisation.'
    const removed = await state.server.ask(portalUsers.remove, { token, headers, input: [id] })
    expect(removed.body).toMatchObject({ Removed: [], Refused: [{ Id: id, Reason: expect.stringContaining(last) }] })
    const { body } = await state.server.ask(portalUsers.get, { token, headers, params: { portalUserId: id } })
    const changed = (change: object) => state.server.ask(portalUsers.save, { token, headers, input: { ...body, ...change } })
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
    Object.assign(state, { manager: await tokenOf(state.server, 'organisationmanager', 'riverside') })
  })
  test('a disabled or deleted user is signed out, and a new role applies at once', async () => {
    const { Id, input } = await created()
    await setPassword(linkOf((await mailTo(input.Email))!.body), OWN)
    const token = (await signIn(input.Email, OWN)).body.access_token
    const preload = () => state.server.ask(session.preload, { token })
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
