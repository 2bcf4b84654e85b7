import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#platform/ids.ts'
import { writeAudit } from '#platform/server/postgres/audit.ts'
import { chainAudit } from '#platform/server/postgres/audit-chain.ts'
import { withConnection } from '#platform/server/postgres/bootstrap-database.ts'
import { openDatabase, wholeOrganisation } from '#platform/server/postgres/db.ts'
import { type TestDatabase, testDatabase } from '#platform/server/testing/database.ts'
import { launch } from './testing/program.ts'

let store: TestDatabase
const organisationId = newId()
const asOwner = (statement: string) => withConnection(store.superuserUrl, (client) => client.query(statement))

/** Runs `npm run audit:verify`. */
async function verify() {
  const env = { DATABASE_URL: store.url, DATABASE_OWNER_URL: store.ownerUrl }
  const program = launch(env, 'apps/server/audit-verify.ts')
  return { code: await program.ended, output: program.output() }
}

beforeAll(async () => {
  store = await testDatabase()
  await asOwner(`insert into organisations (id, name, system_name, time_zone) values ('${organisationId}', 'One', 'one', 'UTC')`)
  const database = openDatabase(store.url)
  const actor = { id: null, name: 'a' }
  await database.inTenant(wholeOrganisation(organisationId), async (db) => {
    for (let i = 0; i < 3; i++)
      await writeAudit(db, { organisationId, at: new Date(), actor, action: 'courier changed', subjectId: newId() })
  })
  await chainAudit(database)
  await database.close()
})
afterAll(() => store.drop())

test('audit:verify › names the first broken entry of an organisation, and exits with 1', { timeout: 30_000 }, async () => {
  const whole = await verify()
  expect(whole).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^one: 3 entries are whole, .* last hash [0-9a-f]{64}\.$/m),
  })
  await asOwner(`update audit set actor_name = 'b' where chain_position = 2`)
  const broken = await verify()
  expect(broken).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^one: BROKEN at position 2 \(entry [0-9a-f-]{36}\): /m),
  })
})
