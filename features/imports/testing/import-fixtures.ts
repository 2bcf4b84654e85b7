import { eachOnServer } from '#apps/server/testing/each-on-server.ts'
import { tokenOf } from '#apps/server/testing/fixtures.ts'
import { type Fixtures, seedFixtures } from '#apps/server/testing/seed-fixtures.ts'
import type { TestServer } from '#apps/server/testing/server.ts'
import { reasonsOf, residentsNamed, type Sent } from './files.ts'

export type ImportFixtures = {
  readonly server: TestServer
  /** Two properties, each with a resident whose package is there. */
  readonly fixtures: Fixtures
  /** Of a user who sees both properties. */
  readonly token: string
  /** For uploads of that user. */
  readonly sent: Sent
  /** The rows of residents with this last name. */
  readonly stored: (lastName: string) => ReturnType<typeof residentsNamed>
  /** The refused lines of an import, each with its reason. */
  readonly reasons: (importId: string) => ReturnType<typeof reasonsOf>
}

/** One server per test file; before each test `use` receives a new organisation to import into. */
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
