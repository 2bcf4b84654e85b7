import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OrganisationFixtures, seedOrganisation } from '#apps/server/testing/fixtures.ts'
import { type TestServer, testServer } from '#apps/server/testing/server.ts'
import { asParams, cachedQuery, type Params } from './cached-query.ts'
import { type Db, wholeOrganisation } from './db.ts'

let server: TestServer
let organisation: OrganisationFixtures
beforeAll(async () => {
  server = await testServer()
  organisation = await seedOrganisation(server, 'riverside')
})
afterAll(() => server.stop())
const inTenant = <T>(work: (db: Db) => Promise<T>) =>
  server.database.inTenant(wholeOrganisation(organisation.organisationId), work)

type Range = { readonly from: number; readonly to: number | undefined }
describe('a cached query', () => {
  let built = 0
  const numbers = cachedQuery((_, { from, to }: Params<Range>, { order }: { order: 'asc' | 'desc' }) => {
    built += 1
    const end = to ?? sql.lit(9)
    return sql<{ n: number }>`select n from generate_series(${from}::int, ${end}::int) as n order by n ${sql.raw(order)}`
  })
  const run = (values: Range, order: 'asc' | 'desc') =>
    inTenant(async (db) => (await numbers(db, values, { order })).map(({ n }) => n))

  test('is built once per shape and takes the values of each call', async () => {
    expect(await run({ from: 1, to: 3 }, 'asc')).toEqual([1, 2, 3])
    expect(await run({ from: 2, to: 4 }, 'asc')).toEqual([2, 3, 4])
    expect(built).toBe(1)
    expect(await run({ from: 2, to: 4 }, 'desc')).toEqual([4, 3, 2])
    expect(await run({ from: 8, to: undefined }, 'asc')).toEqual([8, 9])
    expect(await run({ from: 7, to: undefined }, 'asc')).toEqual([7, 8, 9])
    expect(built).toBe(3)
  })

  test('keeps the values of concurrent calls apart', async () => {
    const calls = Array.from({ length: 20 }, (_, n) => run({ from: n, to: n + 1 }, 'asc'))
    expect(await Promise.all(calls)).toEqual(calls.map((_, n) => [n, n + 1]))
  })

  test('distinguishes shapes whose parts look alike when joined', async () => {
    type Named = { readonly [name: string]: number | undefined }
    const shapes = cachedQuery(
      (_, values: Params<Named>, shape: Readonly<Record<string, string | number>>) =>
        sql<{ key: string }>`select ${sql.lit(JSON.stringify([shape, Object.keys(values)]))} as key`,
    )
    const alike: [Named, Record<string, string | number>][] = [
      [{}, { a: 'x', b: 'y' }],
      [{}, { b: 'x', a: 'y' }],
      [{}, { a: 'x,y' }],
      [{ y: 1 }, { a: 'x' }],
      [{ x: 1, y: 1 }, {}],
      [{ 'x,y': 1 }, {}],
      [{}, { a: 1 }],
      [{}, { a: '1' }],
    ]
    for (const [values, shape] of alike)
      expect(await inTenant((db) => shapes(db, values, shape))).toEqual([{ key: JSON.stringify([shape, Object.keys(values)]) }])
  })

  test('takes null as a value', async () => {
    const same = cachedQuery((_, { value }: Params<{ value: string | null }>) => sql`select ${value}::text as value`)
    expect(await inTenant((db) => same(db, { value: null }))).toEqual([{ value: null }])
  })

  test('can be built from the values themselves', async () => {
    const { one, none } = asParams({ one: 5, none: undefined })
    expect(none).toBeUndefined()
    expect((await inTenant((db) => sql`select ${one}::int as one`.execute(db))).rows).toEqual([{ one: 5 }])
  })
})
