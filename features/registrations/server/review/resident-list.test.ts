import { describe, expect, test } from 'vitest'
import { registrationsOf } from '../../contract.ts'
import { APPROVE, REJECT, reviewFixtures } from '../testing/review-fixtures.ts'

const { fixtures, inRiverside, residentForm, review, submitted, rowOf } = reviewFixtures()

const page = (input: object, token = fixtures.manager) => fixtures.server.ask(registrationsOf.resident.page, { token, input })

const idsOf = async (input: object, token?: string) =>
  (await page({ pageSize: 500, ...input }, token)).body.Data.map((row: { Id: string }) => row.Id)

describe('the list of residents’ registrations', () => {
  test('is narrowed by status, place, unit, name, e-mail and special needs', async () => {
    const { property, building } = fixtures.riverside.second.ids
    const { email } = residentForm()
    const form = { email, firstName: 'Zoe', lastName: 'Zwei', unitNumber: '77B', propertyId: property, buildingId: building }
    const id = await submitted('resident', { ...form, isDDA: true })
    const { body } = await page({ unitNumber: '77' })
    expect(body.Data[0]).toMatchObject({
      Id: id,
      FirstName: 'Zoe',
      UnitNumber: '77B',
      BuildingName: 'Building 2',
      PropertyName: 'Property 2',
      RegistrationStatus: 'Pending',
      IsEmailVerified: true,
    })
    const narrowed = [{ propertyId: property, lastName: 'wei' }, { buildingId: building, firstName: 'zO' }, { email }]
    for (const filter of [...narrowed, { residentFlag: 3 }]) expect(await idsOf(filter)).toEqual([id])
    for (const filter of [{ lastName: 'wei', registrationStatusType: 2 }, { unitNumber: '%' }])
      expect(await idsOf(filter)).toEqual([])
    expect(await idsOf({ lastName: 'wei' }, fixtures.leasing)).toEqual([])
    for (const wrong of [{ registrationStatusType: 9 }, { occupancyStatusType: 4 }, { residentFlag: 4 }])
      expect((await page(wrong)).status).toBe(400)
  })

  test('is narrowed by the occupancy status and the flags of the resident, before an approval by those of a new one', async () => {
    const lastName = 'Facet'
    const waiting = await submitted('resident', { lastName, isDDA: true })
    const rejected = await submitted('resident', { lastName })
    await review('resident', rejected, REJECT)
    const approved = await submitted('resident', { lastName, isDDA: true })
    expect((await review('resident', approved, APPROVE)).status).toBe(200)
    const { resident_id } = await rowOf(approved)
    await inRiverside((db) =>
      db
        .updateTable('residents')
        .set({ occupancy_status: 2, has_opted_out: true, is_disabled: false })
        .where('id', '=', resident_id)
        .execute(),
    )
    const found = async (filter: object) => (await idsOf({ lastName, registrationStatusType: 0, ...filter })).sort()
    expect(await found({ occupancyStatusType: 1 })).toEqual([waiting, rejected].sort())
    expect(await found({ occupancyStatusType: 2 })).toEqual([approved])
    expect(await found({ occupancyStatusType: 3 })).toEqual([])
    expect(await found({ residentFlag: 1 })).toEqual([approved])
    expect(await found({ residentFlag: 2 })).toEqual([])
    expect(await found({ residentFlag: 3 })).toEqual([waiting])
    expect(await found({ residentFlag: 1, occupancyStatusType: 1 })).toEqual([])
    expect(await found({ residentFlag: 3, occupancyStatusType: 1, registrationStatusType: 1 })).toEqual([waiting])
    expect(await found({ occupancyStatusType: 2, registrationStatusType: 2 })).toEqual([approved])
    expect(await found({ occupancyStatusType: 2, registrationStatusType: 1 })).toEqual([])
  })

  test('is sorted by each of its columns', async () => {
    const { property, building } = fixtures.riverside.second.ids
    await submitted('resident', { lastName: 'aardvark', unitNumber: '2', propertyId: property, buildingId: building })
    const last = await submitted('resident', { lastName: 'Zyx', unitNumber: '10' }, { isVerified: false })
    await review('resident', last, REJECT)
    const naturally = new Intl.Collator('en', { numeric: true })
    const STATUSES = ['Pending', 'Approved', 'Rejected']
    const { SortColumn } = registrationsOf.resident.page.input.shape
    const sorts = SortColumn.out.unwrap().options
    expect(sorts).toContain('BuildingName')
    for (const sortColumn of sorts)
      for (const sortDirectionText of ['asc', 'desc']) {
        const { body } = await page({ registrationStatusType: 0, sortColumn, sortDirectionText, pageSize: 500 })
        const values = body.Data.map((row: Record<string, string>) =>
          sortColumn === 'RegistrationStatus' ? String(STATUSES.indexOf(row[sortColumn]!)) : String(row[sortColumn]),
        )
        const sorted = values.toSorted(naturally.compare)
        expect([sortColumn, values]).toEqual([sortColumn, sortDirectionText === 'asc' ? sorted : sorted.toReversed()])
        expect(new Set(values).size).toBeGreaterThan(1)
      }
  })
})
