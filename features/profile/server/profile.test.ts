import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { emailOf, inOrganisation, type OrganisationFixtures, PASSWORD, seedOrganisation } from '#apps/server/testing/fixtures.ts'
import { type TestServer, testServer } from '#apps/server/testing/server.ts'
import { session } from '#features/session/contract.ts'
import { PASSWORDS } from '#features/session/server/attempts.ts'
import { newId } from '#platform/ids.ts'
import type { PortalRole } from '#platform/permissions.ts'
import { profile } from '../contract.ts'

let server: TestServer
let riverside: OrganisationFixtures
beforeAll(async () => {
  server = await testServer()
  riverside = await seedOrganisation(server, 'riverside', { isSuperAdmin: true })
})
afterAll(() => server.stop())

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36'
async function signIn(role: PortalRole, { password = PASSWORD, agent = CHROME, from = '10.0.0.7' } = {}) {
  const username = emailOf(role, 'riverside')
  const input = { grant_type: 'password', username, password, client_id: 'api', scope: 'riverside 1' }
  const { body, status } = await server.ask(session.token, { input, headers: { 'user-agent': agent }, remoteAddress: from })
  return { status, token: body.access_token as string, refresh: body.refresh_token as string }
}
const sessionsOf = async (token: string) => (await server.ask(profile.sessions, { token })).body
const lastAudit = (subject: string) =>
  inOrganisation(server, riverside.organisationId, (db) =>
    db
      .selectFrom('audit')
      .select(['action', 'actor_id', 'detail'])
      .where('subject_id', '=', subject)
      .orderBy('id', 'desc')
      .executeTakeFirst(),
  )

describe('the own profile', () => {
  test('has name and phone number, which its owner changes; the audit names the fields', async () => {
    const { token } = await signIn('leasingspecialist')
    const email = emailOf('leasingspecialist', 'riverside')
    expect((await server.ask(profile.get, { token })).body).toEqual({
      Version: expect.any(String),
      FirstName: 'Test',
      LastName: 'leasingspecialist',
      Email: email,
      PhoneNumber: '',
    })
    const input = { FirstName: 'Lena', LastName: 'leasingspecialist', PhoneNumber: '0441234' }
    expect(await server.ask(profile.save, { token, input })).toMatchObject({ status: 200 })
    expect((await server.ask(profile.get, { token })).body).toEqual({ ...input, Version: expect.any(String), Email: email })
    const preload = await server.ask(session.preload, { token })
    expect(preload.body.User.Name).toBe('Lena leasingspecialist')
    expect(await lastAudit(preload.body.User.Id)).toEqual({
      action: 'profile changed',
      actor_id: preload.body.User.Id,
      detail: { before: { FirstName: 'Test', PhoneNumber: '' }, after: { FirstName: 'Lena', PhoneNumber: '0441234' } },
    })
  })

  test('of an older version is refused; the preferences of the same page do not make it older', async () => {
    const { token } = await signIn('mailroomstaff')
    const { Email: _, ...read } = (await server.ask(profile.get, { token })).body
    await server.ask(session.preferences, { token, input: { Language: 'de', DateFormat: null } })
    expect((await server.ask(profile.save, { token, input: { ...read, PhoneNumber: '1' } })).status).toBe(200)
    expect((await server.ask(profile.save, { token, input: { ...read, PhoneNumber: '2' } })).status).toBe(409)
    expect((await server.ask(profile.get, { token })).body.PhoneNumber).toBe('1')
  })

  test.each([
    [{ FirstName: '' }, 'First name cannot be empty'],
    [{ LastName: 'x'.repeat(101) }, 'Last name cannot be more than 100 characters!'],
    [{ PhoneNumber: '12a' }, 'Only numbers are allowed and cannot be more than 20 characters!'],
  ])('a profile with %o is refused', async (change, Message) => {
    const { token } = await signIn('mailroomstaff')
    const input = { FirstName: 'Test', LastName: 'User', PhoneNumber: '', ...change }
    expect(await server.ask(profile.save, { token, input })).toMatchObject({ status: 400, body: { Message } })
  })

  test('the appearance is stored for other devices', async () => {
    const { token } = await signIn('mailroomstaff')
    const read = async () => (await server.ask(session.preload, { token })).body.User.ColorScheme
    expect(await read()).toBeNull()
    expect((await server.ask(session.colorScheme, { token, input: { ColorScheme: 'dark' } })).status).toBe(200)
    expect(await read()).toBe('dark')
    expect((await server.ask(session.colorScheme, { token, input: { ColorScheme: 'pink' } })).status).toBe(400)
  })

  test('a super administrator in another organisation changes the own profile only', async () => {
    const harbour = await seedOrganisation(server, 'harbour')
    const { token } = await signIn('superadmin')
    const headers = { 'x-organisation-id': harbour.organisationId }
    expect((await server.ask(profile.get, { token, headers })).body.Email).toBe(emailOf('superadmin', 'riverside'))
    expect(await sessionsOf(token)).toEqual((await server.ask(profile.sessions, { token, headers })).body)
  })
})

describe('the own password', () => {
  const change = (token: string, Password: string, NewPassword = 'kettle violet tuba 81') =>
    server.ask(profile.changePassword, { token, input: { Password, NewPassword } })

  test('is changed with the present one; other devices are signed out, this one is not', async () => {
    const [here, there] = [await signIn('propertymanager'), await signIn('propertymanager')]
    expect(await change(here.token, PASSWORD)).toMatchObject({ status: 200 })
    expect((await sessionsOf(here.token)).map((one: { IsInUse: boolean }) => one.IsInUse)).toEqual([true])
    const input = { grant_type: 'refresh_token', client_id: 'api', refresh_token: there.refresh }
    expect((await server.ask(session.token, { input })).status).toBe(400)
    expect((await signIn('propertymanager')).status).toBe(400)
    expect((await signIn('propertymanager', { password: 'kettle violet tuba 81' })).status).toBe(200)
  })

  test('is not changed with a wrong one, to a weak one or to the same', async () => {
    const { token } = await signIn('mailroomstaff')
    const wrong = { status: 422, body: { Field: 'Password', Message: 'Wrong password.' } }
    expect(await change(token, 'wrong')).toMatchObject(wrong)
    const weak = { status: 422, body: { Field: 'NewPassword', Code: 'MsgPasswordEasy' } }
    expect(await change(token, PASSWORD, 'password1234')).toMatchObject(weak)
    expect(await change(token, PASSWORD, PASSWORD)).toMatchObject({ status: 422, body: { Code: 'MsgPasswordSame' } })
    expect((await signIn('mailroomstaff')).status).toBe(200)
  })

  test('cannot be guessed with a stolen session', async () => {
    const { token } = await signIn('mailroomstaff')
    for (let i = 0; i < PASSWORDS.browser; i++) expect((await change(token, 'wrong')).status).toBe(422)
    expect((await change(token, PASSWORD)).status).toBe(429)
  })
})

describe('the own devices', () => {
  test('are named by browser and system, with address and last use', async () => {
    const { token } = await signIn('organisationmanager', { agent: '', from: '10.0.0.9' })
    await signIn('organisationmanager', { agent: CHROME, from: '10.0.0.8' })
    const [chrome, own] = await sessionsOf(token)
    expect(chrome).toMatchObject({ Browser: 'Chrome', System: 'Windows', Address: '10.0.0.8', IsInUse: false })
    expect(own).toMatchObject({ Browser: '', System: '', Address: '10.0.0.9', IsInUse: true })
    expect(Date.now() - Date.parse(own.UsedAt)).toBeLessThan(60_000)
  })

  test('are signed out by their owner only, one or all others', async () => {
    const [here, there] = [await signIn('organisationmanager'), await signIn('organisationmanager')]
    const [one] = (await sessionsOf(there.token)).filter(({ IsInUse }: { IsInUse: boolean }) => IsInUse)
    const stranger = await signIn('superadmin')
    const end = (token: string, sessionId: string) => server.ask(profile.endSession, { token, params: { sessionId } })
    expect((await end(stranger.token, one.Id)).status).toBe(404)
    expect((await end(here.token, newId())).status).toBe(404)
    expect((await end(here.token, one.Id)).status).toBe(200)
    expect((await sessionsOf(here.token)).map(({ Id }: { Id: string }) => Id)).not.toContain(one.Id)
    await signIn('organisationmanager')
    const { body } = await server.ask(profile.endOtherSessions, { token: here.token })
    expect(body.Message).toMatch(/^You are signed out on \d+ other devices\.$/)
    expect(await sessionsOf(here.token)).toHaveLength(1)
    expect((await sessionsOf(stranger.token)).length).toBeGreaterThan(0)
  })

  test('show the address of the last refresh', async () => {
    const { token, refresh } = await signIn('superadmin')
    const input = { grant_type: 'refresh_token', client_id: 'api', refresh_token: refresh }
    await server.ask(session.token, { input, remoteAddress: '10.9.9.9' })
    const own = (await sessionsOf(token)).find(({ IsInUse }: { IsInUse: boolean }) => IsInUse)
    expect(own.Address).toBe('10.9.9.9')
  })
})
