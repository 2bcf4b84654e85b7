import { eachOnServer } from '#apps/server/testing/each-on-server.ts'
import { type OrganisationFixtures, seedOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import type { TestServer } from '#apps/server/testing/server.ts'
import { type PackageFixtures, seedPackageFixtures } from './fixtures.ts'

type ClerkState = {
  server: TestServer
  organisation: OrganisationFixtures
  fixtures: PackageFixtures
  /** Of the mailroom's clerk. */
  token: string
}

/** An organisation for each test, with people, places and a clerk of its mailroom, who is signed in. */
export function clerkFixtures(): ClerkState {
  const state = {} as ClerkState
  eachOnServer(async (server, nth) => {
    state.server = server
    state.organisation = await seedOrganisation(server, `riverside${nth}`)
    state.fixtures = await seedPackageFixtures(server, state.organisation)
    state.token = await tokenOf(server, 'mailroomstaff', state.organisation.systemName)
  })
  return state
}
