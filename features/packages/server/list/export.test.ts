import { describe, expect, test } from 'vitest'
import { audit } from '#features/audit/contract.ts'
import { PACKAGE_SORTS, packages } from '../../contract.ts'
import { listFixtures, newestFirst } from '../testing/list-fixtures.ts'

const { state, walk, csv } = listFixtures()

describe('the CSV of packages', () => {
  test('has the chosen columns in the user’s language and date format, with exact times', async () => {
    const [newest] = newestFirst(state.rows)
    const [head, first] = await csv(
      { Columns: ['Status', 'PackageNumber', 'DropOffTime'], DateFormat: 'en-GB' },
      { language: 'de' },
    )
    expect(head).toBe('Status,Paket,Einlieferung,Zeitzone')
    expect(first).toMatch(new RegExp(`^[^,]+,${newest!.package_number},\\d\\d/\\d\\d/2026 \\d{1,2}:\\d\\d [AP]M,\\w+/\\w+$`))
  })

  test('contains only what the user may see', async () => {
    const own = await csv({ Columns: ['PackageId'] }, { token: state.concierge })
    expect(own.slice(1).toSorted()).toEqual(
      state.rows
        .filter((row) => row.property_id === state.properties[0]!.propertyId)
        .map((row) => row.id)
        .toSorted(),
    )
    expect(
      await csv({ Columns: ['PackageId'], PropertyId: state.properties[1]!.propertyId }, { token: state.concierge }),
    ).toHaveLength(1)
  })

  test.each(PACKAGE_SORTS)('has the order of the list by %s', async (SortColumn) => {
    const sort = { SortColumn, SortDirectionText: 'asc' }
    expect((await csv({ ...sort, Columns: ['PackageId'] })).slice(1)).toEqual((await walk(sort)).ids)
  })

  test('leaves an entry in the audit trail with its filters and the number of rows, without names', async () => {
    const { propertyId } = state.properties[0]!
    const filters = { PropertyId: propertyId, StatusGroupIds: [1], ResidentName: 'ada' }
    const lines = await csv({ ...filters, Columns: ['PackageNumber'] })
    const [latest] = await state.properties[0]!.asTenant((db) =>
      db.selectFrom('audit').select(['action', 'detail']).orderBy('id', 'desc').limit(1).execute(),
    )
    expect(latest).toEqual({
      action: 'packages exported',
      detail: {
        filters: { PropertyId: propertyId, StatusGroupIds: [1] },
        filteredBy: ['ResidentName'],
        packages: lines.length - 1,
      },
    })
    const entries = await state.server.ask(audit.page, { token: state.manager, input: { Action: 'packages exported' } })
    const [{ Id }] = entries.body.Data
    const { body } = await state.server.ask(audit.get, { token: state.manager, params: { entryId: Id } })
    const changes = body.Changes.map(({ Label, After }: { Label: string; After: string }) => `${Label}: ${After}`)
    expect(changes.toSorted()).toEqual([
      'Filtered by text in: Resident',
      `Packages: ${lines.length - 1}`,
      expect.stringMatching(/^Property: /),
      'Status: Active',
    ])
  })

  test('refuses a column that does not exist, and none', async () => {
    for (const Columns of [['Pin'], []])
      expect((await state.server.ask(packages.export, { token: state.manager, input: { Columns } as never })).status).toBe(400)
  })
})
