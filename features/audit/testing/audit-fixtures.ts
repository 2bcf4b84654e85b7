import { beforeAll } from 'vitest'
import { tokenOf } from '#apps/server/testing/fixtures.ts'
import { type Fixtures, seedFixtures } from '#apps/server/testing/seed-fixtures.ts'
import { onTwoOrganisations, type TwoOrganisations } from '#apps/server/testing/two-organisations.ts'
import { regions } from '#features/regions/contract.ts'
import { audit } from '../contract.ts'

/** Two organisations with some changes of regions in the audit trail. */
export function auditFixtures() {
  const state = {} as TwoOrganisations<Fixtures> & {
    otherManager: string
    regionId: string
    managerId: string
  }

  onTwoOrganisations(seedFixtures, (seeded) => {
    Object.assign(state, seeded)
  })
  const page = async (input: object = {}, token = state.manager) => (await state.server.ask(audit.page, { token, input })).body
  const saveRegion = async (input: object, token = state.manager): Promise<string> =>
    (await state.server.ask(regions.save, { token, input })).body.Id
  beforeAll(async () => {
    state.otherManager = await tokenOf(state.server, 'organisationmanager', 'harbour')
    state.regionId = await saveRegion({ Name: 'North' })
    await saveRegion({ Id: state.regionId, Name: 'Far north' })
    await saveRegion({ Name: 'South' }, state.otherManager)
    const changes = await state.server.ask(regions.changes, { token: state.manager, params: { regionId: state.regionId } })
    state.managerId = changes.body[0].Actor.Id
  })

  return { state, page }
}
