import { openSync, readSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { createLog } from '#platform/server/config/log.ts'
import { readSettings } from '#platform/server/config/settings.ts'
import { type VerifiedChain, verifyAudit } from '#platform/server/postgres/audit-chain.ts'
import { type Heads, headsOfFile, signedHeads, storedHeads } from '#platform/server/postgres/audit-heads.ts'
import { verifyBackup } from '#platform/server/postgres/backup/restore.ts'
import { openDatabase } from '#platform/server/postgres/db.ts'
import { deriveKeys } from '#platform/server/security/keys.ts'
import { ownedDatabase } from './ready-database.ts'

const USAGE = 'Usage: npm run audit:verify [-- --heads FILE]'
const NO_KEY = 'SECRET_KEY is not set, and DATA_DIR has no file secret-key: without it the signed heads cannot be checked.'

/**
 * Verifies the audit trail of the database of the settings, compared with the heads that were signed into DATA_DIR or into a file: a
 * backup, a log, or a copy of DATA_DIR's. Returns whether it is whole.
 */
async function verify(file: string | undefined): Promise<boolean> {
  const settings = readSettings()
  if (!settings.secretKey) throw new Error(NO_KEY)
  const { auditHeads: key } = deriveKeys(settings.secretKey)
  const signed = file ? await headsIn(file, key) : storedHeads(settings.dataDir, key)
  const store = await ownedDatabase(settings, createLog('warn'))
  // Reading millions of entries takes longer than requests and jobs may.
  const database = openDatabase(store.ownerUrl, { max: 1, statement_timeout: 0, query_timeout: 0 })
  try {
    const chains = await verifyAudit(database, signed)
    for (const chain of chains) console.log(describe(chain))
    console.log(signed ? `Compared with the heads that were signed at ${signed.at}.` : missing(file ?? settings.dataDir))
    return signed !== undefined && chains.every(({ broken }) => broken === null)
  } finally {
    await database.close()
    await store.stop()
  }
}

const missing = (where: string) =>
  `Nothing to compare with: ${where} has no heads that were signed with this SECRET_KEY, so missing last entries would not be noticed. Give a backup or a log: -- --heads FILE.`

/** The newest signed heads of a backup, a log or a copy. */
async function headsIn(file: string, key: Buffer): Promise<Heads | undefined> {
  return isGzip(file) ? signedHeads(key, (await verifyBackup(file)).auditHeads) : headsOfFile(file, key)
}
function isGzip(file: string): boolean {
  const start = Buffer.alloc(2)
  readSync(openSync(file, 'r'), start)
  return start.equals(Buffer.from([0x1f, 0x8b]))
}

function describe({ organisation, chained, waiting, head, broken }: VerifiedChain): string {
  if (broken)
    return `${organisation}: BROKEN at position ${broken.position}${broken.id ? ` (entry ${broken.id})` : ''}: ${broken.reason}.`
  return `${organisation}: ${chained} entries are whole, ${waiting} not chained yet${head ? `, last hash ${head}` : ''}.`
}

function fileOf(args: string[]): string | undefined {
  try {
    return parseArgs({ args, options: { heads: { type: 'string' } } }).values.heads
  } catch {
    throw new Error(USAGE)
  }
}

try {
  if (!(await verify(fileOf(process.argv.slice(2))))) process.exit(1)
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}
