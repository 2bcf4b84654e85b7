import { createLog } from '#platform/server/config/log.ts'
import { readSettings } from '#platform/server/config/settings.ts'
import { type VerifiedChain, verifyAudit } from '#platform/server/postgres/audit-chain.ts'
import { openDatabase } from '#platform/server/postgres/db.ts'
import { ownedDatabase } from './ready-database.ts'

/** Verifies the audit trail of the database of the settings; returns whether it is whole. */
async function verify(): Promise<boolean> {
  const store = await ownedDatabase(readSettings(), createLog('warn'))
  // Reading millions of entries takes longer than requests and jobs may.
  const database = openDatabase(store.ownerUrl, { max: 1, statement_timeout: 0, query_timeout: 0 })
  try {
    const chains = await verifyAudit(database)
    for (const chain of chains) console.log(describe(chain))
    return chains.every(({ broken }) => broken === null)
  } finally {
    await database.close()
    await store.stop()
  }
}

function describe({ organisation, chained, waiting, head, broken }: VerifiedChain): string {
  if (broken)
    return `${organisation}: BROKEN at position ${broken.position}${broken.id ? ` (entry ${broken.id})` : ''}: ${broken.reason}.`
  return `${organisation}: ${chained} entries are whole, ${waiting} not chained yet${head ? `, last hash ${head}` : ''}.`
}

try {
  if (!(await verify())) process.exit(1)
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}
