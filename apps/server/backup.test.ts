import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { imports } from '#features/imports/contract.ts'
import { ADA, file, multipart } from '#features/imports/testing/files.ts'
import { packages } from '#features/packages/contract.ts'
import { residents } from '#features/residents/contract.ts'
import { session } from '#features/session/contract.ts'
import { API } from '#platform/server/http/route.ts'
import { contentHashes } from '#platform/server/postgres/backup/testing/content-hashes.ts'
import { DATABASE, withConnection } from '#platform/server/postgres/bootstrap-database.ts'
import { SUPERUSER } from '#platform/server/postgres/embedded/launch.ts'
import { startEmbeddedPostgres } from '#platform/server/postgres/embedded/postgres.ts'
import { fingerprintOf } from '#platform/server/security/keys.ts'
import { testDatabase } from '#platform/server/testing/database.ts'
import { temporaryFolder } from '#platform/server/testing/temporary-folder.ts'
import { soon } from '#platform/server/testing/waiting.ts'
import { RIVERSIDE } from './demo/organisations.ts'
import { isCurrent, residentsOf } from './demo/residents.ts'
import { addressOf, launch, request, signIn } from './testing/program.ts'

const root = temporaryFolder()
const SECRET_KEY = '00112233445566778899aabbccddeeff'.repeat(2)
const OTHER_KEY = 'f0112233445566778899aabbccddeeff'.repeat(2)
const envOf = (name: string) => ({ SECRET_KEY, DATA_DIR: join(root, name), DEMO: 'on' })
const fileOf = (name: string) => join(root, name)

/** Runs `npm run backup` or `npm run restore`. */
async function command(env: Record<string, string>, ...args: string[]) {
  const program = launch(env, 'apps/server/backup.ts', args)
  return { code: await program.ended, output: program.output() }
}
/** Runs the server to its end, with its output. */
async function failedStart(env: Record<string, string>) {
  const program = launch(env)
  return { code: await program.ended, output: program.output().trim() }
}
/** Runs `npm run audit:verify`. */
async function verifyAudit(name: string, ...args: string[]) {
  const program = launch(envOf(name), 'apps/server/audit-verify.ts', args)
  return { code: await program.ended, output: program.output() }
}
/** The rows of a stopped embedded database. */
async function rowsOf(name: string) {
  const server = await startEmbeddedPostgres({ dataDir: join(root, name) })
  const hashes = await contentHashes(server.url(DATABASE, SUPERUSER))
  await server.stop()
  return hashes
}
const stopped = async ({ process, ended }: ReturnType<typeof launch>) => {
  process.kill('SIGTERM')
  expect(await ended).toBe(0)
}

/** Uses the demo so that most tables have rows. */
async function use(address: string) {
  const token = await signIn(address)
  const { Organisation } = await (await request(address, session.preload, { token })).json()
  const { payload, headers } = multipart('residents.csv', file(ADA.replace('Property 1,Building 1', 'Riverside Quay,Quay North')))
  const uploaded = await fetch(`${address}${API}/organisation/${Organisation.Id}/residents`, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${token}` },
    body: payload,
  })
  const { Id } = await uploaded.json()
  await soon(async () =>
    expect(await (await request(address, imports.get, { token, params: { importId: Id } })).json()).toMatchObject({
      Status: 'Ready',
    }),
  )
  const input = { organisationSystemName: 'riverside', userName: 'leasing@parcelhall.test', userCredentialType: 1 }
  await request(address, session.forgotPassword, { input })
}

beforeAll(async () => {
  const program = launch(envOf('a'))
  await use(await addressOf(program))
  // The program runs: its rows change before and after the backup, but not in it.
  expect(await command(envOf('a'), 'backup', fileOf('running.backup'))).toMatchObject({ code: 0 })
  await stopped(program)
})
afterAll(() => rmSync(root, { recursive: true }))

test('restores every row into an empty installation, which starts and signs users in', async () => {
  const { code, output } = await command(envOf('a'), 'backup', fileOf('a.backup'))
  expect([code, output]).toEqual([0, expect.stringMatching(/^Backup of embedded PostgreSQL .* rows of \d+ tables, \d+ bytes/)])
  expect(output).toMatch(/SECRET_KEY with the fingerprint [0-9a-f]{16}\./)
  expect(output).not.toContain(SECRET_KEY)

  expect(await command(envOf('b'), 'restore', fileOf('a.backup'))).toMatchObject({
    code: 0,
    output: expect.stringContaining('Restored to embedded PostgreSQL'),
  })
  const rows = await rowsOf('a')
  expect(await rowsOf('b')).toEqual(rows)
  const filled = Object.values(rows).filter((hash) => !hash.startsWith('0 '))
  expect(filled.length).toBeGreaterThanOrEqual(35)

  // The heads of the audit trail in the file are those that count now.
  expect(await verifyAudit('b')).toMatchObject({ code: 0, output: expect.stringContaining('Compared with the heads') })
  expect((await verifyAudit('b', '--heads', fileOf('a.backup'))).code).toBe(0)
  const program = launch(envOf('b'))
  const address = await addressOf(program)
  const token = await signIn(address)
  const page = await (await request(address, packages.page, { token, input: {} })).json()
  expect(page.Total).toBeGreaterThan(100)
  await stopped(program)
})

test('a restore that was killed is named at the start, and can be repeated', async () => {
  const mark = join(root, 'killed', 'restore-unfinished')
  const program = launch(envOf('killed'), 'apps/server/backup.ts', ['restore', fileOf('a.backup')])
  await soon(() => expect(existsSync(mark)).toBe(true))
  program.process.kill('SIGKILL')
  await program.ended
  const { code, output } = await failedStart(envOf('killed'))
  expect(code).toBe(1)
  expect(output).toMatch(/^The restore of .*a\.backup was not finished\. Repeat it: npm run restore .*a\.backup\./)
  expect(output).not.toContain('\n')
  expect((await command(envOf('killed'), 'restore', fileOf('a.backup'))).code).toBe(0)
  expect(existsSync(mark)).toBe(false)
  expect(await rowsOf('killed')).toEqual(await rowsOf('a'))
})

test('a restore into an external database that was killed does not touch the embedded one', async () => {
  const before = await rowsOf('b')
  writeFileSync(join(root, 'b', 'restore-unfinished-external'), fileOf('a.backup'))
  const { output } = await command(envOf('b'), 'restore', fileOf('a.backup'))
  expect(output).toMatch(/^The database has tables already/)
  expect(await rowsOf('b')).toEqual(before)
  const external = await failedStart({ ...envOf('b'), DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' })
  expect(external).toMatchObject({ code: 1, output: expect.stringMatching(/^The restore of .* was not finished\./) })
})

describe('an external database', () => {
  test('is backed up and restored by its owner', async () => {
    const [one, two] = [await testDatabase({ migrated: false }), await testDatabase({ migrated: false })]
    const env = ({ url, ownerUrl }: typeof one) => ({
      SECRET_KEY,
      DATABASE_URL: url,
      DATABASE_OWNER_URL: ownerUrl,
      DATA_DIR: root,
    })
    expect((await command(env(one), 'restore', fileOf('running.backup'))).output).toContain('Restored to PostgreSQL at ')
    expect(await command(env(one), 'backup', fileOf('external.backup'))).toMatchObject({ code: 0 })
    expect(await command(env(two), 'restore', fileOf('external.backup'))).toMatchObject({ code: 0 })
    expect(await contentHashes(two.superuserUrl)).toEqual(await contentHashes(one.superuserUrl))
    // Counters that triggers maintain agree with the rows that they count: the running program's backup is consistent.
    const counted = await withConnection(two.superuserUrl, (client) =>
      client.query(
        `select (select count(*)::int from packages) as packages, (select sum(packages)::int from package_counts) as counted`,
      ),
    )
    expect(counted.rows[0].counted).toBe(counted.rows[0].packages)
    expect((await command({ ...env(two), DATABASE_OWNER_URL: '' }, 'backup', fileOf('x'))).output).toContain(
      'Set DATABASE_OWNER_URL',
    )
    await one.drop()
    await two.drop()
  })
})

test.each<[string, string[], RegExp]>([
  ['a restore into a filled database', ['restore', 'a.backup'], /^The database has tables already/],
  ['a backup over a file', ['backup', 'a.backup'], /a\.backup exists: give another name/],
  ['a missing file', ['restore', 'missing.backup'], /^The backup .*missing\.backup cannot be read: ENOENT/],
  ['a restore without a file', ['restore'], /^Usage: /],
  ['an unknown option', ['backup', '--all'], /^Usage: /],
])('refuses %s with one sentence', async (_, [verb, name], message) => {
  const { code, output } = await command(envOf('a'), verb!, ...(name ? [name.startsWith('-') ? name : fileOf(name)] : []))
  expect([code, output.trim()]).toEqual([1, expect.stringMatching(message)])
  expect(output.trim()).not.toContain('\n')
})

describe('another SECRET_KEY', () => {
  const [needed, given] = [SECRET_KEY, OTHER_KEY].map((key) => fingerprintOf(Buffer.from(key, 'hex')))
  const withoutKey = (name: string) => ({ DATA_DIR: join(root, name), DEMO: 'on' })
  const refusal = (subject: string, other: string) =>
    new RegExp(`^${subject} needs the SECRET_KEY with the fingerprint ${needed}; ${other}\\.$`)
  const GIVEN = `the given one has ${given}`
  const MISSING = 'SECRET_KEY is not set, and DATA_DIR has no file secret-key'

  test.each<[string, Record<string, string>, string]>([
    ['another', { ...envOf('a'), SECRET_KEY: OTHER_KEY }, GIVEN],
    ['no', withoutKey('a'), MISSING],
  ])('start and backup with %s key end with one sentence and create nothing', async (_, env, other) => {
    const before = await rowsOf('a')
    expect(await failedStart(env)).toEqual({ code: 1, output: expect.stringMatching(refusal('The database', other)) })
    const { code, output } = await command(env, 'backup', fileOf('other.backup'))
    expect([code, output.trim()]).toEqual([1, expect.stringMatching(refusal('The database', other))])
    expect([existsSync(fileOf('other.backup')), existsSync(join(root, 'a/secret-key'))]).toEqual([false, false])
    expect(await rowsOf('a')).toEqual(before)
  })

  test.each<[string, Record<string, string>, string]>([
    ['another', { ...envOf('c'), SECRET_KEY: OTHER_KEY }, GIVEN],
    ['no', withoutKey('c'), MISSING],
  ])('restore with %s key ends with one sentence and creates nothing', async (_, env, other) => {
    const { code, output } = await command(env, 'restore', fileOf('a.backup'))
    expect([code, output.trim()]).toEqual([1, expect.stringMatching(refusal('The backup .*a\\.backup', other))])
    expect(existsSync(join(root, 'c'))).toBe(false)
  })

  test('--other-key restores what needs no key, and the program starts with the new one only', async () => {
    const env = { ...envOf('d'), SECRET_KEY: OTHER_KEY }
    expect(await command(env, 'restore', fileOf('a.backup'), '--other-key')).toEqual({
      code: 0,
      output: expect.stringContaining('locker banks need new API keys, residents and delegates new access codes'),
    })
    const { output } = await failedStart(envOf('d'))
    expect(output).toContain(`The database needs the SECRET_KEY with the fingerprint ${given}`)
    const program = launch(env)
    const address = await addressOf(program)
    const token = await signIn(address)
    const resident = residentsOf(RIVERSIDE).find(isCurrent)!
    const read = await request(address, residents.get, { token, params: { residentId: resident.id } })
    expect([read.status, await read.json()]).toMatchObject([200, { FirstName: resident.first_name, LockerAccessCode: '' }])
    const exported = await request(address, residents.personalData, { token, params: { residentId: resident.id } })
    expect(exported.status).toBe(200)
    await stopped(program)
  })

  test('a database from before the fingerprint was recorded takes only the key of its secrets', async () => {
    const store = await testDatabase({ migrated: false })
    const env = { ...envOf('e'), DATABASE_URL: store.url, DATABASE_OWNER_URL: store.ownerUrl, DEMO: 'off' }
    expect(await command(env, 'restore', fileOf('a.backup'))).toMatchObject({ code: 0 })
    await withConnection(store.ownerUrl, (client) => client.query('delete from installation'))
    const { output } = await failedStart({ ...env, SECRET_KEY: OTHER_KEY })
    expect(output).toBe(`The database needs another SECRET_KEY: its secrets were not encrypted with the given one (${given}).`)
    const program = launch(env)
    await addressOf(program)
    await stopped(program)
    expect((await failedStart({ ...env, SECRET_KEY: OTHER_KEY })).output).toMatch(refusal('The database', GIVEN))
    await store.drop()
  })
})

test('a failed restore leaves no database behind, so that it can be repeated', async () => {
  const frames = gunzipSync(readFileSync(fileOf('a.backup')))
  // A migration that this program has with other content.
  const changed = Buffer.from(
    frames.toString('latin1').replace(/("name":"0007-packages.sql","sha256":")[0-9a-f]{64}/, `$1${'0'.repeat(64)}`),
    'latin1',
  )
  const content = changed.subarray(0, changed.length - 'end 64\n'.length - 64)
  writeFileSync(
    fileOf('changed.backup'),
    gzipSync(Buffer.concat([content, Buffer.from(`end 64\n${createHash('sha256').update(content).digest('hex')}`)])),
  )
  const { code, output } = await command(envOf('f'), 'restore', fileOf('changed.backup'))
  expect([code, output.trim()]).toEqual([1, expect.stringMatching(/^The migration 0007-packages\.sql was changed/)])
  expect(existsSync(join(root, 'f/pg'))).toBe(false)
  expect(await command(envOf('f'), 'restore', fileOf('a.backup'))).toMatchObject({ code: 0 })
})

test('a restored demo prints no password of its own', async () => {
  const program = launch({ ...envOf('b'), DEMO_PASSWORD: '' })
  await addressOf(program)
  await stopped(program)
  expect(program.output()).toContain('Password    not known here')
  expect(existsSync(join(root, 'b/demo-password'))).toBe(false)
})

test('a folder without a database has nothing to back up', async () => {
  const { code, output } = await command(envOf('none'), 'backup', fileOf('none.backup'))
  expect([code, output]).toEqual([1, expect.stringMatching(/^There is no database in /)])
})
