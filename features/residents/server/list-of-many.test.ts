import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inOrganisation, type OrganisationFixtures, seedOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import { type TestServer, testServer } from '#apps/server/testing/server.ts'
import { RESIDENT_SORTS, residents } from '../contract.ts'

let server: TestServer
let organisation: OrganisationFixtures
let manager: string
/** Bound to the first property. */
let ofProperty: string
/** Every second one lives in the first property and is last by last name. */
const COUNT = 24_000

beforeAll(async () => {
  server = await testServer()
  organisation = await seedOrganisation(server, 'riverside')
  manager = await tokenOf(server, 'organisationmanager', 'riverside')
  ofProperty = await tokenOf(server, 'propertymanager', 'riverside')
  const [first, second] = organisation.properties
  await inOrganisation(server, organisation.organisationId, (db) =>
    sql`insert into residents (organisation_id, id, property_id, building_id, unit_number, first_name, last_name, email)
      select ${organisation.organisationId}, gen_random_uuid(),
        case when n % 2 = 0 then ${first!.id}::uuid else ${second!.id}::uuid end,
        case when n % 2 = 0 then ${first!.buildingId}::uuid else ${second!.buildingId}::uuid end,
        n % 200 || 'A', case when n % 3 = 0 then 'Zoë' when n % 3 = 1 then 'zoë' else 'Ada' end || n % 7,
        case when n % 2 = 0 then 'Zimson' when n % 5 = 0 then 'adamson' else 'Adams' end || n % 11, 'p' || n || '@mail.test'
      from generate_series(1, ${COUNT}::int) as n`.execute(db),
  )
})
afterAll(() => server.stop())

const name = (column: string) => `${column} collate natural_order`
const COLUMNS: Record<(typeof RESIDENT_SORTS)[number], string> = {
  LastName: name('by_last_name'),
  FirstName: name('full_name'),
  UnitNumber: name('by_unit'),
  BuildingName: name('(select b.name from buildings b where b.id = building_id)'),
  PropertyName: name('(select p.name from properties p where p.id = property_id)'),
  Status: 'status_order',
}
type Sort = keyof typeof COLUMNS
type Way = 'asc' | 'desc'

/** Ids in the order of the table. */
async function expectedIds(where: string, sort: Sort, way: Way, rows: number): Promise<string[]> {
  const by = COLUMNS[sort]
  const found = await inOrganisation(server, organisation.organisationId, (db) =>
    sql<{
      id: string
    }>`${sql.raw(`select id from residents where ${where} order by ${by} ${way}, id ${way} limit ${rows}`)}`.execute(db),
  )
  return found.rows.map(({ id }) => id)
}

const FILTERS = [
  ['the beginning of a last name', { lastName: 'Z' }, `last_name ilike 'z%'`],
  ['a part of a last name that comes last', { lastName: 'imson' }, `last_name ilike '%imson%'`],
  ['a part of most last names', { lastName: 'AMS' }, `last_name ilike '%ams%'`],
  ['the beginning of a first name', { firstName: 'z' }, `first_name ilike 'z%'`],
  ['a first name in other letters', { firstName: 'ZOË' }, `first_name ilike 'z%'`],
  ['the beginning of a unit', { unitNumber: '1' }, `unit_number like '1%'`],
  ['a part of an e-mail and of a name', { email: 'MAIL', firstName: 'z' }, `first_name ilike 'z%'`],
] as const

test.each(
  FILTERS.flatMap(([name, filter, where]) =>
    RESIDENT_SORTS.flatMap((sort) => (['asc', 'desc'] as const).map((way) => ({ name, sort, way, filter, where }))),
  ),
)('a list filtered by $name with a capped total is sorted by $sort $way', async ({ filter, where, sort, way }) => {
  for (const token of [manager, ofProperty]) {
    const ask = async (more: object) =>
      (await server.ask(residents.page, { token, input: { ...filter, sortColumn: sort, sortDirectionText: way, ...more } })).body
    const scope = token === manager ? 'true' : `property_id = '${organisation.properties[0]!.id}'`
    const ids = await expectedIds(`${where} and ${scope}`, sort, way, 120)
    const pages = [await ask({ pageSize: 30 })]
    pages.push(await ask({ pageSize: 30, after: pages[0].After }))
    pages.push(await ask({ pageSize: 30, pageIndex: 3 }))
    expect(pages.flatMap(({ Data }) => Data.map(({ Id }: { Id: string }) => Id))).toEqual(ids.slice(0, 90))
  }
  const { Total, TotalIsAtLeast } = (
    await server.ask(residents.page, { token: manager, input: { ...filter, sortColumn: sort, sortDirectionText: way } })
  ).body
  expect({ Total, TotalIsAtLeast }).toEqual({ Total: 10_000, TotalIsAtLeast: true })
})
