import { expect, test } from 'vitest'
import { type Fixtures, seedFixtures } from '#apps/server/testing/seed-fixtures.ts'
import { onTwoOrganisations, type TwoOrganisations } from '#apps/server/testing/two-organisations.ts'
import { adviceTags } from '#features/advice-tags/contract.ts'
import { buildings } from '#features/buildings/contract.ts'
import { mailrooms } from '#features/mailrooms/contract.ts'
import { regions } from '#features/regions/contract.ts'
import { properties } from '../contract.ts'

let { server, riverside, manager } = {} as TwoOrganisations<Fixtures>
onTwoOrganisations(seedFixtures, (seeded) => {
  ;({ server, riverside, manager } = seeded)
})

test.each([
  ['regions', regions, () => ({ regionId: riverside.first.ids.region })],
  ['properties', properties, () => ({ propertyId: riverside.first.ids.property })],
  ['buildings', buildings, () => ({ buildingId: riverside.first.ids.building })],
  ['mailrooms', mailrooms, () => ({ mailroomId: riverside.first.ids.mailroom })],
  ['advice tags', adviceTags, () => ({ advicetagId: riverside.first.ids.adviceTag })],
] as const)('%s › refuse a save of what somebody else has changed since', async (_, { get, save }, params) => {
  const read = async () => (await server.ask(get, { token: manager, params: params() })).body
  const { Settings: __, ...record } = await read()
  const change = (input: object) => server.ask(save, { token: manager, input: { Address: 'Quay', ...record, ...input } })
  expect((await change({ Name: 'First' })).status).toBe(200)
  const second = await change({ Name: 'Second' })
  expect(second).toMatchObject({ status: 409, body: { Code: 'MsgChangedElsewhere' } })
  expect((await change({ Name: 'Third', Version: (await read()).Version })).status).toBe(200)
  expect((await change({ Name: 'Fourth', Version: null })).status).toBe(200)
})
