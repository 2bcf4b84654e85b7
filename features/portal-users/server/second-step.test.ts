import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  emailOf,
  inOrganisation,
  type OrganisationFixtures,
  PASSWORD,
  seedOrganisation,
  tokenOf,
} from '#apps/server/testing/fixtures.ts'
import { type TestServer, testServer } from '#apps/server/testing/server.ts'
import { session } from '#features/session/contract.ts'
import { SECOND_STEP_SET_UP } from '#features/session/public.ts'
import { secondStep } from '#features/session/second-step-contract.ts'
import type { PortalRole } from '#platform/permissions.ts'
import { portalUsers } from '../contract.ts'

let server: TestServer
let harbour: OrganisationFixtures
beforeAll(async () => {
  server = await testServer()
  await seedOrganisation(server, 'riverside', { isSuperAdmin: true })
  harbour = await seedOrganisation(server, 'harbour')
})
afterAll(() => server.stop())

const idOf = (role: PortalRole) =>
  inOrganisation(server, harbour.organisationId, async (db) => {
    const email = emailOf(role, 'harbour')
    return (await db.selectFrom('portal_users').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id
  })
async function setUpApp(token: string) {
  const { body } = await server.ask(secondStep.beginApp, { token })
  const Code = new TOTP({ secret: Secret.fromBase32(body.Secret) }).generate()
  expect((await server.ask(secondStep.confirmApp, { token, input: { Code } })).status).toBe(200)
}
const signIn = (role: PortalRole) =>
  server.ask(session.token, {
    input: {
      grant_type: 'password',
      username: emailOf(role, 'harbour'),
      password: PASSWORD,
      client_id: 'api',
      scope: 'harbour 1',
    },
  })

test('a manager resets the second steps of another user, who is notified, and of nobody above', async () => {
  const [manager, user] = [
    await tokenOf(server, 'organisationmanager', 'harbour'),
    await tokenOf(server, 'leasingspecialist', 'harbour'),
  ]
  const portalUserId = await idOf('leasingspecialist')
  const reset = (token: string, id: string) => server.ask(portalUsers.resetSecondStep, { token, params: { portalUserId: id } })
  expect(await reset(manager, portalUserId)).toMatchObject({ status: 422, body: { Code: 'MsgUserWithoutSecondStep' } })
  await setUpApp(user)
  const get = () => server.ask(portalUsers.get, { token: manager, params: { portalUserId } })
  expect((await get()).body.HasSecondStep).toBe(true)
  expect((await reset(user, portalUserId)).status).toBe(403)
  expect(await reset(manager, await idOf('organisationmanager'))).toMatchObject({ status: 422, body: { Code: 'MsgUserIsYou' } })
  expect(await reset(manager, await idOf('superadmin'))).toMatchObject({ status: 422, body: { Code: 'MsgUserAboveYou' } })
  const stranger = await tokenOf(server, 'organisationmanager', 'riverside')
  expect((await reset(stranger, portalUserId)).status).toBe(404)
  expect((await reset(manager, portalUserId)).status).toBe(200)
  expect((await get()).body.HasSecondStep).toBe(false)
  expect((await signIn('leasingspecialist')).status).toBe(200)
  const mail = server.mails.findLast(({ to }) => to === emailOf('leasingspecialist', 'harbour'))
  expect(mail?.body).toContain('Test organisationmanager has removed the second steps of your sign-in.')
  const changes = await server.ask(portalUsers.changes, { token: manager, params: { portalUserId } })
  const line = { Action: 'Second steps of sign-in reset', UserName: 'Test organisationmanager' }
  expect(changes.body).toContainEqual(expect.objectContaining(line))
})

test('two-step sign-in is required by somebody who has it; users without it are signed out and set it up', async () => {
  const manager = await tokenOf(server, 'organisationmanager', 'harbour')
  const refreshOf = (await signIn('mailroomstaff')).body.refresh_token as string
  const save = (token: string, IsSecondStepRequired: boolean) =>
    server.ask(portalUsers.saveSignInRules, { token, input: { IsSecondStepRequired } })
  expect(await save(manager, true)).toMatchObject({ status: 422, body: { Code: 'MsgSecondStepOwnFirst' } })
  expect((await save(await tokenOf(server, 'mailroomstaff', 'harbour'), true)).status).toBe(403)
  await setUpApp(manager)
  const rules = async () => (await server.ask(portalUsers.signInRules, { token: manager })).body
  const { UsersWithoutSecondStep } = await rules()
  expect(UsersWithoutSecondStep).toBeGreaterThan(1)
  expect((await save(manager, true)).status).toBe(200)
  expect(await rules()).toEqual({ IsSecondStepRequired: true, UsersWithoutSecondStep })
  const refresh = { grant_type: 'refresh_token', client_id: 'api', refresh_token: refreshOf }
  expect((await server.ask(session.token, { input: refresh })).status).toBe(400)
  expect((await signIn('mailroomstaff')).body).toMatchObject({ error: SECOND_STEP_SET_UP, ticket: expect.any(String) })
  expect((await save(manager, false)).status).toBe(200)
  expect((await signIn('mailroomstaff')).status).toBe(200)
})

test('a deleted user’s second steps are gone', async () => {
  const { organisationId } = await seedOrganisation(server, 'meadow')
  const manager = await tokenOf(server, 'organisationmanager', 'meadow')
  await setUpApp(await tokenOf(server, 'mailroomstaff', 'meadow'))
  const left = () =>
    inOrganisation(server, organisationId, async (db) => {
      const apps = await db.selectFrom('totp_secrets').select('portal_user_id as id').execute()
      const codes = await db.selectFrom('recovery_codes').select('portal_user_id').execute()
      return { ids: apps.map(({ id }) => id), codes: codes.length }
    })
  const { ids, codes } = await left()
  expect([ids.length, codes]).toEqual([1, 10])
  expect((await server.ask(portalUsers.remove, { token: manager, input: ids })).status).toBe(200)
  expect(await left()).toEqual({ ids: [], codes: 0 })
})
