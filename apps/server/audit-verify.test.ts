import { randomBytes } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '#platform/ids.ts'
import { ROLES } from '#platform/permissions.ts'
import { writeAudit } from '#platform/server/postgres/audit.ts'
import { chainAudit } from '#platform/server/postgres/audit-chain.ts'
import { signHeadsRegularly } from '#platform/server/postgres/audit-heads.ts'
import { withConnection } from '#platform/server/postgres/bootstrap-database.ts'
import { type Database, openDatabase, wholeOrganisation } from '#platform/server/postgres/db.ts'
import { deriveKeys, keyedHash } from '#platform/server/security/keys.ts'
import { type TestDatabase, testDatabase } from '#platform/server/testing/database.ts'
import { temporaryFolder } from '#platform/server/testing/temporary-folder.ts'
import { launch } from './testing/program.ts'

const key = randomBytes(32)
let store: TestDatabase
let database: Database
let dataDir: string
let one: string
let log: string[]

const asOwner = (statement: string) => withConnection(store.superuserUrl, (client) => client.query(statement))
const write = async (count: number, organisationId = one) => {
  await database.inTenant(wholeOrganisation(organisationId), async (db) => {
    const actor = { id: null, name: 'a' }
    for (let i = 0; i < count; i++)
      await writeAudit(db, { organisationId, at: new Date(), actor, action: 'courier changed', subjectId: newId() })
  })
  await chainAudit(database)
}
/** Signs the heads like a node that starts and stops. */
const sign = (secretKey = key) =>
  signHeadsRegularly({
    database,
    key: deriveKeys(secretKey).auditHeads,
    dataDir,
    log: pino({ level: 'info' }, { write: (line: string) => void log.push(line) }),
  }).stop()

/** Runs `npm run audit:verify`. */
async function verify(...args: string[]) {
  const env = {
    DATABASE_URL: store.url,
    DATABASE_OWNER_URL: store.ownerUrl,
    DATA_DIR: dataDir,
    SECRET_KEY: key.toString('hex'),
  }
  const program = launch(env, 'apps/server/audit-verify.ts', args)
  return { code: await program.ended, output: program.output() }
}

beforeEach(async () => {
  store = await testDatabase()
  database = openDatabase(store.url)
  dataDir = temporaryFolder()
  log = []
  one = newId()
  await asOwner(`insert into organisations (id, name, system_name, time_zone) values ('${one}', 'One', 'one', 'UTC')`)
  await write(3)
  await sign()
})
afterEach(async () => {
  await database.close()
  await store.drop()
  rmSync(dataDir, { recursive: true })
})

/** Deletes the last entries and moves the head back to the entry before them, as only the owner of the tables can. */
const CUT = `delete from audit where chain_position > 1;
  update audit_heads h set (chain_position, hash) = (select chain_position, hash from audit a where a.organisation_id = h.organisation_id)`
const WIPED = 'delete from audit; delete from audit_heads'

describe('audit:verify', () => {
  test('names the first broken entry of an organisation, and exits with 1', async () => {
    const whole = await verify()
    expect(whole.output).toMatch(/^one: 3 entries are whole, .* last hash [0-9a-f]{64}\.$/m)
    expect(whole.output).toMatch(/^Compared with the heads that were signed at \d{4}-.*Z\.$/m)
    expect(whole.code).toBe(0)
    await asOwner(`update audit set actor_name = 'b' where chain_position = 2`)
    const broken = await verify()
    expect(broken.output).toMatch(/^one: BROKEN at position 2 \(entry [0-9a-f-]{36}\): /m)
    expect(broken.code).toBe(1)
  })

  test.each([
    ['the last entries are deleted and the head is moved back', CUT],
    ['all entries and the head are deleted', WIPED],
    [
      'the last entry is written anew',
      `update audit set hash = sha256('x') where chain_position = 3; update audit_heads set hash = sha256('x')`,
    ],
  ])('exits with 1 when %s, also after the node has signed again', async (_, statements) => {
    await asOwner(statements)
    for (const again of [false, true]) {
      if (again) await sign()
      const { code, output } = await verify()
      expect(output).toMatch(/^one: BROKEN at position 3/m)
      expect(code).toBe(1)
    }
    expect(log.join('')).toContain('the audit trail has lost entries that were signed')
  })

  test('exits with 1 when the head was moved back first, and the entries were deleted after the node had signed again', async () => {
    await asOwner(
      `update audit_heads h set (chain_position, hash) = (select chain_position, hash from audit a where a.chain_position = 1)`,
    )
    await sign()
    await asOwner('delete from audit where chain_position > 1')
    await sign()
    expect(await verify()).toMatchObject({ code: 1, output: expect.stringMatching(/^one: BROKEN at position 3/m) })
  })

  test('exits with 0 for an organisation that is newer than the heads, and with 1 for one that they lack', async () => {
    const before = readFileSync(join(dataDir, 'audit-heads.json'), 'utf8')
    const two = newId()
    await asOwner(`insert into organisations (id, name, system_name, time_zone) values ('${two}', 'Two', 'two', 'UTC')`)
    await write(1, two)
    expect((await verify()).code).toBe(0)
    // Heads of now, without those of the second one.
    const { heads } = JSON.parse(before)
    const unsigned = [new Date(Date.now() + 3_600_000).toISOString(), heads]
    const signature = keyedHash(deriveKeys(key).auditHeads, JSON.stringify(unsigned)).toString('hex')
    writeFileSync(join(dataDir, 'audit-heads.json'), JSON.stringify({ at: unsigned[0], heads, signature }))
    expect(await verify()).toMatchObject({ code: 1, output: expect.stringContaining('it has no signed head') })
  })

  test('exits with 1 when an organisation is gone', async () => {
    await asOwner('delete from audit; delete from audit_heads; delete from opening_controls; delete from organisations')
    expect(await verify()).toMatchObject({ code: 1, output: expect.stringContaining('the organisation is missing') })
  })

  test('exits with 1 without signed heads, with those of another key and with changed ones', async () => {
    const nothing = { code: 1, output: expect.stringContaining('Nothing to compare with: ') }
    const file = join(dataDir, 'audit-heads.json')
    const content = readFileSync(file, 'utf8')
    writeFileSync(file, content.replace('"position":3', '"position":1'))
    expect(await verify()).toMatchObject(nothing)
    rmSync(file)
    expect(await verify()).toMatchObject(nothing)
    await sign(randomBytes(32))
    expect(await verify()).toMatchObject(nothing)
  })

  test('compares with a copy, and with the newest heads of a log', async () => {
    const [copy, lines] = [join(dataDir, 'copy.json'), join(dataDir, 'log')]
    writeFileSync(copy, readFileSync(join(dataDir, 'audit-heads.json')))
    await write(2)
    await sign()
    writeFileSync(lines, log.map((line) => `Nov 27 01:02:03 host parcelhall[7]: ${line}`).join(''))
    for (const file of [copy, lines]) expect((await verify('--heads', file)).code).toBe(0)
    await asOwner(`delete from audit where chain_position > 3;
      update audit_heads h set (chain_position, hash) = (select chain_position, hash from audit a where a.chain_position = 3)`)
    // The copy is older than what is missing.
    expect((await verify('--heads', copy)).code).toBe(0)
    expect(await verify('--heads', lines)).toMatchObject({ code: 1, output: expect.stringContaining('BROKEN at position 5') })
    expect(await verify('--unknown')).toMatchObject({ code: 1, output: expect.stringMatching(/^Usage: /) })
  })

  test('exits with 1 when an organisation has users and no entry, whatever was signed', async () => {
    await asOwner(`${WIPED}; insert into portal_users (organisation_id, id, first_name, last_name, email, role_id)
      values ('${one}', '${newId()}', 'A', 'B', 'a@one.test', ${ROLES.organisationmanager.id})`)
    rmSync(join(dataDir, 'audit-heads.json'))
    await sign()
    expect(await verify()).toMatchObject({ code: 1, output: expect.stringContaining('has users, and no first entry') })
  })
})
