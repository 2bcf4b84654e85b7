import { type Database, type Tenant, wholeOrganisation } from '../postgres/db.ts'
import { allOrganisations } from '../postgres/untenanted.ts'

/** Runs `work` for each organisation in turn; the failure of one does not stop the others. Throws all failures at the end. */
export async function forEachOrganisation(database: Database, work: (tenant: Tenant) => Promise<void>): Promise<void> {
  const failures: unknown[] = []
  for (const { id } of await allOrganisations(database))
    await work(wholeOrganisation(id)).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, `The job failed for ${failures.length} organisations`)
}
