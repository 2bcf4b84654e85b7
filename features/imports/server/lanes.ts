import { createQueue } from '#platform/concurrency.ts'
import type { JobData } from '#platform/server/jobs/jobs.ts'
import { wholeOrganisation } from '#platform/server/postgres/db.ts'
import { type ImportDeps, visibleImports } from './job.ts'
import { runImport } from './run.ts'

/** Bytes of a file whose import takes seconds. */
const LONG = 1_048_576
/** How many shorter files are gone on with at once. */
const SHORT_AT_ONCE = 3

/**
 * Carries imports out: of long files one at a time, as each keeps some of every line in memory, and short ones beside it, which
 * need not wait for its end.
 */
export function createLanes(deps: ImportDeps): (data: JobData) => Promise<void> {
  const lanes = { long: createQueue(), short: createQueue(SHORT_AT_ONCE) }
  const waiting = new Set<string>()
  return async (data) => {
    // Whoever waits does what the import needs by then.
    if (waiting.has(data.id)) return
    waiting.add(data.id)
    const lane = await laneOf(deps, data).catch((error) => {
      waiting.delete(data.id)
      throw error
    })
    await lanes[lane](() => {
      waiting.delete(data.id)
      return runImport(deps, data)
    })
  }
}

const laneOf = ({ database }: ImportDeps, { organisationId, id }: JobData): Promise<'long' | 'short'> =>
  database.readInTenant(wholeOrganisation(organisationId), async (db) => {
    const job = await visibleImports(db).select('j.file_size').where('j.id', '=', id).executeTakeFirst()
    return job && job.file_size > LONG ? 'long' : 'short'
  })
