import { afterAll, beforeAll, expect, test } from 'vitest'
import { inOrganisation, type OrganisationFixtures, seedOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import { type TestServer, testServer } from '#apps/server/testing/server.ts'
import { API } from '#platform/server/http/route.ts'
import { newsletter } from '../contract.ts'

let server: TestServer
let operator: OrganisationFixtures
let superadmin: string
beforeAll(async () => {
  server = await testServer()
  operator = await seedOrganisation(server, 'operator', { isSuperAdmin: true })
  await seedOrganisation(server, 'harbour')
  superadmin = await tokenOf(server, 'superadmin', 'operator')
})
afterAll(() => server.stop())

let network = 0
/** Another network at each call. */
const nextNetwork = () => {
  network += 1
  return `10.1.${network}.1`
}
/** Sends the form of the site. */
const send = (form: Record<string, string>, remoteAddress = nextNetwork()) =>
  server.app.inject({
    method: 'POST',
    url: API + newsletter.subscribe.path,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
    remoteAddress,
  })
const ask = async (email: string) => (await send({ ajax: 'true', action: 'newsletter_subscribe', email })).body
const mailsTo = (email: string) => server.mails.filter(({ to }) => to === email)
const linksOf = (body: string) => [...body.matchAll(/https?:\/\/\S+\/api(\/newsletter\/\S+)/g)].map(([, path]) => path!)
/** Presses the button of the page to which a link leads. */
const press = async (path: string) => (await server.app.inject({ method: 'POST', url: API + path })).headers.location
const subscribers = async (input: object = {}) => (await server.ask(newsletter.page, { token: superadmin, input })).body

test('the replies are those of the specification, for a known address too', async () => {
  expect(await ask('')).toBe('_required_')
  expect(await ask('  ')).toBe('_required_')
  for (const wrong of ['reader', 'reader@', '@example.test', `${'x'.repeat(300)}@example.test`])
    expect(await ask(wrong), wrong).toBe('_invalid_email_')
  expect(await ask('known@example.test')).toBe('_ok_')
  expect(await ask('KNOWN@example.test')).toBe('_ok_')
  expect((await subscribers({ SearchText: 'known' })).Total).toBe(1)
})

test('a form that was sent without a script leads to a page, refused or not', async () => {
  const network = nextNetwork()
  const leadsTo = async (email: string) => {
    const { statusCode, headers } = await send({ email }, network)
    return [statusCode, new URL(headers.location!).pathname]
  }
  expect(await leadsTo('plain@example.test')).toEqual([303, '/newsletter/sent/'])
  expect(await leadsTo('a@b')).toEqual([303, '/form/email/'])
  expect(await leadsTo(' ')).toEqual([303, '/form/incomplete/'])
  for (let more = 1; more < 20; more++) await leadsTo('plain@example.test')
  expect(await leadsTo('plain@example.test')).toEqual([303, '/form/later/'])
})

test('a subscription counts once the button of its link was pressed, and is deleted by the other one', async () => {
  await ask('ada@example.test')
  const [mail] = mailsTo('ada@example.test')
  const [confirm, unsubscribe] = linksOf(mail!.body)
  const state = async () => (await subscribers({ SearchText: 'ada' })).Data
  expect(await state()).toMatchObject([{ Email: 'ada@example.test', ConfirmedAt: null }])
  expect(await press(`${confirm}x`)).toMatch(/\/newsletter\/expired\/$/)
  expect(await press(unsubscribe!.replace('/unsubscribe', '/confirm'))).toMatch(/\/newsletter\/expired\/$/)
  expect(await press(confirm!)).toMatch(/\/newsletter\/confirmed\/$/)
  expect(await press(confirm!)).toMatch(/\/newsletter\/confirmed\/$/)
  const [{ ConfirmedAt }] = await state()
  expect(ConfirmedAt).toMatch(/Z$/)
  // Who has confirmed gets no further e-mail.
  await ask('ada@example.test')
  expect(mailsTo('ada@example.test')).toHaveLength(1)
  expect(await press(unsubscribe!)).toMatch(/\/newsletter\/unsubscribed\/$/)
  expect(await state()).toEqual([])
  expect(await press(confirm!)).toMatch(/\/newsletter\/expired\/$/)
})

test('a link is too late after three days', async () => {
  await ask('late@example.test')
  await inOrganisation(server, operator.organisationId, (db) =>
    db
      .updateTable('newsletter_subscribers')
      .set({ requested_at: new Date(Date.now() - 73 * 3_600_000) })
      .where('email', '=', 'late@example.test')
      .execute(),
  )
  expect(await press(linksOf(mailsTo('late@example.test')[0]!.body)[0]!)).toMatch(/\/newsletter\/expired\/$/)
})

test('an address gets three e-mails a day at most, and a network asks twenty times an hour', async () => {
  for (let time = 0; time < 5; time++) expect(await ask('many@example.test')).toBe('_ok_')
  expect(mailsTo('many@example.test')).toHaveLength(3)
  const codes: number[] = []
  for (let time = 0; time < 21; time++)
    codes.push((await send({ ajax: 'true', email: `r${time}@example.test` }, '10.9.9.9')).statusCode)
  expect(codes.filter((code) => code === 200)).toHaveLength(20)
  expect(codes.at(-1)).toBe(429)
})

test('the list and its file are the operator’s, with the links to unsubscribe of those who have confirmed', async () => {
  await ask('=cmd@example.test')
  await ask('eve@example.test')
  await press(linksOf(mailsTo('eve@example.test')[0]!.body)[0]!)
  const file = await server.app.inject({
    method: 'POST',
    url: API + newsletter.export.path,
    headers: { authorization: `Bearer ${superadmin}` },
    payload: {},
  })
  expect(file.headers['content-type']).toContain('text/csv')
  expect(file.body).toContain('eve@example.test,')
  expect(file.body).not.toContain('=cmd@example.test')
  const [link] = linksOf(file.body.split('\r\n').find((line) => line.startsWith('eve@'))!)
  expect(await press(link!)).toMatch(/\/newsletter\/unsubscribed\/$/)
  for (const role of ['organisationmanager', 'propertymanager'] as const) {
    const token = await tokenOf(server, role, 'harbour')
    expect((await server.ask(newsletter.page, { token, input: {} })).status).toBe(403)
    expect((await server.ask(newsletter.export, { token, input: {} })).status).toBe(403)
  }
})

test('following the links changes nothing, with GET or HEAD; the button of a mail program unsubscribes at once', async () => {
  await ask('scanned@example.test')
  const [confirm, unsubscribe] = linksOf(mailsTo('scanned@example.test')[0]!.body)
  const state = async () => (await subscribers({ SearchText: 'scanned' })).Data
  for (const method of ['GET', 'HEAD'] as const)
    for (const link of [confirm!, unsubscribe!]) {
      const { statusCode, headers } = await server.app.inject({ method, url: API + link })
      expect(statusCode).toBe(303)
      const { pathname, searchParams } = new URL(String(headers.location))
      expect(pathname).toBe(`${link.split('?')[0]}/`)
      expect(searchParams.get('token')).toBe(new URLSearchParams(link.split('?')[1]).get('token'))
      expect(await state()).toMatchObject([{ ConfirmedAt: null }])
    }
  const byProgram = await server.app.inject({
    method: 'POST',
    url: API + unsubscribe,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  })
  expect([byProgram.statusCode, byProgram.headers.location]).toEqual([200, undefined])
  expect(await state()).toEqual([])
})

test('addresses with a tag are one mailbox: it gets three e-mails a day', async () => {
  for (let nth = 0; nth < 6; nth++) expect(await ask(`victim+${nth}@example.test`)).toBe('_ok_')
  expect(server.mails.filter(({ to }) => to.startsWith('victim'))).toHaveLength(3)
})
