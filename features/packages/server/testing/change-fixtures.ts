import pg from 'pg'
import { afterAll, beforeAll } from 'vitest'
import { type OrganisationFixtures, seedOrganisation } from '#apps/server/testing/fixtures.ts'
import { type TestServer, testServer } from '#apps/server/testing/server.ts'
import { Refusal } from '#platform/server/http/refusal.ts'
import { type PackageFixtures, seedPackageFixtures } from './fixtures.ts'

export const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => {
      if (error instanceof Refusal) return { status: error.status, text: error.reason.text }
      throw error
    },
  )

/** An organisation with lockers, and changes of its packages. */
export function changeFixtures() {
  const state = {} as {
    server: TestServer
    organisation: OrganisationFixtures
    superuser: pg.Client
    fixtures: PackageFixtures
    lockers: number
  }
  state.lockers = 0
  beforeAll(async () => {
    state.server = await testServer()
    state.superuser = new pg.Client({ connectionString: state.server.store.superuserUrl })
    await state.superuser.connect()
    state.organisation = await seedOrganisation(state.server, 'riverside')
    state.fixtures = await seedPackageFixtures(state.server, state.organisation, 0, { lockers: 30 })
  })
  afterAll(async () => {
    await state.superuser.end()
    await state.server.stop()
  })
  const nextLocker = () => {
    state.lockers += 1
    return `L${state.lockers}`
  }

  return { state, nextLocker }
}
