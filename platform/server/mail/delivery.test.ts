import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { soon } from '#platform/server/testing/waiting.ts'
import { createLog } from '../config/log.ts'
import { freePort } from '../config/ports.ts'
import { openJobs } from '../jobs/jobs.ts'
import { type Database, openDatabase, wholeOrganisation } from '../postgres/db.ts'
import { type TestDatabase, testDatabase } from '../testing/database.ts'
import { mailServer as openMailServer } from '../testing/mail-server.ts'
import { mailQueue, smtpTransport, type Transport } from './delivery.ts'
import { framed, htmlOfText } from './frame.ts'
import { createMailer, MAIL_QUEUE, type Mail } from './mail.ts'
import { outboxTransport, purgeOutbox } from './outbox.ts'

const ORGANISATION = '00000000-0000-7000-8000-000000000001'
const TENANT = wholeOrganisation(ORGANISATION)
const FROM = 'Parcelhall <no-reply@parcelhall.test>'
const MAIL = { to: 'ana@example.test', subject: 'Paket für Ana', body: 'Hello Ana,\nyour code is below.\n' }
const log = createLog('silent')

let store: TestDatabase
let database: Database
const closing: (() => unknown)[] = []
beforeAll(async () => {
  store = await testDatabase()
  database = openDatabase(store.url)
  await database.inTenant(TENANT, (db) =>
    db.insertInto('organisations').values({ id: ORGANISATION, name: 'R', system_name: 'r', time_zone: 'UTC' }).execute(),
  )
})
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})
afterAll(async () => {
  await database.close()
  await store.drop()
})

/** A mail server that is closed last, because it waits for its clients to disconnect. */
async function mailServer(port = 0) {
  const { close, ...open } = await openMailServer(port)
  closing.unshift(close)
  return open
}

/** A mailer with its worker, which sends queued e-mails through the transport. */
async function mailing(transport: Transport) {
  const queue = {
    ...mailQueue(database, transport, log, async (_db, { body, picture }) => `<p>${body.length}${picture ?? ''}</p>`),
    retryAfter: 1,
  }
  const jobs = await openJobs(store.url, log)
  await jobs.work([queue], [])
  closing.push(() => transport.close(), jobs.stop)
  const mailer = createMailer((db, organisationId, id) => jobs.send(db, MAIL_QUEUE, { organisationId, id }))
  return { queue, send: (mail: Mail = MAIL) => database.inTenant(TENANT, (db) => mailer.queue(db, ORGANISATION, mail)) }
}
const stored = () =>
  database.inTenant(TENANT, (db) => db.selectFrom('mails').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow())

test('sends an e-mail with sender, recipient, subject and text, marks it as sent and deletes its body', async () => {
  const { mails, port } = await mailServer()
  const { send } = await mailing(smtpTransport(`smtp://127.0.0.1:${port}`, FROM))
  await send()
  await soon(() => expect(mails).toHaveLength(1))
  const [mail] = mails
  expect(mail).toMatchObject({
    from: { address: 'no-reply@parcelhall.test', name: 'R' },
    to: [{ address: MAIL.to }],
    subject: MAIL.subject,
    // The parser ends each text part of several with a line break.
    text: `${MAIL.body}\n`,
  })
  await soon(async () => expect(await stored()).toMatchObject({ sent_at: expect.any(String), failed_at: null }))
  expect(await stored()).toMatchObject({ to_address: MAIL.to, subject: MAIL.subject, body: '' })
  expect(mail!.messageId).toBe(`<${(await stored()).id}@parcelhall.test>`)
  expect(headersOf(mail!)).toMatchObject(AUTOMATIC)
})

/** So that no absence reply comes back (RFC 3834), also from Exchange. */
const AUTOMATIC = { 'auto-submitted': 'auto-generated', 'x-auto-response-suppress': 'All' }
const headersOf = ({ headers }: { readonly headers: readonly { key: string; value: string }[] }) =>
  Object.fromEntries(headers.map(({ key, value }) => [key, value]))

test.each([
  ['Riverside Quay', 'desk@house.test', 'Riverside Quay', 'desk@house.test'],
  ['Ann "The" <b@evil.test>, Köln', 'Desk <desk@house.test>', 'Ann "The" <b@evil.test>, Köln', 'desk@house.test'],
  ['Haus\r\nBcc: all@evil.test', '"A, B" <desk@house.test>', 'Haus Bcc: all@evil.test', 'desk@house.test'],
  [undefined, 'Desk <desk@house.test>', 'Desk', 'desk@house.test'],
])('%j sends from %j as %j', async (senderName, from, name, address) => {
  const { mails, port } = await mailServer()
  const transport = smtpTransport(`smtp://127.0.0.1:${port}`, from)
  closing.push(() => transport.close())
  await transport.send('id1', { ...MAIL, ...(senderName && { senderName }) })
  expect(mails[0]).toMatchObject({ from: { name, address }, messageId: '<id1@house.test>' })
  expect(mails[0]!.headers.map(({ key }) => key)).not.toContain('bcc')
  const folder = mkdtempSync(join(tmpdir(), 'outbox-'))
  closing.push(() => rmSync(folder, { recursive: true }))
  await outboxTransport(folder, from).send('id2', { ...MAIL, organisationId: ORGANISATION, ...(senderName && { senderName }) })
  const file = await PostalMime.parse(readFileSync(join(folder, 'id2.eml')))
  expect(file.from).toMatchObject({ name, address })
  expect(headersOf(file)).toMatchObject({ ...AUTOMATIC, 'x-organisation': ORGANISATION })
})

test('has HTML too: its own, or that of its text', async () => {
  const { mails, port } = await mailServer()
  const { send } = await mailing(smtpTransport(`smtp://127.0.0.1:${port}`, FROM))
  await send()
  await send({ ...MAIL, html: '<p>Its own</p>' })
  await soon(() => expect(mails).toHaveLength(2))
  expect(new Set(mails.map(({ html }) => html?.trim()))).toEqual(new Set([`<p>${MAIL.body.length}</p>`, '<p>Its own</p>']))
  await soon(async () => expect(await stored()).toMatchObject({ sent_at: expect.any(String), body: '', html: null }))
})

test('the frame escapes what it shows, and links to our own addresses only', () => {
  const own = 'https://house.test'
  const text = `Hello <b>Ada</b>,\n\nhttps://house.test/portal/#/x?a=1&b=2\nhttps://evil.test/ https://house.test.evil.test/\n`
  const content = htmlOfText(text, own)
  expect(content.match(/href="[^"]*"/g)).toEqual(['href="https://house.test/portal/#/x?a=1&amp;b=2"'])
  expect(content).toContain('<p>Hello &lt;b&gt;Ada&lt;/b&gt;,</p>')
  const page = framed(content, { name: 'A "&" <B>', logo: 'https://house.test/logo?v="1', heading: '<i>', language: 'de' })
  expect(page).toContain('<html lang="de">')
  expect(page).toContain('alt="A &quot;&amp;&quot; &lt;B&gt;"')
  expect(page).toContain('src="https://house.test/logo?v=&quot;1"')
  expect(page).not.toContain('<i>')
  expect(framed('', { name: 'A', logo: null, language: null })).not.toMatch(/<img|lang=/)
})

test('retries while the mail server is down and sends each e-mail once', async () => {
  const port = await freePort()
  const { send } = await mailing(smtpTransport(`smtp://127.0.0.1:${port}`, FROM))
  await send({ ...MAIL, subject: 'while it is down' })
  await soon(async () => {
    const { rows } = await database.pool.query(`select from jobs.job where name = $1 and state = 'retry'`, [MAIL_QUEUE])
    expect(rows).toHaveLength(1)
  })
  expect(await stored()).toMatchObject({ sent_at: null, failed_at: null })
  const { mails } = await mailServer(port)
  await soon(() => expect(mails.map((mail) => mail.subject)).toEqual(['while it is down']))
  await soon(async () => expect((await stored()).sent_at).not.toBeNull())
})

test('sends one e-mail when a job runs twice', async () => {
  const { mails, port } = await mailServer()
  const { send, queue } = await mailing(smtpTransport(`smtp://127.0.0.1:${port}`, FROM))
  await send()
  await soon(async () => expect((await stored()).sent_at).not.toBeNull())
  await queue.run({ organisationId: ORGANISATION, id: (await stored()).id })
  expect(mails).toHaveLength(1)
})

test('does not retry a recipient that the mail server rejects permanently', async () => {
  const { mails, port } = await mailServer()
  const { send, queue } = await mailing(smtpTransport(`smtp://127.0.0.1:${port}`, FROM))
  await send({ ...MAIL, to: 'nobody@example.test' })
  await soon(async () => expect(await stored()).toMatchObject({ sent_at: null, failed_at: expect.any(String) }))
  await queue.run({ organisationId: ORGANISATION, id: (await stored()).id })
  expect(mails).toEqual([])
})

test('ignores further recipients and headers in an address', async () => {
  const { mails, port } = await mailServer()
  const { send } = await mailing(smtpTransport(`smtp://127.0.0.1:${port}`, FROM))
  await send({ ...MAIL, subject: 'one\r\nBcc: eve@example.test', to: 'ana@example.test' })
  await soon(() => expect(mails).toHaveLength(1))
  expect(mails[0]!.bcc ?? []).toEqual([])
  expect(mails[0]!.headers.map(({ key }) => key)).not.toContain('bcc')
})

test('writes e-mails to the outbox folder without a mail server, readable only by their owner', async () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'parcelhall-test-')), 'outbox')
  closing.push(() => rmSync(join(folder, '..'), { recursive: true }))
  const { send } = await mailing(outboxTransport(folder, FROM))
  await send()
  await soon(async () => expect((await stored()).sent_at).not.toBeNull())
  const names = readdirSync(folder)
  expect(names).toEqual([`${(await stored()).id}.eml`])
  const file = join(folder, names[0]!)
  expect(await PostalMime.parse(readFileSync(file))).toMatchObject({
    subject: MAIL.subject,
    text: `${MAIL.body}\n`,
    to: [{ address: MAIL.to }],
  })
  expect(statSync(file).mode & 0o077).toBe(0)
  // As long as an e-mail in the database.
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)
  await purgeOutbox(folder, inDays(29))
  expect(readdirSync(folder)).toEqual(names)
  await purgeOutbox(folder, inDays(31))
  expect(readdirSync(folder)).toEqual([])
  await purgeOutbox(join(folder, 'missing'), inDays(31))
})

test('a file is attached, and deleted when it was sent', async () => {
  const { mails, port } = await mailServer()
  const { send } = await mailing(smtpTransport(`smtp://127.0.0.1:${port}`, FROM))
  const content = Buffer.from([0, 255, 10, 13])
  await send({ ...MAIL, attachment: { name: 'Übersicht.pdf', type: 'application/pdf', content } })
  await soon(() => expect(mails).toHaveLength(1))
  const [file] = mails[0]!.attachments
  expect(file).toMatchObject({ filename: 'Übersicht.pdf', mimeType: 'application/pdf' })
  expect(Buffer.from(file!.content as ArrayBuffer)).toEqual(content)
  await soon(async () => expect(await stored()).toMatchObject({ sent_at: expect.any(String), attachment: null }))
})

test('a picture is shown below the text, which stays as it is', async () => {
  const { mails, port } = await mailServer()
  const { send } = await mailing(smtpTransport(`smtp://127.0.0.1:${port}`, FROM))
  await send({ ...MAIL, attachment: { name: 'code.png', type: 'image/png', content: Buffer.from('png') } })
  await soon(() => expect(mails).toHaveLength(1))
  const [mail] = mails
  expect(mail!.text).toBe(`${MAIL.body}\n`)
  expect(mail!.html).toContain('code.png')
  expect(mail!.attachments[0]).toMatchObject({ contentId: '<code.png>', disposition: 'inline', mimeType: 'image/png' })
})
