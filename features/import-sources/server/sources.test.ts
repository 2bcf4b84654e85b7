import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { inOrganisation, type OrganisationFixtures, seedOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import { type TestServer, testServer } from '#apps/server/testing/server.ts'
import { settings } from '#features/settings/contract.ts'
import { freePort } from '#platform/server/config/ports.ts'
import { temporaryFolder } from '#platform/server/testing/temporary-folder.ts'
import { importSources } from '../contract.ts'
import { startFtpServer } from '../testing/ftp-server.ts'
import { messageWith, startPop3Server } from '../testing/pop3-server.ts'
import { startSftpServer } from '../testing/sftp-server.ts'

const CSV = 'Property,Building\n'
let server: TestServer
let riverside: OrganisationFixtures
let manager: string
let folder: string
let sftp: Awaited<ReturnType<typeof startSftpServer>>
let ftp: Awaited<ReturnType<typeof startFtpServer>>
let pop3: Awaited<ReturnType<typeof startPop3Server>>
beforeAll(async () => {
  server = await testServer({ allowedHosts: ['127.0.0.1'] })
  riverside = await seedOrganisation(server, 'riverside')
  await seedOrganisation(server, 'harbour')
  manager = await tokenOf(server, 'organisationmanager', 'riverside')
  folder = temporaryFolder()
  mkdirSync(join(folder, 'in'))
  for (const name of ['a.csv', 'B.CSV', 'notes.txt', '.hidden.csv']) writeFileSync(join(folder, 'in', name), CSV)
  sftp = await startSftpServer(folder)
  ftp = await startFtpServer(folder)
  pop3 = await startPop3Server(new Map([['1', messageWith({ 'a.csv': CSV })]]))
})
afterAll(async () => {
  await Promise.all([sftp, ftp, pop3].map(({ stop }) => stop()))
  await server.stop()
})
beforeEach(() => inOrganisation(server, riverside.organisationId, (db) => db.deleteFrom('import_sources').execute()))

const login = { UserName: 'desk', Password: 'right', IsActive: true }
const SFTP = () => ({
  ...{ ...login, Url: '127.0.0.1', Port: sftp.port, Path: 'in' },
  ...{ ServerFingerPrint: sftp.fingerprint, IsServerFingerPrintCheckEnabled: true },
})
const FTP = () => ({ ...login, Url: 'ftp://127.0.0.1/', Port: ftp.port, Path: 'in', UseSSL: false })
const MAILBOX = () => ({ ...login, UserName: 'desk@riverside.test', Url: '127.0.0.1', Port: pop3.port, UseSSL: false })
type Sections = { ImportSftpSettings?: object; ImportFtpSettings?: object; ImportSmtpPopServerSettings?: object }
const save = (sections: Sections, token = manager) => server.ask(settings.save, { token, input: sections as never })
const read = async () =>
  (await server.ask(settings.get, { token: manager, params: { organisationId: riverside.organisationId } })).body
const run = (operation: typeof importSources.testSftp, id = riverside.organisationId, token = manager) =>
  server.ask(operation, { token, params: { id } })
const saved = async (sections: Sections) => {
  expect(await save(sections)).toMatchObject({ status: 200, body: { Message: 'Settings have been saved successfully.' } })
}

test('are saved beside the general settings; the password never comes back, nor is it in the audit trail', async () => {
  await saved({ ImportSftpSettings: SFTP(), ImportFtpSettings: FTP(), ImportSmtpPopServerSettings: MAILBOX() })
  const body = await read()
  expect(body.ImportSftpSettings).toMatchObject({ Url: '127.0.0.1', Path: 'in', HasPassword: true, LastRunAt: null })
  expect(body.ImportFtpSettings).toMatchObject({ Url: '127.0.0.1', UseSSL: false })
  expect(body.ImportSmtpPopServerSettings).toMatchObject({ UserName: 'desk@riverside.test', Port: pop3.port })
  const stored = await inOrganisation(server, riverside.organisationId, async (db) => [
    await db.selectFrom('import_sources').selectAll().execute(),
    await db.selectFrom('audit').select(['action', 'detail']).execute(),
  ])
  expect(JSON.stringify([body, stored])).not.toContain('right')
  expect(stored[1]).toContainEqual(expect.objectContaining({ action: 'import source changed' }))
})

test.each([
  ['ImportSftpSettings', { Url: '' }, 'ImportSftpSettings.Url', 'Host cannot be empty'],
  [
    'ImportSftpSettings',
    { Url: 'two words' },
    'ImportSftpSettings.Url',
    'Enter a host name or an IP address. The port has its own field.',
  ],
  [
    'ImportSftpSettings',
    { Url: '127.0.0.1:2222' },
    'ImportSftpSettings.Url',
    'Enter a host name or an IP address. The port has its own field.',
  ],
  [
    'ImportSftpSettings',
    { Url: 'sftp://files.example.com:22' },
    'ImportSftpSettings.Url',
    'Enter a host name or an IP address. The port has its own field.',
  ],
  ['ImportSftpSettings', { Url: 'x'.repeat(201) }, 'ImportSftpSettings.Url', 'annot be more than 200 characters'],
  ['ImportSftpSettings', { UserName: '' }, 'ImportSftpSettings.UserName', 'User name cannot be empty'],
  ['ImportSftpSettings', { Password: '' }, 'ImportSftpSettings.Password', 'Password cannot be empty'],
  [
    'ImportSftpSettings',
    { ServerFingerPrint: '' },
    'ImportSftpSettings.ServerFingerPrint',
    'Fingerprint cannot be empty when it is checked',
  ],
  ['ImportSftpSettings', { Port: 70_000 }, 'ImportSftpSettings.Port', 'The port must be a number from 1 to 65535.'],
  ['ImportSftpSettings', { Path: 'x'.repeat(101) }, 'ImportSftpSettings.Path', 'annot be more than 100 characters'],
  ['ImportFtpSettings', { Path: '' }, 'ImportFtpSettings.Path', 'Folder cannot be empty'],
  [
    'ImportSmtpPopServerSettings',
    { UserName: 'desk' },
    'ImportSmtpPopServerSettings.UserName',
    'The user name of a mailbox is its email address.',
  ],
] as const)('%s with %o are refused, unless they are inactive', async (section, change, Field, Message) => {
  const good = { ImportSftpSettings: SFTP, ImportFtpSettings: FTP, ImportSmtpPopServerSettings: MAILBOX }[section]()
  const reply = await save({ [section]: { ...good, ...change } })
  expect(reply).toMatchObject({ status: 400, body: { Field, Message: expect.stringContaining(Message) } })
  expect((await read()).ImportSftpSettings.HasPassword).toBe(false)
  const isRuleOfActive = Object.values(change).includes('') || Field.endsWith('Settings.UserName')
  expect((await save({ [section]: { ...good, ...change, IsActive: false } })).status).toBe(isRuleOfActive ? 200 : 400)
})

test('a save of an older version is refused, and a changed host needs the password again', async () => {
  await saved({ ImportFtpSettings: FTP() })
  const { Version } = (await read()).ImportFtpSettings
  await saved({ ImportFtpSettings: { ...FTP(), Password: '', Path: 'in/', Version } })
  expect(await save({ ImportFtpSettings: { ...FTP(), Version } })).toMatchObject({
    status: 409,
    body: { Code: 'MsgChangedElsewhere' },
  })
  for (const change of [{ Url: 'ftp.example.com' }, { UserName: 'other' }])
    expect(await save({ ImportFtpSettings: { ...FTP(), Password: '', ...change } })).toMatchObject({
      status: 400,
      body: { Field: 'ImportFtpSettings.Password', Message: 'Enter the password again: the host or the user name has changed.' },
    })
})

test('a test needs saved and active settings', async () => {
  for (const operation of [importSources.testSftp, importSources.testFtp, importSources.testMailbox])
    expect(await run(operation)).toMatchObject({ status: 422, body: { Message: 'Details must be saved before the test' } })
})

test('a test connects and says what it found', async () => {
  await saved({ ImportSftpSettings: SFTP(), ImportFtpSettings: FTP(), ImportSmtpPopServerSettings: MAILBOX() })
  expect((await run(importSources.testSftp)).body.Message).toBe(
    `Connected. Files to fetch: 2. Fingerprint of the server: ${sftp.fingerprint}.`,
  )
  expect((await run(importSources.testFtp)).body.Message).toBe('Connected. Files to fetch: 2.')
  expect((await run(importSources.testMailbox)).body.Message).toBe('Connected. Messages in the mailbox: 1.')
})

test('files are fetched on demand, if there is an active source; fetching and tests are in the audit trail', async () => {
  const fetchNow = () => server.ask(importSources.fetchNow, { token: manager })
  expect(await fetchNow()).toMatchObject({ status: 422, body: { Code: 'MsgNoActiveSource' } })
  await saved({ ImportSftpSettings: SFTP(), ImportFtpSettings: FTP() })
  server.jobs.length = 0
  expect((await fetchNow()).status).toBe(200)
  expect(server.jobs.splice(0).map(({ queue }) => queue)).toEqual(['import-fetches', 'import-fetches'])
  await run(importSources.testSftp)
  const actions = await inOrganisation(server, riverside.organisationId, (db) =>
    db.selectFrom('audit').select('action').where('action', 'like', 'import source %').distinct().orderBy('action').execute(),
  )
  expect(actions.map(({ action }) => action)).toEqual(['import source changed', 'import source fetched', 'import source tested'])
})

test('a test says what failed', async () => {
  const closed = await freePort('127.0.0.1')
  const garbage = createServer((socket) => socket.on('error', () => {}).end('HTTP/1.1 400 Bad Request\r\n\r\n'))
  await new Promise<void>((done) => garbage.listen(0, '127.0.0.1', done))
  const { port: strange } = garbage.address() as { port: number }
  const failure = async (section: keyof Sections, change: object) => {
    const [good, operation] = {
      ImportSftpSettings: [SFTP, importSources.testSftp] as const,
      ImportFtpSettings: [FTP, importSources.testFtp] as const,
      ImportSmtpPopServerSettings: [MAILBOX, importSources.testMailbox] as const,
    }[section]
    await inOrganisation(server, riverside.organisationId, (db) => db.deleteFrom('import_sources').execute())
    await server.database.pool.query('delete from rate_limits')
    await saved({ [section]: { ...good(), ...change } })
    const reply = await run(operation)
    expect(reply.status).toBe(422)
    return reply.body.Message
  }
  expect(await failure('ImportSftpSettings', { ServerFingerPrint: 'A'.repeat(43) })).toBe(
    `The fingerprint of the server differs. It is ${sftp.fingerprint}.`,
  )
  for (const section of ['ImportSftpSettings', 'ImportFtpSettings', 'ImportSmtpPopServerSettings'] as const) {
    expect(await failure(section, { Password: 'wrong' })).toBe('The server refused the user name or the password.')
    expect(await failure(section, { Url: 'nowhere.invalid' })).toBe('The host nowhere.invalid was not found.')
    expect(await failure(section, { Url: '10.1.2.3' })).toMatch(/10\.1\.2\.3 is in a private network/)
    expect(await failure(section, { Port: closed })).toBe(`The host 127.0.0.1 refused the connection at port ${closed}.`)
    const isSftp = section === 'ImportSftpSettings'
    expect(await failure(section, { Port: strange })).toMatch(
      isSftp ? `The server does not speak SFTP at port ${strange}.` : /^The server did not answer as expected: /,
    )
  }
  for (const section of ['ImportSftpSettings', 'ImportFtpSettings'] as const)
    expect(await failure(section, { Path: 'nowhere' })).toBe('The folder nowhere was not found or cannot be read.')
  const noTls = (port: number) => `The server does not speak SSL/TLS at port ${port}.`
  expect(await failure('ImportSmtpPopServerSettings', { UseSSL: true })).toBe(noTls(pop3.port))
  expect(await failure('ImportSmtpPopServerSettings', { UseSSL: true, Port: strange })).toBe(noTls(strange))
  expect(await failure('ImportFtpSettings', { UseSSL: true })).toBe(noTls(ftp.port))
  garbage.close()
})

test('a folder with too many files is refused, and names that leave it are not files', async () => {
  const many = Array.from({ length: 100_000 }, (_, i) => `residents ${i}.csv`)
  const crowded = await startSftpServer(folder, { entries: many })
  const hostile = await startSftpServer(folder, { entries: ['../up.csv', 'nul\0.csv', '..', 'in\\b.csv', 'good.csv'] })
  await saved({ ImportSftpSettings: { ...SFTP(), Port: crowded.port, IsServerFingerPrintCheckEnabled: false } })
  expect((await run(importSources.testSftp)).body.Message).toMatch(/^More than 5,?000 files/)
  await saved({ ImportSftpSettings: { ...SFTP(), Port: hostile.port, IsServerFingerPrintCheckEnabled: false } })
  expect((await run(importSources.testSftp)).body.Message).toMatch(/^Connected\. Files to fetch: 1\./)
  await Promise.all([crowded.stop(), hostile.stop()])
})

test('belong to the organisation, and a leasing specialist does not test them', async () => {
  await saved({ ImportSftpSettings: SFTP() })
  const ofHarbour = await tokenOf(server, 'organisationmanager', 'harbour')
  expect((await run(importSources.testSftp, riverside.organisationId, ofHarbour)).status).toBe(404)
  expect(
    (await run(importSources.testSftp, riverside.organisationId, await tokenOf(server, 'leasingspecialist', 'riverside'))).status,
  ).toBe(403)
})
