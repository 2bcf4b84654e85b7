import { inOrganisation } from '#apps/server/testing/fixtures.ts'
import { type Fixtures, seedFixtures } from '#apps/server/testing/seed-fixtures.ts'
import { onTwoOrganisations, type TwoOrganisations } from '#apps/server/testing/two-organisations.ts'
import { makeDryCleaner } from '#features/couriers/testing/dry-cleaner.ts'
import { agents } from '../../contract.ts'

export const PIN = '246810'

/** Organisations `riverside` and `harbour` with an agent in each property, and functions that call the agents' operations. */
export function agentFixtures() {
  const fixtures = {} as TwoOrganisations<Fixtures> & {
    /** A courier of dry cleaning. */
    readonly cleaningId: string
  }
  onTwoOrganisations(seedFixtures, async (organisations) => {
    Object.assign(fixtures, organisations, {
      cleaningId: await makeDryCleaner(organisations.server, organisations.riverside.organisationId),
    })
  })

  let names = 0
  const draft = (change: object = {}) => ({
    firstName: 'Ann',
    lastName: 'Agent',
    emailId: 'ann@courier.test',
    courierId: fixtures.riverside.first.ids.courier,
    roleTypeId: 6,
    userName: `ann.${++names}`,
    pin: PIN,
    propertyIds: [fixtures.riverside.first.ids.property],
    ...change,
  })
  const create = (change: object = {}, token = fixtures.manager) =>
    fixtures.server.ask(agents.create, { token, input: draft(change) })
  const get = (agentId: string, token = fixtures.manager) => fixtures.server.ask(agents.get, { token, params: { agentId } })
  return {
    fixtures,
    draft,
    create,
    get,
    created: async (change: object = {}): Promise<string> => (await create(change)).body.Id,
    /** Reads the agent and saves it with changes. */
    change: async (agentId: string, change: object, token = fixtures.manager) =>
      fixtures.server.ask(agents.update, {
        token,
        params: { agentId },
        input: { ...(await get(agentId, token)).body, ...change },
      }),
    remove: (ids: string[], token = fixtures.manager) => fixtures.server.ask(agents.remove, { token, input: ids }),
    inRiverside: <T>(work: Parameters<typeof inOrganisation<T>>[2]) =>
      inOrganisation(fixtures.server, fixtures.riverside.organisationId, work),
  }
}
