import { randomBytes } from 'node:crypto'
import '#features/residents/audit.ts'
import { openDatabase } from '#platform/server/postgres/db.ts'
import { deriveKeys } from '#platform/server/security/keys.ts'
import '../audit.ts'
import { runImport } from '../server/queue.ts'

/** Runs one import in a process that kills itself within a batch: the second one after `IMPORT_BATCHES`. */
const { IMPORT_DATABASE = '', IMPORT_ORGANISATION = '', IMPORT_ID = '', IMPORT_BATCHES } = process.env
const database = openDatabase(IMPORT_DATABASE)
let batches = 0
const throwIfAborted = () => {
  batches += 1
  if (batches > Number(IMPORT_BATCHES)) setTimeout(() => process.kill(process.pid, 'SIGKILL'), 1)
}
const data = { organisationId: IMPORT_ORGANISATION, id: IMPORT_ID }
await runImport({ database, keys: deriveKeys(randomBytes(32)) }, data, { throwIfAborted } as AbortSignal)
await database.close()
