import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { LockerBankRow, pageOfText } from '#features/locker-banks/contract.ts'
import type { Operation } from '#platform/operation.ts'
import { exampleOf } from './testing/examples.ts'
import { tokenOf } from './testing/fixtures.ts'
import { type Fixtures, seedFixtures } from './testing/seed-fixtures.ts'
import { rowsByCursor, type TestServer, testServer } from './testing/server.ts'

let server: TestServer
let fixtures: Fixtures
let superAdmin: string
beforeAll(async () => {
  server = await testServer()
  fixtures = await seedFixtures(server, 'riverside', { isSuperAdmin: true })
  await seedFixtures(server, 'harbour')
  superAdmin = await tokenOf(server, 'superadmin', 'riverside')
})
afterAll(() => server.stop())

type Schema = { properties?: Record<string, Schema>; items?: Schema; enum?: readonly string[] }
const schemaOf = (type: z.ZodType, io: 'input' | 'output') => z.toJSONSchema(type, { io, unrepresentable: 'any' }) as Schema
const sortsOf = (op: Operation) => schemaOf(op.input, 'input').properties?.SortColumn?.enum ?? []
/** A CSV of a list takes its sorts too. */
const lists = () => server.route.operations.filter((op) => sortsOf(op).length > 0 && !op.path.endsWith('/export'))

/** Columns that combine several fields of the row. */
const COMBINED = ['Detail', 'Place']

/** A page of a list, whose rows are JSON text for locker banks. */
async function page(op: Operation, query: object) {
  const { params, input } = exampleOf(op, fixtures.first)
  // Without the example's filters, so that there are rows to sort. Only the lines of an import need its id.
  const { Id } = (input ?? {}) as { Id?: string }
  const { status, body } = await server.ask(op, { token: superAdmin, params, input: { Id, ...query } })
  return { status, ...(Array.isArray(body.Data) || status !== 200 ? body : pageOfText(body)) }
}

test('every list can be sorted by fields of its rows only', () => {
  for (const op of lists()) {
    const rows = schemaOf(op.output, 'output').properties?.Data
    const fields = Object.keys((rows?.items ?? schemaOf(LockerBankRow, 'output')).properties ?? {})
    expect([op.path, sortsOf(op).filter((sort) => !fields.includes(sort) && !COMBINED.includes(sort))]).toEqual([op.path, []])
  }
})

test('every list is sorted by each of its columns both ways, page by page without gaps', async () => {
  let rows = 0
  for (const op of lists())
    for (const SortColumn of sortsOf(op))
      for (const SortDirectionText of ['asc', 'desc'] as const) {
        const query = { SortColumn, SortDirectionText }
        const whole = await page(op, query)
        expect([op.path, query, whole.status]).toEqual([op.path, query, 200])
        if (whole.After === undefined) continue
        const found = await rowsByCursor(async (After) => page(op, { ...query, PageSize: 1, After }))
        expect([op.path, query, found]).toEqual([op.path, query, whole.Data])
        rows += found.length
      }
  expect(rows).toBeGreaterThan(100)
})
