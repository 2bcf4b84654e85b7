import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exampleOf } from './testing/examples.ts'
import { tokenOf } from './testing/fixtures.ts'
import { type Fixtures, seedFixtures } from './testing/seed-fixtures.ts'
import { type TestServer, testServer } from './testing/server.ts'

let server: TestServer
let own: Fixtures
let token: string
beforeAll(async () => {
  server = await testServer()
  own = await seedFixtures(server, 'riverside', { isSuperAdmin: true })
  token = await tokenOf(server, 'superadmin', 'riverside')
})
afterAll(() => server.stop())

/** The status of every operation of portal users, except the live stream, which does not end by itself. */
async function statuses() {
  const operations = server.route.operations.filter(
    (op) =>
      op.needs.access !== 'kiosk' && op.needs.access !== 'public' && op.path !== '/dashboard/live' && op.method !== 'DELETE',
  )
  const lines: string[] = []
  for (const op of operations) {
    const { params } = exampleOf(op, own.first)
    const { status } = await server.ask(op, { token, params, input: op.method === 'GET' ? undefined : {} })
    lines.push(`${op.method} ${op.path} ${status}`)
  }
  return lines
}

async function addColumns() {
  const owner = new pg.Client({ connectionString: server.store.ownerUrl })
  await owner.connect()
  const { rows } = await owner.query(`select tablename from pg_tables where schemaname = 'public'`)
  for (const { tablename } of rows) await owner.query(`alter table ${tablename} add column of_the_next_release text`)
  await owner.end()
}

test('serves every operation after a newer node has added columns', async () => {
  const before = await statuses()
  expect(before.filter((line) => line.endsWith(' 200')).length).toBeGreaterThan(15)
  // Often enough that every connection of the pool has prepared its statements.
  await Promise.all(Array.from({ length: 10 }, statuses))
  await addColumns()
  expect((await statuses()).filter((line) => line.endsWith(' 500'))).toEqual([])
})
