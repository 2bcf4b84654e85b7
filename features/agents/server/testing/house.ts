import { inOrganisation } from '#apps/server/testing/fixtures.ts'
import { type Furnished, furnish } from '#apps/server/testing/furnished.ts'
import { onTwoWorlds, type TwoWorlds } from '#apps/server/testing/two-worlds.ts'
import { makeDryCleaner } from '#features/couriers/testing/dry-cleaner.ts'
import { agents } from '../../contract.ts'

export const PIN = '246810'

/** Organisations `riverside` and `harbour` with an agent in each property, and what is asked of agents there. */
export function agentHouse() {
  const house = {} as TwoWorlds<Furnished> & {
    /** A courier of dry cleaning. */
    readonly cleaningId: string
  }
  onTwoWorlds(furnish, async (there) => {
    Object.assign(house, there, { cleaningId: await makeDryCleaner(there.server, there.riverside.organisationId) })
  })

  let names = 0
  const draft = (change: object = {}) => ({
    firstName: 'Ann',
    lastName: 'Agent',
    emailId: 'ann@courier.test',
    courierId: house.riverside.first.ids.courier,
    roleTypeId: 6,
    userName: `ann.${++names}`,
    pin: PIN,
    propertyIds: [house.riverside.first.ids.property],
    ...change,
  })
  const create = (change: object = {}, token = house.manager) => house.server.ask(agents.create, { token, input: draft(change) })
  const get = (agentId: string, token = house.manager) => house.server.ask(agents.get, { token, params: { agentId } })
  return {
    house,
    draft,
    create,
    get,
    created: async (change: object = {}): Promise<string> => (await create(change)).body.Id,
    /** The agent as it was read, sent back with changes. */
    change: async (agentId: string, change: object, token = house.manager) =>
      house.server.ask(agents.update, { token, params: { agentId }, input: { ...(await get(agentId, token)).body, ...change } }),
    remove: (ids: string[], token = house.manager) => house.server.ask(agents.remove, { token, input: ids }),
    inRiverside: <T>(work: Parameters<typeof inOrganisation<T>>[2]) =>
      inOrganisation(house.server, house.riverside.organisationId, work),
  }
}
