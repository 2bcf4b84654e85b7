import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { tokenOf } from '#apps/server/testing/fixtures.ts'
import { GROUPS, LIVE_GROUPS } from '#features/package-statuses/statuses.ts'
import { newId } from '#platform/ids.ts'
import { EMPTY_GUID } from '#platform/wire.ts'
import { BANK_PACKAGE_SORTS, PACKAGE_SORTS, packages } from '../../contract.ts'
import { seededNumbers, T0 } from '../testing/insert-packages.ts'
import { idsOf, listFixtures, newestFirst, type Query } from '../testing/list-fixtures.ts'

const { state, ask, walk, expected } = listFixtures()

/** A random query with a few filters. */
function someQuery(next: (n: number) => number): Query {
  const fixtures = state.properties[next(2)]!
  const values: Query = {
    PropertyId: fixtures.propertyId,
    BuildingId: state.properties[next(2)]!.buildingId,
    LockerBankId: fixtures.cabinet.lockerBankId,
    LocationIds: [fixtures.cabinet.lockerBankId, state.properties[next(2)]!.mailroomId],
    StatusGroupIds: [[1], [2, 6], [1, 3, 4, 5], [1, 2, 3, 4, 5, 6]][next(4)],
    ResidentId: fixtures.people[next(4)]!.residentId,
    TrackingNumber: ['1Z', '1z0', '12', '99', 'A', state.rows[next(300)]!.tracking_number, '0%'][next(7)],
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
    const row = newestFirst(state.rows)[0]!
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
    const next = seededNumbers(7)
    for (let i = 0; i < 50; i += 1) {
      const query = someQuery(next)
      const all = expected(query)
      expect(await walk(query), JSON.stringify(query)).toEqual({ ids: all, total: all.length })
      const own = expected(
        query,
        state.rows.filter((row) => row.property_id === state.organisation.properties[0]!.id),
      )
      expect(await walk(query, state.concierge), JSON.stringify(query)).toEqual({ ids: own, total: own.length })
    }
  })

  test('takes an empty and the all-zero id for any', async () => {
    const all = { ids: expected({}), total: 300 }
    for (const any of ['', EMPTY_GUID, null])
      expect(await walk({ PropertyId: any, BuildingId: any, LockerBankId: any, ResidentId: any } as never)).toEqual(all)
    for (const LocationIds of [[], [EMPTY_GUID], null]) expect(await walk({ LocationIds } as never)).toEqual(all)
    const real = state.properties[0]!.mailroomId
    expect(await walk({ LocationIds: [EMPTY_GUID, real] })).toEqual(await walk({ LocationIds: [real] }))
    expect((await ask({ BuildingId: 'x' })).status).toBe(400)
  })

  test('reverses the order, and pages by number and by cursor alike', async () => {
    const oldest = expected({}).toReversed()
    expect((await walk({ SortDirectionText: 'asc' })).ids).toEqual(oldest)
    for (const input of [{}, { StatusGroupIds: [2] }, { ResidentName: 'ng' }, { PropertyId: state.properties[0]!.propertyId }]) {
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
      await state.properties[0]!.asTenant((db) =>
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
    await state.properties[0]!.asTenant((db) =>
      db
        .deleteFrom('portal_user_properties')
        .where('portal_user_id', 'in', db.selectFrom('portal_users').select('id').where('role_id', '=', 4))
        .execute(),
    )
    const none = await tokenOf(state.server, 'leasingspecialist', 'riverside')
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

describe('the packages of a locker bank', () => {
  const ofBank = (lockerBankId: string, input: Query = {}, token = state.concierge) =>
    state.server.ask(packages.ofLockerBank, { token, params: { lockerBankId }, input })

  test('are those in its lockers, newest first, unless other groups are requested', async () => {
    const { lockerBankId } = state.properties[0]!.cabinet
    const live = LIVE_GROUPS.map((group) => GROUPS[group])
    const { body } = await ofBank(lockerBankId, { pageSize: 100 })
    expect(body.Data.map((row: { Id: string }) => row.Id)).toEqual(expected({ LockerBankId: lockerBankId, StatusGroupIds: live }))
    expect(body.Data[0]).toMatchObject({ LockerName: expect.stringMatching(/^L/), DroppedAt: body.Data[0].DropOffTime })
    const left = await ofBank(lockerBankId, { statusGroupIds: [2], pageSize: 100 })
    expect(left.body.Total).toBe(expected({ LockerBankId: lockerBankId, StatusGroupIds: [2] }).length)
    expect(left.body.Data.every((row: { LockerId: null }) => row.LockerId === null)).toBe(true)
  })

  test.each(BANK_PACKAGE_SORTS)('are sorted by %s', async (sortColumn) => {
    const { lockerBankId } = state.properties[0]!.cabinet
    const { body } = await ofBank(lockerBankId, { sortColumn, sortDirectionText: 'asc', pageSize: 100 })
    const values: string[] = body.Data.map((row: Record<string, string> & { StatusGroupId: number; StatusId: number }) =>
      sortColumn === 'StatusName' ? String(row.StatusGroupId * 100 + row.StatusId) : (row[sortColumn] ?? 'z'),
    )
    expect(values.length).toBeGreaterThan(1)
    expect(values).toEqual(values.toSorted(new Intl.Collator('en', { numeric: sortColumn !== 'PackageNumber' }).compare))
  })

  test('are 404 for a bank of another property or an unknown one', async () => {
    expect((await ofBank(state.properties[1]!.cabinet.lockerBankId)).status).toBe(404)
    expect((await ofBank(newId(), {}, state.manager)).status).toBe(404)
  })
})
