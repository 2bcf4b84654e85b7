import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OrganisationFixtures, seedOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import { type TestServer, testServer } from '#apps/server/testing/server.ts'
import { audit } from '#features/audit/contract.ts'
import { GROUPS, LIVE_GROUPS } from '#features/package-statuses/statuses.ts'
import type { Message } from '#platform/define-messages.ts'
import { newId } from '#platform/ids.ts'
import { API } from '#platform/server/http/route.ts'
import { withConnection } from '#platform/server/postgres/bootstrap-database.ts'
import { rowBatches } from '#platform/server/postgres/cursor.ts'
import { EMPTY_GUID } from '#platform/wire.ts'
import { BANK_PACKAGE_SORTS, PACKAGE_SORTS, packages } from '../../contract.ts'
import { type PackageFixtures, seedPackageFixtures } from '../testing/fixtures.ts'
import { numbers, type StockRow, stock, T0 } from '../testing/stock.ts'
import { packagesCsv } from './export.ts'
import { packagesInOrder } from './page.ts'

let server: TestServer
let organisation: OrganisationFixtures
let properties: PackageFixtures[]
let rows: StockRow[]
let manager: string
let concierge: string
beforeAll(async () => {
  server = await testServer()
  organisation = await seedOrganisation(server, 'riverside', { isSuperAdmin: true })
  const other = await seedOrganisation(server, 'harbour')
  properties = [await seedPackageFixtures(server, organisation, 0), await seedPackageFixtures(server, organisation, 1)]
  rows = await stock(server, organisation, properties, 300)
  await stock(server, other, [await seedPackageFixtures(server, other, 0)], 30, 2)
  manager = await tokenOf(server, 'organisationmanager', 'riverside')
  concierge = await tokenOf(server, 'mailroomstaff', 'riverside')
})
afterAll(() => server.stop())

type Query = Record<string, unknown>
const ask = (input: Query, token = manager) => server.ask(packages.page, { token, input })
const idsOf = (body: { Data: { PackageId: string }[] }) => body.Data.map((row) => row.PackageId)

/** All pages, by cursor. */
async function walk(input: Query, token = manager) {
  const ids: string[] = []
  const totals = new Set<number>()
  let After: string | null | undefined
  do {
    const { status, body } = await ask({ ...input, PageSize: 31, After }, token)
    expect(status).toBe(200)
    ids.push(...idsOf(body))
    totals.add(body.Total)
    After = body.After
  } while (After)
  expect(totals.size, 'one total for every page').toBe(1)
  return { ids, total: [...totals][0] }
}

const newestFirst = (some: readonly StockRow[]) =>
  some.toSorted((a, b) => b.drop_off_time.localeCompare(a.drop_off_time) || b.id.localeCompare(a.id))
const has = (text: string, part: string) =>
  part.length < 3
    ? text.toLowerCase().startsWith(part.toLowerCase()) || text.toLowerCase().includes(` ${part.toLowerCase()}`)
    : text.toLowerCase().includes(part.toLowerCase())

/** The meaning of each filter as a second implementation. */
const MEANING: Record<string, (row: StockRow, value: never) => boolean> = {
  PropertyId: (row, id: string) => row.property_id === id,
  BuildingId: (row, id: string) => row.building_id === id,
  LockerBankId: (row, id: string) => row.locker_bank_id === id,
  LocationIds: (row, ids: string[]) => ids.includes(row.locker_bank_id ?? row.mailroom_id!),
  StatusGroupIds: (row, ids: number[]) => ids.includes(row.status_group),
  ResidentId: (row, id: string) => row.resident_id === id,
  TrackingNumber: (row, part: string) =>
    part.length < 3 ? row.tracking_number.toLowerCase().startsWith(part.toLowerCase()) : has(row.tracking_number, part),
  ResidentName: (row, part: string) => has(row.recipient_name, part),
  UnitNumber: (row, part: string) => row.unit_number.toLowerCase().startsWith(part.toLowerCase()),
  Q: (row, text: string) =>
    text
      .split(' ')
      .every((word) => has([row.recipient_name, row.unit_number, row.package_number, row.tracking_number].join(' '), word)),
  DroppedFrom: (row, time: string) => row.drop_off_time >= new Date(time).toISOString(),
  DroppedBefore: (row, time: string) => row.drop_off_time < new Date(time).toISOString(),
}
const expected = (query: Query, from: readonly StockRow[] = rows) =>
  newestFirst(
    from.filter((row) => Object.entries(query).every(([name, value]) => MEANING[name]?.(row, value as never) ?? true)),
  ).map((row) => row.id)

/** A random query with a few filters. */
function someQuery(next: (n: number) => number): Query {
  const fixtures = properties[next(2)]!
  const values: Query = {
    PropertyId: fixtures.propertyId,
    BuildingId: properties[next(2)]!.buildingId,
    LockerBankId: fixtures.cabinet.lockerBankId,
    LocationIds: [fixtures.cabinet.lockerBankId, properties[next(2)]!.mailroomId],
    StatusGroupIds: [[1], [2, 6], [1, 3, 4, 5], [1, 2, 3, 4, 5, 6]][next(4)],
    ResidentId: fixtures.people[next(4)]!.residentId,
    TrackingNumber: ['1Z', '1z0', '12', '99', 'A', rows[next(300)]!.tracking_number, '0%'][next(7)],
    ResidentName: ['ng', 'Di', 'patra', '50%', 'o_p', '_pa', "O'N", 'ADA LOVE', 'wu'][next(9)],
    UnitNumber: ['1', '12', '1A', '3', '33'][next(5)],
    Q: ['ng', 'lace', '12a', '3', 'pn1-17', 'PN1-5', '1z12', '1Z123A', '%', 'love 12a', '1z1 ada 3'][next(11)],
    DroppedFrom: new Date(T0 + next(100) * 1000).toISOString(),
    DroppedBefore: new Date(T0 + next(100) * 1000).toISOString().replace('Z', '+00:00'),
  }
  const names = Object.keys(values)
  return Object.fromEntries(Array.from({ length: next(4) }, () => names[next(names.length)]!).map((name) => [name, values[name]]))
}

describe('the Package Viewer', () => {
  test('returns the newest twenty first, with all fields of a row', async () => {
    const { status, body } = await ask({})
    expect(status).toBe(200)
    expect(idsOf(body)).toEqual(expected({}).slice(0, 20))
    expect(body).toMatchObject({ Total: 300, After: expect.any(String) })
    const row = newestFirst(rows)[0]!
    expect(body.Data[0]).toEqual({
      PackageId: row.id,
      PropertyId: row.property_id,
      PropertyTimezoneId: 'Europe/London',
      LockerBankId: row.locker_bank_id,
      LockerBankName: row.locker_bank_id && expect.stringMatching(/^Lobby/),
      LockerName: row.locker_id && expect.stringMatching(/^L\d/),
      MailRoomId: row.mailroom_id,
      MailRoomName: row.mailroom_id && expect.stringMatching(/^Mailroom/),
      ResidentId: row.resident_id,
      ResidentName: row.recipient_name,
      UnitNumber: row.unit_number,
      PackageNumber: row.package_number,
      TrackingNumber: row.tracking_number,
      Status: expect.any(String),
      StatusId: row.status_id,
      StatusGroupId: row.status_group,
      DropOffTime: row.drop_off_time,
      ExpiryTime: null,
      CollectionTime: null,
      RecoveryTime: null,
      CourierId: expect.any(String),
      CourierName: 'Swift',
    })
  })

  test('applies any filters, alone and combined, on every page, for every caller within their scope', async () => {
    const next = numbers(7)
    for (let i = 0; i < 50; i += 1) {
      const query = someQuery(next)
      const all = expected(query)
      expect(await walk(query), JSON.stringify(query)).toEqual({ ids: all, total: all.length })
      const own = expected(
        query,
        rows.filter((row) => row.property_id === organisation.properties[0]!.id),
      )
      expect(await walk(query, concierge), JSON.stringify(query)).toEqual({ ids: own, total: own.length })
    }
  })

  test('takes an empty and the all-zero id for any', async () => {
    const all = { ids: expected({}), total: 300 }
    for (const any of ['', EMPTY_GUID, null])
      expect(await walk({ PropertyId: any, BuildingId: any, LockerBankId: any, ResidentId: any } as never)).toEqual(all)
    for (const LocationIds of [[], [EMPTY_GUID], null]) expect(await walk({ LocationIds } as never)).toEqual(all)
    const real = properties[0]!.mailroomId
    expect(await walk({ LocationIds: [EMPTY_GUID, real] })).toEqual(await walk({ LocationIds: [real] }))
    expect((await ask({ BuildingId: 'x' })).status).toBe(400)
  })

  test('reverses the order, and pages by number and by cursor alike', async () => {
    const oldest = expected({}).toReversed()
    expect((await walk({ SortDirectionText: 'asc' })).ids).toEqual(oldest)
    for (const input of [{}, { StatusGroupIds: [2] }, { ResidentName: 'ng' }, { PropertyId: properties[0]!.propertyId }]) {
      const { body } = await ask({ ...input, PageIndex: 3, PageSize: 10 })
      expect(idsOf(body)).toEqual(expected(input).slice(20, 30))
    }
    const beyond = await ask({ PageIndex: 40, PageSize: 10 })
    expect(beyond.body).toMatchObject({ Data: [], Total: 300, After: null })
  })

  const naturally = new Intl.Collator('en', { numeric: true })
  const byCharacter = (a: string, b: string) => Number(a > b) - Number(a < b)
  const EMPTY_LAST = { asc: 'z', desc: '' }
  /** The shown value of each column; packages without a time are last both ways. */
  type Row = Record<string, string> & { StatusGroupId: number; StatusId: number }
  const shownValue = (row: Row, sort: string, way: 'asc' | 'desc') => {
    if (sort === 'Status') return String(row.StatusGroupId * 100 + row.StatusId)
    if (sort === 'LockerBankName') return row.LockerBankName ?? row.MailRoomName ?? ''
    return row[sort] ?? (sort.endsWith('Time') ? EMPTY_LAST[way] : '')
  }

  test.each(PACKAGE_SORTS.flatMap((sort) => (['asc', 'desc'] as const).map((way) => [sort, way] as const)))(
    'is sorted by %s %s, on every page',
    async (SortColumn, SortDirectionText) => {
      await properties[0]!.asTenant((db) =>
        sql`update packages set expiry_time = drop_off_time + interval '1 day', collection_time = case when status_group = 2 then drop_off_time + interval '2 hours' end,
          recovery_time = case when status_group = 6 then drop_off_time + interval '3 hours' end`.execute(db),
      )
      const query = { SortColumn, SortDirectionText }
      for (const filter of [{}, { StatusGroupIds: [1, 2] }, { ResidentName: 'ng' }]) {
        const { body } = await ask({ ...filter, ...query, PageSize: 500 })
        const values: string[] = body.Data.map((row: Row) => shownValue(row, SortColumn, SortDirectionText))
        // Ids and numbers are in the order of characters, the other texts as people sort them.
        const compare = /Package(Id|Number)/.test(SortColumn) ? byCharacter : naturally.compare
        const pairs = values.slice(1).map((value, i) => compare(values[i]!, value) * (SortDirectionText === 'asc' ? 1 : -1))
        expect(pairs.filter((order) => order > 0)).toHaveLength(0)
        expect((await walk({ ...filter, ...query })).ids).toEqual(idsOf(body))
      }
    },
  )

  test('ignores the case of names, and treats empty, null and all-zero filters as none', async () => {
    const any = { propertyId: EMPTY_GUID, BuildingId: null, statusGroupIds: [], locationIds: null, trackingNumber: '', q: '  ' }
    expect((await ask({ ...any, pageSize: 500, sortColumn: '', sortDirectionText: 'DESC' })).body).toMatchObject({ Total: 300 })
  })

  test('returns nothing for places of another organisation, and nothing for a user without properties', async () => {
    const nowhere = newId()
    for (const query of [{ PropertyId: nowhere }, { BuildingId: nowhere }, { LocationIds: [nowhere] }, { ResidentId: nowhere }])
      expect((await ask(query)).body).toMatchObject({ Data: [], Total: 0, After: null })
    await properties[0]!.asTenant((db) =>
      db
        .deleteFrom('portal_user_properties')
        .where('portal_user_id', 'in', db.selectFrom('portal_users').select('id').where('role_id', '=', 4))
        .execute(),
    )
    const none = await tokenOf(server, 'leasingspecialist', 'riverside')
    for (const query of [{}, { Q: 'lace' }, { StatusGroupIds: [1] }])
      expect((await ask(query, none)).body).toMatchObject({ Data: [], Total: 0 })
  })

  test('names the invalid input', async () => {
    const { body } = await ask({ PageSize: 10 })
    const foreignCursor = { After: body.After, SortDirectionText: 'asc' }
    const forged = (value: string) => Buffer.from(JSON.stringify(['DropOffTime', 'desc', value, newId()])).toString('base64url')
    const bad: [Query, string | undefined][] = [
      [{ SortColumn: 'Note' }, 'SortColumn'],
      [{ PageSize: 501 }, 'PageSize'],
      [{ PageIndex: 0 }, 'PageIndex'],
      [{ PageIndex: 502, PageSize: 20 }, 'PageIndex'],
      [{ StatusGroupIds: [7] }, 'StatusGroupIds.0'],
      [{ StatusGroupIds: ['1'] }, 'StatusGroupIds.0'],
      [{ LocationIds: ['x'] }, 'LocationIds.0'],
      [{ PropertyId: 'x' }, 'PropertyId'],
      [{ DroppedFrom: 'yesterday' }, 'DroppedFrom'],
      [{ UnitNumber: 'x'.repeat(11) }, 'UnitNumber'],
      [{ After: 'garbage' }, 'After'],
      [foreignCursor, 'After'],
      [{ After: forged('no time') }, undefined],
    ]
    for (const [query, field] of bad) {
      const answer = await ask(query)
      expect([query, answer.status, answer.body.Field]).toEqual([query, 400, field])
    }
  })
})

/** The lines of the CSV. */
async function csv(input: Query, { token = manager, language = 'en-US' } = {}): Promise<string[]> {
  const reply = await server.app.inject({
    method: 'POST',
    url: API + packages.export.path,
    headers: { authorization: `Bearer ${token}`, 'accept-language': language },
    payload: input,
  })
  expect(reply.statusCode).toBe(200)
  return reply.body.replace('\ufeff', '').trim().split('\r\n')
}

describe('the CSV of packages', () => {
  test('has the chosen columns in the user’s language and date format, with exact times', async () => {
    const [newest] = newestFirst(rows)
    const [head, first] = await csv(
      { Columns: ['Status', 'PackageNumber', 'DropOffTime'], DateFormat: 'en-GB' },
      { language: 'de' },
    )
    expect(head).toBe('Status,Paket,Einlieferung,Zeitzone')
    expect(first).toMatch(new RegExp(`^[^,]+,${newest!.package_number},\\d\\d/\\d\\d/2026 \\d{1,2}:\\d\\d [AP]M,\\w+/\\w+$`))
  })

  test('contains only what the user may see', async () => {
    const own = await csv({ Columns: ['PackageId'] }, { token: concierge })
    expect(own.slice(1).toSorted()).toEqual(
      rows
        .filter((row) => row.property_id === properties[0]!.propertyId)
        .map((row) => row.id)
        .toSorted(),
    )
    expect(await csv({ Columns: ['PackageId'], PropertyId: properties[1]!.propertyId }, { token: concierge })).toHaveLength(1)
  })

  test.each(PACKAGE_SORTS)('has the order of the list by %s', async (SortColumn) => {
    const sort = { SortColumn, SortDirectionText: 'asc' }
    expect((await csv({ ...sort, Columns: ['PackageId'] })).slice(1)).toEqual((await walk(sort)).ids)
  })

  test('leaves an entry in the audit trail with its filters and the number of rows, without names', async () => {
    const { propertyId } = properties[0]!
    const filters = { PropertyId: propertyId, StatusGroupIds: [1], ResidentName: 'ada' }
    const lines = await csv({ ...filters, Columns: ['PackageNumber'] })
    const [latest] = await properties[0]!.asTenant((db) =>
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
    const entries = await server.ask(audit.page, { token: manager, input: { Action: 'packages exported' } })
    const [{ Id }] = entries.body.Data
    const { body } = await server.ask(audit.get, { token: manager, params: { entryId: Id } })
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
      expect((await server.ask(packages.export, { token: manager, input: { Columns } as never })).status).toBe(400)
  })
})

describe('the packages of a locker bank', () => {
  const ofBank = (lockerBankId: string, input: Query = {}, token = concierge) =>
    server.ask(packages.ofLockerBank, { token, params: { lockerBankId }, input })

  test('are those in its lockers, newest first, unless other groups are requested', async () => {
    const { lockerBankId } = properties[0]!.cabinet
    const live = LIVE_GROUPS.map((group) => GROUPS[group])
    const { body } = await ofBank(lockerBankId, { pageSize: 100 })
    expect(body.Data.map((row: { Id: string }) => row.Id)).toEqual(expected({ LockerBankId: lockerBankId, StatusGroupIds: live }))
    expect(body.Data[0]).toMatchObject({ LockerName: expect.stringMatching(/^L/), DroppedAt: body.Data[0].DropOffTime })
    const left = await ofBank(lockerBankId, { statusGroupIds: [2], pageSize: 100 })
    expect(left.body.Total).toBe(expected({ LockerBankId: lockerBankId, StatusGroupIds: [2] }).length)
    expect(left.body.Data.every((row: { LockerId: null }) => row.LockerId === null)).toBe(true)
  })

  test.each(BANK_PACKAGE_SORTS)('are sorted by %s', async (sortColumn) => {
    const { lockerBankId } = properties[0]!.cabinet
    const { body } = await ofBank(lockerBankId, { sortColumn, sortDirectionText: 'asc', pageSize: 100 })
    const values: string[] = body.Data.map((row: Record<string, string> & { StatusGroupId: number; StatusId: number }) =>
      sortColumn === 'StatusName' ? String(row.StatusGroupId * 100 + row.StatusId) : (row[sortColumn] ?? 'z'),
    )
    expect(values.length).toBeGreaterThan(1)
    expect(values).toEqual(values.toSorted(new Intl.Collator('en', { numeric: sortColumn !== 'PackageNumber' }).compare))
  })

  test('are 404 for a bank of another property or an unknown one', async () => {
    expect((await ofBank(properties[1]!.cabinet.lockerBankId)).status).toBe(404)
    expect((await ofBank(newId(), {}, manager)).status).toBe(404)
  })
})

describe('above the limits of counting', () => {
  const COUNT = 10_500
  beforeAll(async () => {
    const { propertyId, buildingId, mailroomId, organisationId } = properties[1]!
    await properties[1]!.asTenant((db) =>
      sql`insert into packages (organisation_id, id, property_id, building_id, mailroom_id, package_number, tracking_number,
          recipient_name, unit_number, status_id, status_group, drop_off_time, last_transaction_at)
        select ${organisationId}, gen_random_uuid(), ${propertyId}, ${buildingId}, ${mailroomId}, 'BIG' || i, 'BULK' || i,
          case when i % 700 = 0 then 'Rare Bird' else 'Common Sparrow' end, '9Z', 2, 1, ${new Date(T0)}::timestamptz - i * interval '1 second', now()
        from generate_series(1, ${COUNT}::int) as i`.execute(db),
    )
    // Autovacuum is off in tests, and plans for a table of 300 rows are useless for this one.
    await withConnection(server.store.superuserUrl, (client) => client.query('analyze').then(() => {}))
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
    expect((await ask({ ResidentName: 'rare b' }, concierge)).body.Total).toBe(0)
    expect((await ask({ TrackingNumber: 'bulk77' })).body.Total).toBe(111)
    expect((await ask({ Q: 'BIG77' })).body.Total).toBe(111)
    expect((await ask({ Q: 'big77 common' })).body.Total).toBe(110)
  })

  test('a common text is paged in every order, in places too, and is not seen in other properties', async () => {
    for (const SortColumn of PACKAGE_SORTS)
      for (const SortDirectionText of ['asc', 'desc'] as const)
        for (const place of [{}, { PropertyId: properties[1]!.propertyId }, { BuildingId: properties[1]!.buildingId }]) {
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
          expect((await ask(query, concierge)).body).toMatchObject({ Data: [], Total: 0 })
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
    const tenant = { organisationId: organisation.organisationId, propertyIds: [properties[1]!.propertyId] }
    const asked = packages.export.input.parse({ Columns: ['PackageId'], SortColumn: 'PackageNumber' })
    const translate = (message: Message) => message.text
    return packagesCsv({ database: server.database, tenant, translate }, asked, onEnd)
  }

  test('the CSV neither misses nor doubles packages that change while it is read', async () => {
    const some = slowExport()
    const parts = [(await some.next()).value as string]
    // Those at the end of the order go to its beginning, and the other way round.
    await properties[1]!.asTenant((db) =>
      sql`update packages set package_number = case when package_number < 'BIG5' then 'Z' else 'A' end || package_number
        where package_number like 'BIG%'`.execute(db),
    )
    for await (const part of some) parts.push(part)
    await properties[1]!.asTenant((db) =>
      sql`update packages set package_number = substr(package_number, 2) where package_number similar to '[AZ]BIG%'`.execute(db),
    )
    const ids = parts.join('').trim().split('\r\n').slice(1)
    expect(ids).toHaveLength(COUNT + expected({ PropertyId: properties[1]!.propertyId }).length)
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
    const { idleCount, waitingCount, totalCount } = server.database.cursors
    expect([totalCount - idleCount, waitingCount]).toEqual([0, 0])
  })

  test('an export waits for a connection no longer than other requests, and is then refused as busy', async () => {
    const open = await Promise.all(
      [slowExport(), slowExport(), slowExport()].map(async (some) => {
        await some.next()
        return some
      }),
    )
    const refused = await server.ask(packages.export, { token: manager, input: { Columns: ['PackageId'] } })
    expect(refused.status).toBe(503)
    for (const some of open) await some.return(undefined)
    expect(await csv({ Columns: ['PackageId'], PropertyId: properties[0]!.propertyId })).not.toHaveLength(0)
  })

  test('an export ends when it takes too long', async () => {
    const tenant = { organisationId: organisation.organisationId, propertyIds: '*' } as const
    const order = { SortColumn: 'PackageId', SortDirectionText: 'asc' } as const
    const all = packagesInOrder(server.database.untenanted, tenant, {}, order, ['PackageId'])
    const batches = rowBatches(server.database, tenant, all, { totalMs: -1 })
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
