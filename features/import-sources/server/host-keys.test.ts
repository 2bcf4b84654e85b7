import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inOrganisation, type OrganisationFixtures, seedOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import { type TestServer, testServer } from '#apps/server/testing/server.ts'
import { settings } from '#features/settings/contract.ts'
import { temporaryFolder } from '#platform/server/testing/temporary-folder.ts'
import { importSources } from '../contract.ts'
import { type KeyKind, startSftpServer } from '../testing/sftp-server.ts'

let server: TestServer
let riverside: OrganisationFixtures
let token: string
beforeAll(async () => {
  server = await testServer({ allowedHosts: ['127.0.0.1'] })
  riverside = await seedOrganisation(server, 'riverside')
  token = await tokenOf(server, 'organisationmanager', 'riverside')
})
afterAll(() => server.stop())
beforeEach(async () => {
  await inOrganisation(server, riverside.organisationId, (db) => db.deleteFrom('import_sources').execute())
  await server.database.pool.query('delete from rate_limits')
})

const save = (ServerFingerPrint: string, Port = 22, checks = true) =>
  server.ask(settings.save, {
    token,
    input: {
      ImportSftpSettings: {
        ...{ Url: '127.0.0.1', Port, UserName: 'desk', Password: 'right', IsActive: true, Path: '' },
        ...{ ServerFingerPrint, IsServerFingerPrintCheckEnabled: checks },
      },
    } as never,
  })
const saved = async (): Promise<string> =>
  (await server.ask(settings.get, { token, params: { organisationId: riverside.organisationId } })).body.ImportSftpSettings
    .ServerFingerPrint
const tested = async (): Promise<string> =>
  (await server.ask(importSources.testSftp, { token, params: { id: riverside.organisationId } })).body.Message

const BASE64 = 'vX0R+4kQ/7Wp1p0v2sSxJt0n5q8mV3yUoE9lT6aBcDg'
const HEX = Buffer.from(BASE64, 'base64').toString('hex')
const MD5 = '16:27:ac:a5:76:28:2d:36:63:1b:56:4d:eb:df:a6:48'

describe('a fingerprint', () => {
  test.each([
    ['in base64', BASE64],
    ['in hexadecimal with colons', HEX.match(/../g)!.join(':').toUpperCase()],
    ['in the line of ssh-keygen -l, with a long comment', `256 SHA256:${BASE64} ${'x'.repeat(100)} (ED25519)`],
  ])('%s is saved as OpenSSH prints it', async (_, text) => {
    expect((await save(text)).status).toBe(200)
    expect(await saved()).toBe(`SHA256:${BASE64}`)
  })

  test.each([
    ['MD5', MD5, /MD5 fingerprint, not a SHA-256 fingerprint/],
    ['MD5 in the line of ssh-keygen', `2048 MD5:${MD5} root@host (RSA)`, /MD5 fingerprint, not a SHA-256 fingerprint/],
    ['SHA-1', 'SHA1:qZk+NkcGgWq6PiVxeFDCbJzQ2J0', /not a SHA-256 fingerprint/],
    ['a word', 'SHA256:other', /not a SHA-256 fingerprint/],
    ['a part of one', BASE64.slice(0, 40), /not a SHA-256 fingerprint/],
    ['a long text', 'x'.repeat(101), /annot be more than 100 characters/],
  ])('that is %s is refused at once, also when it is not checked', async (_, text, reason) => {
    for (const checks of [true, false])
      expect(await save(text, 22, checks)).toMatchObject({
        status: 400,
        body: { Field: 'ImportSftpSettings.ServerFingerPrint', Message: expect.stringMatching(reason) },
      })
  })

  test('of a line with the public key is saved', async () => {
    const sftp = await startSftpServer(temporaryFolder())
    expect((await save(`files.example ssh-rsa ${sftp.publicKeys[0]!.toString('base64')} root@host`, sftp.port)).status).toBe(200)
    expect(await saved()).toBe(sftp.fingerprint)
    expect(await tested()).toMatch(/^Connected\./)
    await sftp.stop()
  })
})

describe('a server with keys of several kinds', () => {
  const ALL: KeyKind[] = ['ed25519', 'ecdsa', 'rsa']
  test.each(ALL)('is known by that of %s', async (kind) => {
    const sftp = await startSftpServer(temporaryFolder(), { keys: ALL })
    await save(sftp.fingerprints[kind], sftp.port)
    expect(await tested()).toBe(`Connected. Files to fetch: 0. Fingerprint of the server: ${sftp.fingerprints[kind]}.`)
    await sftp.stop()
  })

  test('gets no password when none has the fingerprint, and all are named', async () => {
    const sftp = await startSftpServer(temporaryFolder(), { keys: ALL })
    await save(BASE64, sftp.port)
    const reason = await tested()
    expect(reason).toMatch(/^The fingerprint of the server differs\. It is /)
    for (const kind of ALL) expect(reason).toContain(sftp.fingerprints[kind])
    expect(sftp.sent.passwords).toBe(0)
    await sftp.stop()
  })
})

describe('an old server is refused with the reason', () => {
  test.each<[string, Parameters<typeof startSftpServer>[1], RegExp]>([
    ['key exchange', { algorithms: { kex: ['diffie-hellman-group14-sha1'] } }, /no matching key exchange algorithm/],
    [
      'key exchange of groups',
      { algorithms: { kex: ['diffie-hellman-group-exchange-sha1', 'diffie-hellman-group1-sha1'] } },
      /no matching key exchange algorithm/,
    ],
    ['cipher', { algorithms: { cipher: ['3des-cbc'] } }, /no matching C->S cipher/],
    ['check of packets', { algorithms: { cipher: ['aes128-ctr'], hmac: ['hmac-md5'] } }, /no matching C->S MAC/],
  ])('of an old %s', async (_, options, reason) => {
    const sftp = await startSftpServer(temporaryFolder(), options)
    await save(sftp.fingerprint, sftp.port)
    expect(await tested()).toMatch(reason)
    expect(sftp.sent.passwords).toBe(0)
    await sftp.stop()
  })
})
