import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inOrganisation } from '#apps/server/testing/fixtures.ts'
import { applied, checked } from '../testing/files.ts'
import { eachWithImportFixtures, type ImportFixtures } from '../testing/import-fixtures.ts'

let { server, fixtures, token, sent } = {} as ImportFixtures
eachWithImportFixtures((there) => {
  ;({ server, fixtures, token, sent } = there)
})

test('the planner has statistics of a new organisation after the first lines of a large file', async () => {
  const expected = () =>
    inOrganisation(server, fixtures.organisationId, async (db) => {
      const { rows } = await sql<{ 'QUERY PLAN': { Plan: object }[] }>`explain (format json) select from residents`.execute(db)
      return (rows[0]!['QUERY PLAN'][0]!.Plan as { 'Plan Rows': number })['Plan Rows']
    })
  expect(await expected()).toBeLessThan(100)
  const lines = Array.from({ length: 2500 }, (_, i) => `P1,Building 1,${i},First${i},Last${i},X${i}`)
  const content = ['Property,Building,Unit,First Name,Last Name,ExternalId', ...lines].join('\n')
  await applied(server, token, (await checked(server, sent, content)).Id)
  expect(await expected()).toBeGreaterThan(500)
})
