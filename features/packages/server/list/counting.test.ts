import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Message } from '#platform/define-messages.ts'
import { withConnection } from '#platform/server/postgres/bootstrap-database.ts'
import { rowBatches } from '#platform/server/postgres/cursor.ts'
import { PACKAGE_SORTS, packages } from '../../contract.ts'
import { T0 } from '../testing/insert-packages.ts'
import { listFixtures, type Query } from '../testing/list-fixtures.ts'
import { packagesCsv } from './export.ts'
import { packagesInOrder } from './page.ts'

const { state, ask, expected, csv } = listFixtures()

describe('above the limits of counting', () => {
  const COUNT = 10_500
  beforeAll(async () => {
    const { propertyId, buildingId, mailroomId, organisationId } = state.properties[1]!
    await state.properties[1]!.asTenant((db) =>
      sql`insert into packages (organisation_id, id, property_id, building_id, mailroom_id, package_number, tracking_number,
          recipient_name, unit_number, status_id, status_group, drop_off_time, last_transaction_at)
        select ${organisationId}, gen_random_uuid(), ${propertyId}, ${buildingId}, ${mailroomId}, 'BIG' || i, 'BULK' || i,
          case when i % 700 = 0 then 'Rare Bird' else 'Common Sparrow' end, '9Z', 2, 1, ${new Date(T0)}::timestamptz - i * interval '1 second', now()
        from generate_series(1, ${COUNT}::int) as i`.execute(db),
    )
    // Autovacuum is off in tests, and plans for a table of 300 rows are useless for this one.
    await withConnection(state.server.store.superuserUrl, (client) => client.query('analyze').then(() => {}))
  })

  test('totals from counters stay exact, and other totals are capped', async () => {
    const exact = await ask({ StatusGroupIds: [1] })
    const before = expected({ StatusGroupIds: [1] }).length
    expect(exact.body).toMatchObject({ Total: COUNT + before })
    expect(exact.body.TotalIsAtLeast).toBeUndefined()
    const period = { DroppedBefore: new Date(T0).toISOString() }
    for (const query of [period, { ResidentName: 'sparrow' }, { UnitNumber: '9' }, { Q: 'bulk' }, { TrackingNumber: 'BU' }]) {
      const { body } = await ask(query)
      expect([query, body.Total, body.TotalIsAtLeast, body.Data.length]).toEqual([query, 10_000, true, 20])
    }
  })

  test('a common text is paged in order, and a rare one is found completely', async () => {
    const numbersOf = async (query: Query) => {
      const { body } = await ask({ ResidentName: 'sparrow', PageSize: 30, ...query })
      return body.Data.map((row: { TrackingNumber: string }) => Number(row.TrackingNumber.slice(4)))
    }
    const sparrows = Array.from({ length: COUNT }, (_, i) => i + 1).filter((i) => i % 700 !== 0)
    expect(await numbersOf({})).toEqual(sparrows.slice(0, 30))
    expect(await numbersOf({ SortDirectionText: 'asc' })).toEqual(sparrows.toReversed().slice(0, 30))
    const rare = await ask({ ResidentName: 'rare b', StatusGroupIds: [1, 3] })
    expect(rare.body).toMatchObject({ Total: 15, After: null })
    expect(rare.body.TotalIsAtLeast).toBeUndefined()
    expect((await ask({ ResidentName: 'rare b' }, state.concierge)).body.Total).toBe(0)
    expect((await ask({ TrackingNumber: 'bulk77' })).body.Total).toBe(111)
    expect((await ask({ Q: 'BIG77' })).body.Total).toBe(111)
    expect((await ask({ Q: 'big77 common' })).body.Total).toBe(110)
  })

  test('a common text is paged in every order, in places too, and is not seen in other properties', async () => {
    for (const SortColumn of PACKAGE_SORTS)
      for (const SortDirectionText of ['asc', 'desc'] as const)
        for (const place of [
          {},
          { PropertyId: state.properties[1]!.propertyId },
          { BuildingId: state.properties[1]!.buildingId },
        ]) {
          const query = { ResidentName: 'sparrow', SortColumn, SortDirectionText, ...place }
          const { body: first } = await ask(query)
          const { body: second } = await ask({ ...query, After: first.After })
          const rows = [...first.Data, ...second.Data] as { PackageId: string; ResidentName: string }[]
          expect([query, first.TotalIsAtLeast, new Set(rows.map(({ PackageId }) => PackageId)).size]).toEqual([query, true, 40])
          expect(new Set(rows.map(({ ResidentName }) => ResidentName))).toEqual(new Set(['Common Sparrow']))
          expect((await ask({ ...query, PageIndex: 2 })).body.Data).toEqual(second.Data)
          const ids = rows.map(({ PackageId }) => PackageId)
          const sorted = ids.toSorted()
          if (SortColumn === 'PackageId') expect(ids).toEqual(SortDirectionText === 'asc' ? sorted : sorted.toReversed())
          expect((await ask(query, state.concierge)).body).toMatchObject({ Data: [], Total: 0 })
        }
  })

  test('the CSV has every row of the filters, in the order of the list', async () => {
    const lines = await csv({ StatusGroupIds: [1], Columns: ['PackageNumber', 'TrackingNumber'] })
    expect(lines).toHaveLength(COUNT + expected({ StatusGroupIds: [1] }).length + 1)
    expect(new Set(lines).size).toBe(lines.length)
    const byNumber = await csv({ Q: 'BIG77', Columns: ['PackageNumber'], SortColumn: 'PackageNumber', SortDirectionText: 'asc' })
    expect(byNumber.slice(1)).toEqual(byNumber.slice(1).toSorted())
    expect(byNumber).toHaveLength(112)
  })

  /** An export of all packages of the second property by their number, which no index sorts. */
  const slowExport = (onEnd = async (_: number) => {}) => {
    const tenant = { organisationId: state.organisation.organisationId, propertyIds: [state.properties[1]!.propertyId] }
    const asked = packages.export.input.parse({ Columns: ['PackageId'], SortColumn: 'PackageNumber' })
    const translate = (message: Message) => message.text
    return packagesCsv({ database: state.server.database, tenant, translate }, asked, onEnd)
  }

  test('the CSV neither misses nor doubles packages that change while it is read', async () => {
    const some = slowExport()
    const parts = [(await some.next()).value as string]
    // Those at the end of the order go to its beginning, and the other way round.
    await state.properties[1]!.asTenant((db) =>
      sql`update packages set package_number = case when package_number < 'BIG5' then 'Z' else 'A' end || package_number
        where package_number like 'BIG%'`.execute(db),
    )
    for await (const part of some) parts.push(part)
    await state.properties[1]!.asTenant((db) =>
      sql`update packages set package_number = substr(package_number, 2) where package_number similar to '[AZ]BIG%'`.execute(db),
    )
    const ids = parts.join('').trim().split('\r\n').slice(1)
    expect(ids).toHaveLength(COUNT + expected({ PropertyId: state.properties[1]!.propertyId }).length)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('an export that the client leaves gives its connection back, and counts what was read', async () => {
    const counts: number[] = []
    for (let i = 0; i < 5; i += 1) {
      const some = slowExport(async (count) => void counts.push(count))
      await some.next()
      await some.return(undefined)
    }
    expect(counts).toEqual([2000, 2000, 2000, 2000, 2000])
    const { idleCount, waitingCount, totalCount } = state.server.database.cursors
    expect([totalCount - idleCount, waitingCount]).toEqual([0, 0])
  })

  test('an export waits for a connection no longer than other requests, and is then refused as busy', async () => {
    const open = await Promise.all(
      [slowExport(), slowExport(), slowExport()].map(async (some) => {
        await some.next()
        return some
      }),
    )
    const refused = await state.server.ask(packages.export, { token: state.manager, input: { Columns: ['PackageId'] } })
    expect(refused.status).toBe(503)
    for (const some of open) await some.return(undefined)
    expect(await csv({ Columns: ['PackageId'], PropertyId: state.properties[0]!.propertyId })).not.toHaveLength(0)
  })

  test('an export ends when it takes too long', async () => {
    const tenant = { organisationId: state.organisation.organisationId, propertyIds: '*' } as const
    const order = { SortColumn: 'PackageId', SortDirectionText: 'asc' } as const
    const zones = await state.properties[1]!.asTenant((db) => db.selectFrom('properties').select('time_zone').execute())
    const all = packagesInOrder(state.server.database.untenanted, tenant, {}, order, {
      columns: ['PackageId'],
      timeZones: [...new Set(zones.map(({ time_zone }) => time_zone))],
    })
    const batches = rowBatches(state.server.database, tenant, all, { totalMs: -1 })
    expect((await batches.next()).value).toHaveLength(2000)
    await expect(batches.next()).rejects.toThrow('too long')
  })

  test('refuses a page number beyond ten thousand rows, but not a cursor', async () => {
    expect((await ask({ PageIndex: 21, PageSize: 500 })).status).toBe(200)
    expect((await ask({ PageIndex: 22, PageSize: 500 })).status).toBe(400)
    let after: string | null | undefined
    let seen = 0
    do {
      const { body } = await ask({ PageSize: 500, After: after, StatusGroupIds: [1] })
      seen += body.Data.length
      after = body.After
    } while (after)
    expect(seen).toBe(COUNT + expected({ StatusGroupIds: [1] }).length)
  })
})
