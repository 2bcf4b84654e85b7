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
describe('a prepared query', () => {
  let built = 0
  const numbers = cachedQuery((_, { from, to }: Params<Range>, { order }: { order: 'asc' | 'desc' }) => {
    built += 1
    const end = to ?? sql.lit(9)
    return sql<{ n: number }>`select n from generate_series(${from}::int, ${end}::int) as n order by n ${sql.raw(order)}`
  })
  const ask = (values: Range, order: 'asc' | 'desc') =>
    inTenant(async (db) => (await numbers(db, values, { order })).map(({ n }) => n))

  test('is built once for each shape and takes the values of each call', async () => {
    expect(await ask({ from: 1, to: 3 }, 'asc')).toEqual([1, 2, 3])
    expect(await ask({ from: 2, to: 4 }, 'asc')).toEqual([2, 3, 4])
    expect(built).toBe(1)
    expect(await ask({ from: 2, to: 4 }, 'desc')).toEqual([4, 3, 2])
    expect(await ask({ from: 8, to: undefined }, 'asc')).toEqual([8, 9])
    expect(await ask({ from: 7, to: undefined }, 'asc')).toEqual([7, 8, 9])
    expect(built).toBe(3)
  })

  test('takes calls at the same time, each with its own values', async () => {
    const asked = Array.from({ length: 20 }, (_, n) => ask({ from: n, to: n + 1 }, 'asc'))
    expect(await Promise.all(asked)).toEqual(asked.map((_, n) => [n, n + 1]))
  })

  test('is one for each shape, however alike their parts are when they stand in a row', async () => {
    type Named = { readonly [name: string]: number | undefined }
    const told = cachedQuery(
      (_, values: Params<Named>, shape: Readonly<Record<string, string | number>>) =>
        sql<{ told: string }>`select ${sql.lit(JSON.stringify([shape, Object.keys(values)]))} as told`,
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
      expect(await inTenant((db) => told(db, values, shape))).toEqual([{ told: JSON.stringify([shape, Object.keys(values)]) }])
  })

  test('has null as a value', async () => {
    const same = cachedQuery((_, { value }: Params<{ value: string | null }>) => sql`select ${value}::text as value`)
    expect(await inTenant((db) => same(db, { value: null }))).toEqual([{ value: null }])
  })

  test('can be built of values as they are', async () => {
    const { one, none } = asParams({ one: 5, none: undefined })
    expect(none).toBeUndefined()
    expect((await inTenant((db) => sql`select ${one}::int as one`.execute(db))).rows).toEqual([{ one: 5 }])
  })
})
