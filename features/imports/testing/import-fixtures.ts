import { eachOnServer } from '#apps/server/testing/each-on-server.ts'
import { tokenOf } from '#apps/server/testing/fixtures.ts'
import { type Fixtures, seedFixtures } from '#apps/server/testing/seed-fixtures.ts'
import type { TestServer } from '#apps/server/testing/server.ts'
import { reasonsOf, residentsNamed, type Sent } from './files.ts'

export type ImportFixtures = {
  readonly server: TestServer
  /** Two properties, each with a resident whose package is there. */
  readonly fixtures: Fixtures
  /** Of somebody who sees both properties. */
  readonly token: string
  /** What they send a file with. */
  readonly sent: Sent
  /** Residents of this name as they are stored. */
  readonly stored: (lastName: string) => ReturnType<typeof residentsNamed>
  /** The refused lines of an import, each with its reason. */
  readonly reasons: (importId: string) => ReturnType<typeof reasonsOf>
}

/** One server for the tests of a file; before each of them it has an organisation to import into, and `use` is given it. */
export function eachWithImportFixtures(use: (there: ImportFixtures) => void): void {
  eachOnServer(async (server, nth) => {
    const fixtures = await seedFixtures(server, `imports${nth}`)
    const token = await tokenOf(server, 'organisationmanager', fixtures.systemName)
    const { organisationId } = fixtures
    use({
      server,
      fixtures,
      token,
      sent: { token, organisationId },
      stored: (lastName) => residentsNamed(server, organisationId, lastName),
      reasons: (importId) => reasonsOf(server, token, importId),
    })
  })
}
