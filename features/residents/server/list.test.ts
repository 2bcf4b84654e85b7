import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import { type Fixtures, seedFixtures } from '#apps/server/testing/seed-fixtures.ts'
import { type TestServer, testServer } from '#apps/server/testing/server.ts'
import { recipients } from '#features/recipients/contract.ts'
import { newId } from '#platform/ids.ts'
import type { ResidentRow } from '../contract.ts'
import { type RESIDENT_SORTS, residents } from '../contract.ts'

let server: TestServer
let organisation: Fixtures
let manager: string
/** Bound to the first property. */
let ofProperty: string
const FIRST = ['Ada', 'Ben', 'Chloë', 'Dev', 'eve', 'Ömer', 'Zoë']
const LAST = ['Adams', 'Berg', 'van der Berg', 'Çelik', 'de Souza', 'Smith', 'O’Neill', '100%']

type Kept = {
  id: string
  property: string
  building: string
  first: string
  last: string
  unit: string
  email: string
  status: number
  flags: [boolean, boolean, boolean]
  isActive: boolean
}
const allResidents: Kept[] = []
const COUNT = 600

beforeAll(async () => {
  server = await testServer()
  organisation = await seedFixtures(server, 'riverside')
  manager = await tokenOf(server, 'organisationmanager', 'riverside')
  ofProperty = await tokenOf(server, 'propertymanager', 'riverside')
  const places = [organisation.first.ids, organisation.second.ids]
  for (let n = 0; n < COUNT; n += 1) {
    const place = places[n % 3 === 0 ? 1 : 0]!
    const first = FIRST[n % FIRST.length]!
    const last = LAST[(n * 5) % LAST.length]!
    allResidents.push({
      id: newId(),
      property: place.property,
      building: place.building,
      first,
      last,
      unit: `${(n % 40) + 1}${n % 2 ? 'B' : 'a'}`,
      email: n % 5 ? `p${n}@mail.test` : '',
      status: n % 11 === 0 ? 3 : n % 7 === 0 ? 2 : 1,
      flags: [n % 13 === 0, n % 17 === 0, n % 19 === 0],
      isActive: n % 11 !== 0 && n % 23 !== 0,
    })
  }
  await inOrganisation(server, organisation.organisationId, async (db) => {
    await db.updateTable('residents').set({ deleted_at: new Date() }).execute()
    await db
      .insertInto('residents')
      .values(
        allResidents.map((one) => ({
          organisation_id: organisation.organisationId,
          id: one.id,
          property_id: one.property,
          building_id: one.building,
          unit_number: one.unit,
          first_name: one.first,
          last_name: one.last,
          email: one.email,
          occupancy_status: one.status,
          is_active: one.isActive,
          has_opted_out: one.flags[0],
          is_out_of_town: one.flags[1],
          is_disabled: one.flags[2],
        })),
      )
      .execute()
  })
})
afterAll(() => server.stop())

const ask = async (input: object, token = manager) => (await server.ask(residents.page, { token, input })).body
const idsOf = (rows: readonly { Id: string }[]) => rows.map(({ Id }) => Id).sort()
const expected = (fits: (one: Kept) => boolean) =>
  allResidents
    .filter(fits)
    .map(({ id }) => id)
    .sort()

const has = (text: string, part: string) => text.toLowerCase().includes(part)
const begins = (text: string, part: string) => text.toLowerCase().startsWith(part)
const FILTERS: readonly [object | (() => object), (one: Kept) => boolean][] = [
  [{}, () => true],
  [() => ({ propertyId: organisation.second.ids.property }), (one) => one.property === organisation.second.ids.property],
  [() => ({ buildingId: organisation.first.ids.building }), (one) => one.building === organisation.first.ids.building],
  [() => ({ propertyId: organisation.first.ids.property, buildingId: organisation.second.ids.building }), () => false],
  [{ occupancyStatusType: 1 }, (one) => one.status === 1],
  [{ occupancyStatusType: 3 }, (one) => one.status === 3],
  [{ residentFlag: 1 }, (one) => one.flags[0]],
  [{ residentFlag: 2 }, (one) => one.flags[1]],
  [{ residentFlag: 3, occupancyStatusType: 2 }, (one) => one.flags[2] && one.status === 2],
  [{ unitNumber: '1' }, (one) => begins(one.unit, '1')],
  [{ unitNumber: '12B' }, (one) => begins(one.unit, '12b')],
  [{ lastName: 'berg' }, (one) => has(one.last, 'berg')],
  [{ lastName: 'Be' }, (one) => begins(one.last, 'be')],
  [{ lastName: 'ÇEL' }, (one) => has(one.last, 'çel')],
  [{ lastName: '0%' }, () => false],
  [{ lastName: '00%' }, (one) => has(one.last, '00%')],
  [{ firstName: 'ö' }, (one) => begins(one.first, 'ö')],
  [{ firstName: 'EVE' }, (one) => has(one.first, 'eve')],
  [{ email: 'p1' }, (one) => begins(one.email, 'p1')],
  [{ email: 'mail.test' }, (one) => has(one.email, 'mail.test')],
  [{ firstName: 'ada', lastName: 'smith', residentFlag: 0 }, (one) => one.first === 'Ada' && one.last === 'Smith'],
  [
    () => ({ lastName: 'smith', propertyId: organisation.second.ids.property, occupancyStatusType: 1 }),
    (one) => one.last === 'Smith' && one.property === organisation.second.ids.property && one.status === 1,
  ],
]

describe('a list of residents', () => {
  test.each(FILTERS.map(([input, fits], i) => [i, input, fits] as const))(
    'contains exactly the matches of filter %i, also for the staff of one property',
    async (_i, input, fits) => {
      const filter = { ...(typeof input === 'function' ? input() : input), pageSize: 500 }
      const [page, second] = [await ask(filter), await ask({ ...filter, pageIndex: 2 })]
      expect(idsOf([...page.Data, ...second.Data])).toEqual(expected(fits))
      expect(page.Total).toBe(expected(fits).length)
      const scoped = await ask(filter, ofProperty)
      expect(idsOf(scoped.Data)).toEqual(expected((one) => fits(one) && one.property === organisation.first.ids.property))
      expect(scoped.Total).toBe(scoped.Data.length)
    },
  )

  const ORDER = {
    LastName: ({ LastName, FirstName }: ResidentRow) => `${LastName} ${FirstName}`,
    FirstName: ({ LastName, FirstName }: ResidentRow) => `${FirstName} ${LastName}`,
    UnitNumber: ({ UnitNumber, LastName, FirstName }: ResidentRow) => `${UnitNumber} ${LastName} ${FirstName}`,
    BuildingName: ({ BuildingName }: ResidentRow) => BuildingName,
    PropertyName: ({ PropertyName }: ResidentRow) => PropertyName,
    Status: ({ Status }: ResidentRow) => String(['Current', 'Moving in', 'Moved out', 'Inactive'].indexOf(Status)),
  } as const satisfies Record<(typeof RESIDENT_SORTS)[number], unknown>
  const naturally = new Intl.Collator('en', { numeric: true })

  test.each(
    (Object.keys(ORDER) as (keyof typeof ORDER)[]).flatMap((sortColumn) =>
      (['asc', 'desc'] as const).flatMap((sortDirectionText) =>
        [{}, { residentFlag: 1 }, { lastName: 'berg' }].map((filter) => ({ sortColumn, sortDirectionText, ...filter })),
      ),
    ),
  )('is paged in the order of %j without duplicates or gaps', async (query) => {
    for (const token of [manager, ofProperty]) {
      const rows: ResidentRow[] = []
      let after: string | null | undefined
      let pages = 0
      do {
        const page = await ask({ ...query, pageSize: 100, after }, token)
        rows.push(...page.Data)
        after = page.After
        pages += 1
      } while (after && pages < 10)
      expect(rows.length).toBe((await ask(query, token)).Total)
      expect(new Set(idsOf(rows)).size).toBe(rows.length)
      const keys = rows.map(ORDER[query.sortColumn])
      const sorted = [...keys].sort((a, b) => naturally.compare(a, b))
      const inOrder = query.sortDirectionText === 'asc' ? sorted : sorted.reverse()
      expect(keys.every((key, i) => naturally.compare(key, inOrder[i]!) === 0)).toBe(true)
      const second = await ask({ ...query, pageSize: 20, pageIndex: 2 }, token)
      expect(second.Data.map(ORDER[query.sortColumn])).toEqual(keys.slice(20, 40))
    }
  })

  test('is refused for a sort, a flag or a status that is not offered', async () => {
    for (const input of [{ sortColumn: 'Email' }, { residentFlag: 4 }, { occupancyStatusType: 9 }])
      expect((await server.ask(residents.page, { token: manager, input })).status).toBe(400)
  })

  test('contains the status, inactive without another status', async () => {
    const rows: ResidentRow[] = (await ask({ pageSize: 500 })).Data
    for (const row of rows) {
      const one = allResidents.find(({ id }) => id === row.Id)!
      const status = ['Current', 'Moving in', 'Moved out'][one.status - 1]
      expect(row.Status).toBe(one.isActive || one.status === 3 ? status : 'Inactive')
    }
  })
})

describe('look-ups', () => {
  const quick = async (term: string, token = manager) =>
    server.ask(recipients.quickSearch, { token, params: { organisationId: organisation.organisationId, term } })
  const active = (fits: (one: Kept) => boolean) => expected((one) => one.isActive && fits(one))

  test('say whether notices go to the resident', async () => {
    const one = allResidents.find(({ isActive, email }) => isActive && email)!
    const seen = async () => (await quick(one.email)).body.find(({ Id }: { Id: string }) => Id === one.id).HasNotices
    const set = (change: object) =>
      inOrganisation(server, organisation.organisationId, (db) =>
        db.updateTable('residents').set(change).where('id', '=', one.id).execute(),
      )
    await set({ is_email_notification_enabled: true, has_opted_out: false })
    expect(await seen()).toBe(true)
    await set({ has_opted_out: true })
    expect(await seen()).toBe(false)
    await set({ has_opted_out: false, is_email_notification_enabled: false, mobile_phone: '' })
    expect(await seen()).toBe(false)
  })

  test('find at most 20 active residents by name, unit or e-mail as you type', async () => {
    const found = async (term: string) => idsOf((await quick(term)).body)
    expect(await found('p31')).toEqual(active((one) => begins(one.email, 'p31')))
    expect(await found('ben SMITH')).toEqual(active((one) => one.first === 'Ben' && one.last === 'Smith').slice(0, 20))
    expect(await found('smith ben')).toEqual(await found('ben smith'))
    const rows = (await quick('be')).body as { Id: string; Name: string }[]
    expect(rows).toHaveLength(20)
    expect(rows.every(({ Name }) => / be/i.test(` ${Name}`))).toBe(true)
    // '2a' is also contained in '12a', '22a' and '32a'.
    const one = allResidents.find(({ isActive, unit }) => isActive && unit === '2a') ?? allResidents[0]!
    const units = ((await quick(`${one.last} ${one.unit}`)).body as { UnitNumber: string }[]).map(({ UnitNumber }) => UnitNumber)
    const isExact = units.map((unit) => unit.toLowerCase() === one.unit.toLowerCase())
    expect(isExact[0]).toBe(true)
    expect(isExact).toEqual(isExact.toSorted((a, b) => Number(b) - Number(a)))
    expect((await quick('zz')).body).toEqual([])
    expect(await found('%_')).toEqual([])
  })

  test('of one property’s staff find no residents of another', async () => {
    const rows = idsOf((await quick('p3', ofProperty)).body)
    const expected = active((one) => begins(one.email, 'p3') && one.property === organisation.first.ids.property)
    expect(rows.length).toBe(Math.min(20, expected.length))
    expect(rows.every((id) => expected.includes(id))).toBe(true)
  })

  test('of one character find the unit that it is', async () => {
    expect([(await quick('b')).status, (await quick('b')).body]).toEqual([200, []])
  })

  test('return the first match of a unit or a name with the number of matches, and 404 for none', async () => {
    const byUnit = await server.ask(recipients.firstByUnit, { token: manager, params: { unit: '12b' } })
    expect(byUnit.body.UnitNumber).toBe('12B')
    expect(byUnit.body.Matches).toBe(active((one) => one.unit === '12B').length)
    const inBuilding = await server.ask(recipients.firstByUnit, {
      token: manager,
      params: { unit: '12B' },
      query: { buildingId: organisation.second.ids.building },
    })
    const matches = active((one) => one.unit === '12B' && one.building === organisation.second.ids.building).length
    expect(matches ? inBuilding.body.Matches : inBuilding.status).toBe(matches || 404)
    const byName = await server.ask(recipients.firstByName, { token: manager, params: { first: 'ada', last: 'SMITH' } })
    expect(byName.body).toMatchObject({
      Name: 'Ada Smith',
      Matches: active((one) => one.first === 'Ada' && one.last === 'Smith').length,
    })
    expect((await server.ask(recipients.firstByUnit, { token: manager, params: { unit: '999' } })).status).toBe(404)
  })

  test('list units and names, optionally by prefix', async () => {
    const params = { organisationId: organisation.organisationId }
    const units = await server.ask(recipients.unitNumbers, { token: manager, params })
    expect([...units.body].sort()).toEqual(
      [...new Set(allResidents.filter((one) => one.isActive).map(({ unit }) => unit))].sort(),
    )
    expect(units.body[0]).toMatch(/^1[aB]$/)
    const some = await server.ask(recipients.unitNumbers, { token: manager, params, query: { q: '12' } })
    expect(some.body).toEqual(
      [...new Set(allResidents.filter((one) => one.isActive && begins(one.unit, '12')).map(({ unit }) => unit))].sort(),
    )
    const names = await server.ask(recipients.names, { token: manager, params, query: { q: 'smi' } })
    expect(idsOf(names.body)).toEqual(active((one) => begins(one.last, 'smi')))
    const inBuilding = await server.ask(recipients.names, {
      token: manager,
      params,
      query: { buildingId: organisation.second.ids.building },
    })
    expect(idsOf(inBuilding.body)).toEqual(active((one) => one.building === organisation.second.ids.building))
    expect((await server.ask(recipients.names, { token: manager, params })).body).toHaveLength(500)
  })
})
