import { createTurns } from '#platform/at-once.ts'
import { letRequestsGoFirst } from '#platform/server/background.ts'
import { openDatabase } from '#platform/server/db.ts'
import { deriveKeys } from '#platform/server/keys.ts'
import { doJobs, givenToThread } from '#platform/server/thread.ts'
import { runImport } from './run.ts'
import type { Given } from './thread.ts'

/** Connections of all imports together: of one that applies, the one that holds it and those that write beside it. */
const CONNECTIONS = 6
/** Imports that are carried out at once: eight checks of the longest files remember more of their lines than a thread may take. */
const AT_ONCE = 3

const { databaseUrl, secretKey } = givenToThread<Given>()
const database = openDatabase(databaseUrl, { max: CONNECTIONS })
letRequestsGoFirst(database.pool)
const keys = deriveKeys(Buffer.from(secretKey))
const inTurn = createTurns(AT_ONCE)
doJobs((data) => inTurn(() => runImport({ database, keys }, data)))
