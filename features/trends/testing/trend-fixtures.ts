import { afterAll, beforeAll } from 'vitest'
import { seedOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import { type TestServer, testServer } from '#apps/server/testing/server.ts'
import { type PackageFixtures, seedPackageFixtures } from '#features/packages/server/testing/fixtures.ts'
import { trends } from '../contract.ts'

export const HOUR = 3_600_000
export const DAY = 24 * HOUR

/** An organisation with two properties, and what its users read of the trends. */
export function trendFixtures() {
  const state = {} as {
    server: TestServer
    properties: PackageFixtures[]
    manager: string
    /** Bound to the first property. */
    concierge: string
  }

  beforeAll(async () => {
    state.server = await testServer()
    const organisation = await seedOrganisation(state.server, 'riverside')
    state.properties = [
      await seedPackageFixtures(state.server, organisation, 0),
      await seedPackageFixtures(state.server, organisation, 1),
    ]
    state.manager = await tokenOf(state.server, 'organisationmanager', 'riverside')
    state.concierge = await tokenOf(state.server, 'mailroomstaff', 'riverside')
  })
  afterAll(() => state.server.stop())

  const read = async (input: object = {}, token = state.manager) =>
    state.server.ask(trends.read, { token, input: input as never })

  return { state, read }
}
