import { describe, expect, test } from 'vitest'
import { inOrganisation, type OrganisationFixtures, seedOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import { rowsByCursor } from '#apps/server/testing/server.ts'
import { onTwoOrganisations, type TwoOrganisations } from '#apps/server/testing/two-organisations.ts'
import { HEARTBEATS_MISSED } from '#features/kiosks/rules.ts'
import { newId } from '#platform/ids.ts'
import { type LockerBankRow, lockerBanks, pageOfText } from '../contract.ts'

let { server, riverside, harbour, manager } = {} as TwoOrganisations<OrganisationFixtures>
let staff: string
onTwoOrganisations(seedOrganisation, async (organisations) => {
  ;({ server, riverside, harbour, manager } = organisations)
  staff = await tokenOf(server, 'mailroomstaff', 'riverside')
  await insert(riverside, [
    { name: 'Lobby 10', code: 'A1', app_version: '2.0', ...seen(5) },
    { name: 'Lobby 2', code: 'A2', app_version: '10.1', ...seen(200) },
    { name: 'lobby 2', code: 'A3', app_version: '2.0', ...seen(200), heartbeat_seconds: 120 },
    { name: 'Garage', code: 'G_7', app_version: '', is_active: false, ...seen(5), is_online: false },
    { name: 'Annexe', code: 'X1', place: 1, ...seen(20) },
    { name: 'Gone', code: 'Z1', deleted_at: new Date() },
  ])
  await insert(harbour, [{ name: 'Foreign', code: 'A1' }])
})

const seen = (secondsAgo: number) => ({ is_online: true, last_heart_beat: new Date(Date.now() - secondsAgo * 1000) })
type Bank = { name: string; code: string; place?: number; [column: string]: unknown }
const insert = ({ organisationId, properties }: OrganisationFixtures, banks: Bank[]) =>
  inOrganisation(server, organisationId, async (db) => {
    for (const { place = 0, ...bank } of banks) {
      const { id: property_id, buildingId: building_id } = properties[place]!
      const where = { organisation_id: organisationId, id: newId(), property_id, building_id, address: 'Quay' }
      await db
        .insertInto('locker_banks')
        .values({ ...where, ...bank })
        .execute()
    }
  })

const page = async (input: Record<string, unknown> = {}, token = manager) => {
  const { body } = await server.ask(lockerBanks.page, { token, input })
  return pageOfText(body)
}
const names = ({ Data }: { Data: LockerBankRow[] }) => Data.map((row) => row.LockerbankName)

describe('the list of locker banks', () => {
  test('is sorted by name in natural order, with its rows as JSON text', async () => {
    const { body } = await server.ask(lockerBanks.page, { token: manager, input: {} })
    expect(body.Data.Data).toBeTypeOf('string')
    expect(body.Data.Total).toBe(5)
    expect(names(pageOfText(body))).toEqual(['Annexe', 'Garage', 'lobby 2', 'Lobby 2', 'Lobby 10'])
    expect(pageOfText(body).Data[4]).toEqual({
      LockerbankId: expect.any(String),
      LockerbankName: 'Lobby 10',
      ConfigVersion: 0,
      PublishedVersion: 0,
      BuildingName: 'Building 1',
      PropertyName: 'Property 1',
      Status: 'ONLINE',
      LastHeartBeat: expect.any(String),
      AppVersion: '2.0',
      BuildingId: riverside.properties[0]!.buildingId,
      PropertyId: riverside.properties[0]!.id,
      MailroomId: null,
    })
  })
  test('contains a bank as OFFLINE when its session ended or it missed three heartbeats', async () => {
    const { Data } = await page()
    const status = Object.fromEntries(Data.map((row) => [row.LockerbankName, row.Status]))
    expect(HEARTBEATS_MISSED).toBe(3)
    expect(status).toEqual({
      Annexe: 'ONLINE',
      Garage: 'OFFLINE',
      'lobby 2': 'ONLINE',
      'Lobby 2': 'OFFLINE',
      'Lobby 10': 'ONLINE',
    })
  })
  test.each([
    [
      'BuildingName',
      ['Building 1', 'Building 1', 'Building 1', 'Building 1', 'Building 2'],
      (row: LockerBankRow) => row.BuildingName,
    ],
    [
      'PropertyName',
      ['Property 1', 'Property 1', 'Property 1', 'Property 1', 'Property 2'],
      (row: LockerBankRow) => row.PropertyName,
    ],
    ['AppVersion', ['', '', '2.0', '2.0', '10.1'], (row: LockerBankRow) => row.AppVersion],
    ['Status', ['Garage', 'Lobby 2', 'Annexe', 'lobby 2', 'Lobby 10'], (row: LockerBankRow) => row.LockerbankName],
  ])('is sorted by %s both ways, and paged by cursor', async (SortColumn, sorted, of) => {
    const query = { SortColumn, PageSize: 2 }
    for (const SortDirectionText of ['asc', 'DESC']) {
      const whole = await page({ SortColumn, SortDirectionText })
      expect(whole.Data.map(of)).toEqual(SortDirectionText === 'asc' ? sorted : sorted.toReversed())
      const found = await rowsByCursor((After) => page({ ...query, SortDirectionText, After }))
      expect(found).toEqual(whole.Data)
    }
  })
  test('is paged by page number as well', async () => {
    expect(names(await page({ pageIndex: 2, pageSize: 2 }))).toEqual(['lobby 2', 'Lobby 2'])
    expect(await page({ pageIndex: 9, pageSize: 2 })).toMatchObject({ Data: [], Total: 5, After: null })
  })
  test('is filtered by active banks, by property, and by words of name and code', async () => {
    expect(names(await page({ onlyActive: true }))).not.toContain('Garage')
    expect(names(await page({ onlyActive: false }))).toContain('Garage')
    expect(await page({ PropertyId: riverside.properties[1]!.id })).toMatchObject({
      Data: [{ LockerbankName: 'Annexe' }],
      Total: 1,
    })
    expect(names(await page({ SearchText: '10 BBY' }))).toEqual(['Lobby 10'])
    expect(names(await page({ SearchText: 'g_' }))).toEqual(['Garage'])
    expect(names(await page({ SearchText: '%' }))).toEqual([])
  })
  test('contains the caller’s properties only', async () => {
    expect(names(await page({}, staff))).not.toContain('Annexe')
    expect(await page({ PropertyId: riverside.properties[1]!.id }, staff)).toMatchObject({ Data: [], Total: 0 })
  })
  test.each([
    [{ pageIndex: 0 }, 'PageIndex'],
    [{ pageSize: 501 }, 'PageSize'],
    [{ pageIndex: 502, pageSize: 20 }, 'PageIndex'],
    [{ sortColumn: 'Address' }, 'SortColumn'],
    [{ sortDirectionText: 'up' }, 'SortDirectionText'],
    [{ onlyActive: 'true' }, 'OnlyActive'],
    [{ After: 'garbage' }, 'After'],
    [{ After: Buffer.from('["AppVersion","asc","","x"]').toString('base64url') }, 'After'],
  ])('refuses %o', async (input, Field) => {
    expect(await server.ask(lockerBanks.page, { token: manager, input })).toMatchObject({ status: 400, body: { Field } })
  })
  test('refuses a cursor of another sort', async () => {
    const { After } = await page({ PageSize: 1 })
    const query = { After, SortColumn: 'AppVersion' }
    expect((await server.ask(lockerBanks.page, { token: manager, input: query })).status).toBe(400)
  })
})

describe('locker banks for a choice', () => {
  const ofBuilding = (buildingId: string, token = staff) => server.ask(lockerBanks.ofBuilding, { token, params: { buildingId } })
  test('are sorted by building and name', async () => {
    const { body } = await ofBuilding(riverside.properties[0]!.buildingId)
    expect(body.map((b: { Name: string }) => b.Name)).toEqual(['Garage', 'lobby 2', 'Lobby 2', 'Lobby 10'])
  })
  test('are refused with the same message for a building that is missing, foreign or not the caller’s', async () => {
    const missing = await ofBuilding(newId())
    expect(missing.status).toBe(404)
    expect(await ofBuilding(harbour.properties[0]!.buildingId)).toMatchObject({ status: 404, body: missing.body })
    expect(await ofBuilding(riverside.properties[1]!.buildingId)).toMatchObject({ status: 404, body: missing.body })
  })
  test('have their status and their name', async () => {
    const { body } = await server.ask(lockerBanks.status, { token: staff })
    expect(body.map((b: { Status: string }) => b.Status).sort()).toEqual(['OFFLINE', 'OFFLINE', 'ONLINE', 'ONLINE'])
    const [annexe] = (await page()).Data
    const name = (token: string) => server.ask(lockerBanks.name, { token, params: { lockerBankId: annexe!.LockerbankId } })
    expect((await name(manager)).body).toEqual({ Id: annexe!.LockerbankId, Name: 'Annexe' })
    expect((await name(staff)).status).toBe(404)
  })
})
