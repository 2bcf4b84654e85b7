import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { emailOf, inOrganisation, type OrganisationFixtures, seedOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import { type TestServer, testServer } from '#apps/server/testing/server.ts'
import { singleSignOn } from '../contract.ts'

let server: TestServer
let open: TestServer
let riverside: OrganisationFixtures
let manager: string
let superadmin: string
beforeAll(async () => {
  server = await testServer()
  riverside = await seedOrganisation(server, 'riverside', { isSuperAdmin: true })
  await seedOrganisation(server, 'harbour')
  manager = await tokenOf(server, 'organisationmanager', 'riverside')
  superadmin = await tokenOf(server, 'superadmin', 'riverside')
  open = await testServer({ allowedHosts: ['127.0.0.1'] })
  await seedOrganisation(open, 'riverside')
})
afterAll(async () => {
  await server.stop()
  await open.stop()
})

const DRAFT = {
  IsActive: true,
  Issuer: 'https://login.example.com',
  ClientId: 'parcelhall',
  ClientSecret: 'a secret of the client',
  ButtonName: 'Work account',
  RoleClaim: 'groups',
  RoleMapping: [{ Value: 'desk', Role: 'mailroomstaff' }],
  DefaultRole: null,
}
const save = (change: object = {}, token = manager) => server.ask(singleSignOn.save, { token, input: { ...DRAFT, ...change } })
const read = async (token = manager) => (await server.ask(singleSignOn.get, { token })).body

describe('the settings', () => {
  test('are of one organisation, with an encrypted secret that never comes back', async () => {
    expect(await read()).toMatchObject({ IsActive: false, HasSecret: false, Issuer: '', Version: 'none' })
    expect((await save()).body).toEqual({ Message: 'Single sign-on has been saved.' })
    const saved = await server.ask(singleSignOn.get, { token: manager })
    const { ClientSecret: _, ...fields } = DRAFT
    expect(saved.body).toMatchObject({ ...fields, HasSecret: true })
    expect(saved.body.CallbackAddress).toBe('http://127.0.0.1/api/auth/singlesignon/callback')
    expect(JSON.stringify(saved.body)).not.toContain(DRAFT.ClientSecret)
    const row = await inOrganisation(server, riverside.organisationId, (db) =>
      db.selectFrom('single_sign_on').select('client_secret').executeTakeFirstOrThrow(),
    )
    expect(row.client_secret.toString('latin1')).not.toContain('secret')
    expect(await read(await tokenOf(server, 'organisationmanager', 'harbour'))).toMatchObject({ HasSecret: false })
    const audit = await inOrganisation(server, riverside.organisationId, (db) =>
      db.selectFrom('audit').select('detail').where('action', '=', 'single sign-on changed').executeTakeFirstOrThrow(),
    )
    expect(audit.detail).toMatchObject({ after: { ClientId: 'parcelhall' }, clientSecret: 'changed' })
    expect(JSON.stringify(audit.detail)).not.toContain(DRAFT.ClientSecret)
  })
  test('keep the secret, except for another issuer', async () => {
    await save()
    expect((await save({ ClientSecret: '', ButtonName: 'Other' })).status).toBe(200)
    const reply = await save({ ClientSecret: '', Issuer: 'https://other.example.com' })
    expect(reply).toMatchObject({ status: 400, body: { Field: 'ClientSecret' } })
  })
  test('are reported to the managers when users sign in elsewhere, or no longer', async () => {
    await save()
    const reported = async (change: object) => {
      server.mails.length = 0
      expect((await save(change)).status).toBe(200)
      const toManager = server.mails.filter(({ to }) => to.startsWith('organisationmanager@'))
      return toManager.map(({ to, subject, body }) => [to, subject, body.split('\n')[2]])
    }
    const mail = (what: string) => [[emailOf('organisationmanager', 'riverside'), 'Security of riverside: a change', what]]
    const Issuer = 'https://stranger.example.com'
    expect(await reported({ ButtonName: 'Only a name' })).toEqual([])
    expect(await reported({ Issuer })).toEqual(
      mail(`Test organisationmanager has changed single sign-on: users sign in at the identity provider ${Issuer}.`),
    )
    expect(await reported({ Issuer, DefaultRole: 'organisationmanager' })).toHaveLength(1)
    expect(await reported({ Issuer, IsActive: false })).toEqual(mail('Test organisationmanager has switched single sign-on off.'))
    expect(await reported({ Issuer, IsActive: false, ButtonName: 'Still off' })).toEqual([])
  })
  test('of an older version are refused', async () => {
    await save()
    const { Version } = await read()
    expect((await save({ Version, ButtonName: 'A' })).status).toBe(200)
    expect((await save({ Version, ButtonName: 'B' })).status).toBe(409)
  })
  test('give only roles that the caller may give', async () => {
    const roles = [{ Value: 'root', Role: 'superadmin' }]
    expect(await save({ RoleMapping: roles })).toMatchObject({ status: 422, body: { Field: 'RoleMapping' } })
    expect(await save({ DefaultRole: 'superadmin' })).toMatchObject({ status: 422, body: { Field: 'DefaultRole' } })
    expect((await save({ RoleMapping: roles }, superadmin)).status).toBe(200)
    // A manager could otherwise name a provider of their own and become super administrator.
    expect((await save({ RoleMapping: roles, Issuer: 'https://mine.example.com' })).status).toBe(422)
    expect((await read()).AllRoles.map((role: { SystemName: string }) => role.SystemName)).not.toContain('superadmin')
  })
  test.each([
    ['Issuer', { Issuer: '' }],
    ['Issuer', { Issuer: 'login.example.com' }],
    ['Issuer', { Issuer: 'ftp://login.example.com' }],
    ['Issuer', { Issuer: 'https://me:secret@login.example.com' }],
    ['Issuer', { Issuer: 'https://login.example.com?a=b' }],
    ['Issuer', { Issuer: 'http://login.example.com' }],
    ['TrustsAddresses', { Issuer: 'https://accounts.google.com', TrustsAddresses: true }],
    ['TrustsAddresses', { Issuer: 'https://login.microsoftonline.com/common/v2.0', TrustsAddresses: true }],
    ['ClientId', { ClientId: ' ' }],
    ['ButtonName', { ButtonName: '' }],
    ['RoleClaim', { RoleClaim: '' }],
    ['RoleMapping', { RoleMapping: [...DRAFT.RoleMapping, ...DRAFT.RoleMapping] }],
  ])('are refused with a wrong %s %o', async (field, change) => {
    const { status, body } = await save(change)
    expect([400, 422]).toContain(status)
    expect(body.Field).toBe(field)
  })
})

describe('the test of a provider', () => {
  const check = async (Issuer: string, at = open) => {
    const token = await tokenOf(at, 'organisationmanager', 'riverside')
    return (await at.ask(singleSignOn.test, { token, input: { Issuer } })).body
  }
  /** A server that answers each request so. */
  async function at<T>(listener: RequestListener, work: (issuer: string) => Promise<T>): Promise<T> {
    const fake = createServer(listener).listen(0, '127.0.0.1')
    await new Promise((done) => fake.once('listening', done))
    try {
      return await work(`http://127.0.0.1:${(fake.address() as AddressInfo).port}`)
    } finally {
      fake.closeAllConnections()
      fake.close()
    }
  }
  const json =
    (document: (issuer: string) => object): RequestListener =>
    ({ headers }, reply) => {
      reply.setHeader('content-type', 'application/json')
      reply.end(JSON.stringify(document(`http://${headers.host}`)))
    }
  const endpoints = (issuer: string) => ({
    issuer,
    authorization_endpoint: `${issuer}/a`,
    token_endpoint: `${issuer}/t`,
    jwks_uri: `${issuer}/j`,
  })

  test('says that it replies as expected', async () => {
    const reply = await at(json(endpoints), (issuer) => check(issuer))
    expect(reply).toEqual({ IsGood: true, Message: 'The provider replies as expected.' })
  })
  test('says what is wrong', async () => {
    expect((await check('http://127.0.0.1:9')).Message).toBe('No connection to the provider: ECONNREFUSED.')
    expect((await check('https://nowhere.invalid')).Message).toBe('The host nowhere.invalid was not found.')
    const of = async (listener: RequestListener) => (await at(listener, check)).Message
    expect(await of((_, reply) => reply.writeHead(404).end())).toMatch(/openid-configuration: status 404\.$/)
    expect(await of((_, reply) => reply.writeHead(302, { location: 'http://127.0.0.1:9' }).end())).toMatch(/status 302\.$/)
    expect(await of((_, reply) => reply.end('<html>'))).toMatch(/is not a discovery document\.$/)
    expect(await of(json(() => ({})))).toMatch(/is not a discovery document\.$/)
    expect(await of(json(() => endpoints('https://other.example.com')))).toMatch(
      /another issuer: https:\/\/other\.example\.com\.$/,
    )
    expect(await of(json((issuer) => ({ ...endpoints(issuer), jwks_uri: undefined })))).toBe(
      'The discovery document has no jwks_uri.',
    )
    expect(await of(json((issuer) => ({ ...endpoints(issuer), response_types_supported: ['token'] })))).toMatch(/code flow\.$/)
    expect(await of(json((issuer) => ({ ...endpoints(issuer), padding: 'x'.repeat(2_000_000) })))).toMatch(
      /No connection|not a discovery/,
    )
  })
  test('reaches no http address and no private network, unless the installation allows it', async () => {
    expect((await check('http://example.com', server)).Message).toBe('The issuer address must begin with https://.')
    for (const host of ['127.0.0.1', '10.1.2.3', '169.254.169.254', '[::1]', '[::ffff:192.168.1.1]', 'localhost', '2130706433'])
      expect([host, (await check(`https://${host}`, server)).Message]).toEqual([
        host,
        'The issuer address is in a private network.',
      ])
  })
})
