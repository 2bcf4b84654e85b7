import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inOrganisation, type OrganisationFixtures, seedOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import { type TestServer, testServer } from '#apps/server/testing/server.ts'
import { API } from '#platform/server/http/route.ts'
import { totalOf } from '../cabinets.ts'
import { enquiries } from '../contract.ts'
import { purgeEnquiries } from './routes.ts'

let server: TestServer
let operator: OrganisationFixtures
let superadmin: string
beforeAll(async () => {
  server = await testServer()
  await seedOrganisation(server, 'harbour')
  operator = await seedOrganisation(server, 'operator', { isSuperAdmin: true })
  superadmin = await tokenOf(server, 'superadmin', 'operator')
  const { organisationId: organisation_id } = operator
  await inOrganisation(server, organisation_id, (db) =>
    db
      .insertInto('organisation_settings')
      .values({ organisation_id, name: 'SupportEmail', value: 'help@operator.test' })
      .execute(),
  )
})
afterAll(() => server.stop())

let network = 0
const nextNetwork = () => {
  network += 1
  return `10.2.${network}.1`
}
const send = (form: Record<string, string>, remoteAddress = nextNetwork()) =>
  server.app.inject({
    method: 'POST',
    url: API + enquiries.send.path,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
    remoteAddress,
  })
const ADA = { ajax: 'true', kind: 'contact', name: 'Ada Lane', email: 'ada@example.test', message: 'How loud is a door?' }
const list = async (input: object = {}) => (await server.ask(enquiries.page, { token: superadmin, input })).body

test('a message is kept for the operator, found by its words, and mailed to its address for help', async () => {
  expect((await send({ ...ADA, company: 'Lane & Sons' })).body).toBe('_ok_')
  const { Data } = await list({ SearchText: 'loud lane' })
  expect(Data).toMatchObject([{ Kind: 'contact', Name: 'Ada Lane', Email: 'ada@example.test', Company: 'Lane & Sons', Total: 0 }])
  const mail = server.mails.findLast(({ to }) => to === 'help@operator.test')!
  expect(mail.subject).toBe('Message from the public site: Ada Lane')
  expect(mail.body).toContain('How loud is a door?')
  const foreign = await tokenOf(server, 'organisationmanager', 'harbour')
  expect((await server.ask(enquiries.page, { token: foreign, input: {} })).status).toBe(403)
})

test('what is missing or wrong is replied in the words of the newsletter form, and nothing is kept', async () => {
  const { Total } = await list()
  for (const missing of ['kind', 'name', 'email', 'message'])
    expect((await send({ ...ADA, [missing]: ' ' })).body).toBe('_required_')
  expect((await send({ ...ADA, kind: 'order' })).body).toBe('_required_')
  expect((await send({ ...ADA, email: 'ada@' })).body).toBe('_invalid_email_')
  expect((await send({ ...ADA, kind: 'quote' })).body).toBe('_required_')
  expect((await send({ ...ADA, kind: 'demo', from: '2026-13-01', until: '2026-12-04' })).body).toBe('_required_')
  expect((await send({ ...ADA, message: 'x'.repeat(30_000) })).statusCode).toBe(400)
  expect((await list()).Total).toBe(Total)
})

test('a quote has the cabinets with their list price, and a demonstration its days in order', async () => {
  const counts = { Lobby: 2, Quay: 1 }
  await send({ ...ADA, kind: 'quote', message: '', 'cabinet-Lobby': '2', 'cabinet-Quay': '1', 'cabinet-Tower': '-3', total: '1' })
  const [quote] = (await list({ Kind: 'quote' })).Data
  expect(quote).toMatchObject({ Total: totalOf(counts), Message: '' })
  expect(quote.Cabinets).toEqual([
    { Name: 'Lobby', Count: 2 },
    { Name: 'Quay', Count: 1 },
  ])
  await send({ ...ADA, kind: 'demo', from: '2026-12-04', until: '2026-12-01' })
  expect((await list({ Kind: 'demo' })).Data).toMatchObject([{ FromDay: '2026-12-01', UntilDay: '2026-12-04', Total: 0 }])
})

test('without a script a page follows; a network sends three a day then, and twenty an hour with the proof of work', async () => {
  const { ajax: _, ...plain } = ADA
  const reply = await send(plain, '10.3.3.3')
  expect([reply.statusCode, new URL(reply.headers.location!).pathname]).toEqual([303, '/contact/sent/'])
  expect((await send(ADA, '10.3.3.3')).body).toBe('_ok_')
  expect((await send(ADA, '10.3.3.3')).body).toBe('_ok_')
  expect((await send(ADA, '10.3.3.3')).statusCode).toBe(429)
  const { Challenge: challenge } = (await server.ask(enquiries.captcha)).body
  const solution = await solveChallenge({ challenge, deriveKey })
  const captcha = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
  expect((await send({ ...ADA, captcha }, '10.3.3.3')).body).toBe('_ok_')
  // An answer counts once.
  expect((await send({ ...ADA, captcha }, '10.3.3.3')).statusCode).toBe(422)
  expect((await send({ ...ADA, captcha: 'x' }, '10.3.3.3')).statusCode).toBe(422)
})

test('enquiries are deleted after two years', async () => {
  await inOrganisation(server, operator.organisationId, async (db) => {
    await purgeEnquiries(db, new Date(Date.now() + 729 * 86_400_000))
    expect((await db.selectFrom('enquiries').select('id').execute()).length).toBeGreaterThan(0)
    await purgeEnquiries(db, new Date(Date.now() + 731 * 86_400_000))
    expect(await db.selectFrom('enquiries').select('id').execute()).toEqual([])
  })
})
