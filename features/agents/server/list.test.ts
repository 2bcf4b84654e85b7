import { beforeAll, describe, expect, test } from 'vitest'
import { rowsByCursor } from '#apps/server/testing/server.ts'
import { newId } from '#platform/ids.ts'
import { type AgentRow, agents } from '../contract.ts'
import { agentFixtures } from './testing/agent-fixtures.ts'

const { fixtures, created, remove, inRiverside } = agentFixtures()
const page = async (input: object = {}, token = fixtures.manager) =>
  (await fixtures.server.ask(agents.page, { token, input })).body as { Data: AgentRow[]; Total: number; After: string | null }
const names = ({ Data }: { Data: AgentRow[] }) => Data.map((row) => `${row.FirstName} ${row.LastName}`)

beforeAll(async () => {
  const { second } = fixtures.riverside
  await created({ firstName: 'Carlos', lastName: 'Vega', roleTypeId: 9, courierId: fixtures.cleaningId })
  await created({ firstName: 'Bo', lastName: 'Ågren', isActive: false })
  await created({ firstName: 'Zoë', lastName: 'Vegard', propertyIds: [second.ids.property] })
})

describe('the list of agents', () => {
  test('contains the organisation’s agents with names, courier and status', async () => {
    const { Data, Total } = await page()
    expect(Total).toBe(5)
    expect(Data.find((row) => row.FirstName === 'Carlos')).toEqual({
      AgentId: expect.any(String),
      FirstName: 'Carlos',
      CourierId: expect.any(String),
      LastName: 'Vega',
      CourierName: 'Fresh Press',
      AgentStatus: 1,
      RoleTypeId: 9,
      Properties: [{ Id: fixtures.riverside.first.ids.property, Name: 'Property 1' }],
    })
    expect(Data.find((row) => row.FirstName === 'Bo')?.AgentStatus).toBe(2)
    expect(names({ Data }).join()).not.toContain('harbour')
  })

  test.each(['FirstName', 'LastName', 'CourierName'] as const)('is sorted by %s both ways, page by page', async (SortColumn) => {
    for (const SortDirectionText of ['asc', 'desc']) {
      const whole = await page({ SortColumn, SortDirectionText })
      const values = whole.Data.map((row) => row[SortColumn])
      const { compare } = new Intl.Collator('und', { numeric: true })
      expect(values).toEqual(values.toSorted((a, b) => (SortDirectionText === 'asc' ? compare(a, b) : compare(b, a))))
      const found = await rowsByCursor((After) => page({ SortColumn, SortDirectionText, PageSize: 2, After }))
      expect(found).toEqual(whole.Data)
    }
  })

  test.each(['AgentStatus', 'RoleTypeId'] as const)('is sorted by %s both ways, page by page', async (SortColumn) => {
    for (const SortDirectionText of ['asc', 'desc']) {
      const whole = await page({ SortColumn, SortDirectionText })
      const values = whole.Data.map((row) => row[SortColumn])
      expect(values).toEqual(values.toSorted((a, b) => (SortDirectionText === 'asc' ? a - b : b - a)))
      const found = await rowsByCursor((After) => page({ SortColumn, SortDirectionText, PageSize: 2, After }))
      expect(found).toEqual(whole.Data)
    }
  })

  test('names only the caller’s properties of an agent, and is sorted by the first of them', async () => {
    const { first, second } = fixtures.riverside
    const id = await created({ lastName: 'Both', propertyIds: [first.ids.property, second.ids.property] })
    const namesFor = async (token: string) =>
      (await page({ SearchText: 'Both' }, token)).Data.find((row) => row.AgentId === id)?.Properties
    const [all, some] = [await namesFor(fixtures.manager), await namesFor(fixtures.ofProperty)]
    expect([all?.length, some?.length]).toEqual([2, 1])
    const sorted = await page({ SortColumn: 'Properties', SortDirectionText: 'desc' })
    const firsts = sorted.Data.map((row) => row.Properties[0]!.Name)
    expect(firsts).toEqual(firsts.toSorted(new Intl.Collator('und', { numeric: true }).compare).toReversed())
    const found = await rowsByCursor((After) => page({ SortColumn: 'Properties', SortDirectionText: 'desc', PageSize: 2, After }))
    expect(found).toEqual(sorted.Data)
    await remove([id])
  })

  test('is filtered by a substring of a name or of the courier’s name', async () => {
    expect(names(await page({ SearchText: 'vEGa' }))).toEqual(['Carlos Vega', 'Zoë Vegard'])
    expect(names(await page({ SearchText: 'los veg' }))).toEqual(['Carlos Vega'])
    expect(names(await page({ SearchText: 'press' }))).toEqual(['Carlos Vega'])
    expect(await page({ SearchText: '%' })).toMatchObject({ Data: [], Total: 0 })
  })

  test('is filtered by courier and by property', async () => {
    expect(names(await page({ CourierId: fixtures.cleaningId }))).toEqual(['Carlos Vega'])
    const { property } = fixtures.riverside.second.ids
    expect(names(await page({ PropertyId: property }))).toEqual(['Agent-riverside-2 Test', 'Zoë Vegard'])
  })

  test('contains agents of the caller’s properties only', async () => {
    const seen = names(await page({}, fixtures.ofProperty))
    expect(seen.toSorted()).toEqual(['Agent-riverside-1 Test', 'Bo Ågren', 'Carlos Vega'])
    expect(await page({ PropertyId: fixtures.riverside.second.ids.property }, fixtures.ofProperty)).toMatchObject({ Total: 0 })
  })
})

describe('deleting agents', () => {
  test('hides them, frees their user names, and keeps their ids for histories', async () => {
    const id = await created({ firstName: 'Gone', userName: 'gone' })
    const { body } = await remove([id, id])
    expect(body).toEqual({ Message: '1 deleted.', Removed: [id], Refused: [] })
    expect(names(await page()).join()).not.toContain('Gone')
    expect(await inRiverside((db) => db.selectFrom('agents').select('id').where('id', '=', id).execute())).toEqual([{ id }])
    expect(await inRiverside((db) => db.selectFrom('kiosk_logins').select('id').where('agent_id', '=', id).execute())).toEqual([])
    expect(await created({ userName: 'GONE' })).not.toBe(id)
  })

  test('is refused for each agent with properties that the caller does not see', async () => {
    const [first, second] = [fixtures.riverside.first.ids.property, fixtures.riverside.second.ids.property]
    const shared = await created({ firstName: 'Shared', propertyIds: [first, second] })
    const own = await created({ propertyIds: [first] })
    const missing = newId()
    const { body } = await remove([shared, own, missing, fixtures.riverside.second.ids.agent], fixtures.ofProperty)
    expect(body.Removed).toEqual([own])
    expect(new Map(body.Refused.map((one: { Id: string; Reason: string }) => [one.Id, one.Reason]))).toEqual(
      new Map([
        [shared, 'Shared Agent: The agent also serves properties that you do not manage.'],
        [missing, 'Not found. It may have been deleted.'],
        [fixtures.riverside.second.ids.agent, 'Not found. It may have been deleted.'],
      ]),
    )
    expect((await remove([shared])).body.Removed).toEqual([shared])
  })
})
