import { afterAll, beforeAll, expect } from 'vitest'
import { type OrganisationFixtures, seedOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import { type TestServer, testServer } from '#apps/server/testing/server.ts'
import { API } from '#platform/server/http/route.ts'
import { packages } from '../../contract.ts'
import { type PackageFixtures, seedPackageFixtures } from './fixtures.ts'
import { type InsertedPackage, insertPackages } from './insert-packages.ts'

export type Query = Record<string, unknown>

export const idsOf = (body: { Data: { PackageId: string }[] }) => body.Data.map((row) => row.PackageId)

export const newestFirst = (some: readonly InsertedPackage[]) =>
  some.toSorted((a, b) => b.drop_off_time.localeCompare(a.drop_off_time) || b.id.localeCompare(a.id))

const has = (text: string, part: string) =>
  part.length < 3
    ? text.toLowerCase().startsWith(part.toLowerCase()) || text.toLowerCase().includes(` ${part.toLowerCase()}`)
    : text.toLowerCase().includes(part.toLowerCase())

/** The meaning of each filter as a second implementation. */
const MEANING: Record<string, (row: InsertedPackage, value: never) => boolean> = {
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

/** An organisation with many packages, and the list of them. */
export function listFixtures() {
  const state = {} as {
    server: TestServer
    organisation: OrganisationFixtures
    properties: PackageFixtures[]
    rows: InsertedPackage[]
    manager: string
    concierge: string
  }

  beforeAll(async () => {
    state.server = await testServer()
    state.organisation = await seedOrganisation(state.server, 'riverside', { isSuperAdmin: true })
    const other = await seedOrganisation(state.server, 'harbour')
    state.properties = [
      await seedPackageFixtures(state.server, state.organisation, 0),
      await seedPackageFixtures(state.server, state.organisation, 1),
    ]
    state.rows = await insertPackages(state.server, state.organisation, state.properties, 300)
    await insertPackages(state.server, other, [await seedPackageFixtures(state.server, other, 0)], 30, 2)
    state.manager = await tokenOf(state.server, 'organisationmanager', 'riverside')
    state.concierge = await tokenOf(state.server, 'mailroomstaff', 'riverside')
  })
  afterAll(() => state.server.stop())
  const ask = (input: Query, token = state.manager) => state.server.ask(packages.page, { token, input })
  /** All pages, by cursor. */
  async function walk(input: Query, token = state.manager) {
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
  const expected = (query: Query, from: readonly InsertedPackage[] = state.rows) =>
    newestFirst(
      from.filter((row) => Object.entries(query).every(([name, value]) => MEANING[name]?.(row, value as never) ?? true)),
    ).map((row) => row.id)
  /** The lines of the CSV. */
  async function csv(input: Query, { token = state.manager, language = 'en-US' } = {}): Promise<string[]> {
    const reply = await state.server.app.inject({
      method: 'POST',
      url: API + packages.export.path,
      headers: { authorization: `Bearer ${token}`, 'accept-language': language },
      payload: input,
    })
    expect(reply.statusCode).toBe(200)
    return reply.body.replace('\ufeff', '').trim().split('\r\n')
  }

  return { state, ask, walk, expected, csv }
}
