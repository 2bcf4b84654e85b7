import { afterAll, beforeAll } from 'vitest'
import { tokenOf } from './fixtures.ts'
import { type TestServer, testServer } from './server.ts'

export type TwoOrganisations<W> = {
  readonly server: TestServer
  readonly riverside: W
  readonly harbour: W
  /** Token of a user with every property of `riverside`. */
  readonly manager: string
  /** Token of a user bound to its first property. */
  readonly ofProperty: string
}

/** One server for the tests of a file with two organisations that `make` creates; `use` gets them before the first test. */
export function onTwoOrganisations<W>(
  make: (server: TestServer, systemName: string) => Promise<W>,
  use: (organisations: TwoOrganisations<W>) => unknown,
): void {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer()
    const riverside = await make(server, 'riverside')
    const harbour = await make(server, 'harbour')
    const manager = await tokenOf(server, 'organisationmanager', 'riverside')
    const ofProperty = await tokenOf(server, 'propertymanager', 'riverside')
    await use({ server, riverside, harbour, manager, ofProperty })
  })
  afterAll(() => server.stop())
}
