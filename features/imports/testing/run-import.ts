import { randomBytes } from 'node:crypto'
import { openDatabase } from '#platform/server/postgres/db.ts'
import { deriveKeys } from '#platform/server/security/keys.ts'
import { runImport } from '../server/run.ts'

/** Carries out one import of a database, in a process that may be killed. */
const { IMPORT_DATABASE = '', IMPORT_ORGANISATION = '', IMPORT_ID = '' } = process.env
const database = openDatabase(IMPORT_DATABASE)
await runImport({ database, keys: deriveKeys(randomBytes(32)) }, { organisationId: IMPORT_ORGANISATION, id: IMPORT_ID })
await database.close()
