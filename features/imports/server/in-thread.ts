import { letRequestsGoFirst } from '#platform/server/jobs/background.ts'
import { doJobs, givenToThread } from '#platform/server/jobs/thread.ts'
import { openDatabase } from '#platform/server/postgres/db.ts'
import { deriveKeys } from '#platform/server/security/keys.ts'
import { createLanes } from './lanes.ts'
import type { ThreadParams } from './thread.ts'

/** Connections of all imports together: of one that applies, the one that holds it and those that write beside it. */
const CONNECTIONS = 6

const { databaseUrl, secretKey } = givenToThread<ThreadParams>()
const database = openDatabase(databaseUrl, { max: CONNECTIONS })
letRequestsGoFirst(database.pool)
doJobs(createLanes({ database, keys: deriveKeys(Buffer.from(secretKey)) }))
