import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Operation } from '#platform/operation.ts'
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

/** Everything that is asked by whom the portal signs in, and what it answers with. A live stream never ends by itself. */
async function answers() {
  const asked = server.route.operations.filter(
    (op) =>
      op.needs.access !== 'kiosk' && op.needs.access !== 'public' && op.path !== '/dashboard/live' && op.method !== 'DELETE',
  )
  const told: string[] = []
  for (const op of asked) {
    const { status } = await server.ask(op, { token, params: paramsOf(op), input: op.method === 'GET' ? undefined : {} })
    told.push(`${op.method} ${op.path} ${status}`)
  }
  return told
}
const paramsOf = ({ path }: Operation) =>
  Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name!, own.valueFor(path, name!, own.first)]))

async function addColumns() {
  const owner = new pg.Client({ connectionString: server.store.ownerUrl })
  await owner.connect()
  const { rows } = await owner.query(`select tablename from pg_tables where schemaname = 'public'`)
  for (const { tablename } of rows) await owner.query(`alter table ${tablename} add column of_the_next_release text`)
  await owner.end()
}

test('columns that a newer node adds while this one runs break nothing that it asks', async () => {
  const before = await answers()
  expect(before.filter((told) => told.endsWith(' 200')).length).toBeGreaterThan(15)
  // So often that every connection of the pool has its statements by name.
  await Promise.all(Array.from({ length: 10 }, answers))
  await addColumns()
  expect((await answers()).filter((told) => told.endsWith(' 500'))).toEqual([])
})
