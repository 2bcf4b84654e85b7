import { letRequestsGoFirst } from '#platform/server/background.ts'
import { openDatabase } from '#platform/server/db.ts'
import { deriveKeys } from '#platform/server/keys.ts'
import { doJobs, givenToThread } from '#platform/server/thread.ts'
import { createLanes } from './lanes.ts'
import type { Given } from './thread.ts'

/** Connections of all imports together: of one that applies, the one that holds it and those that write beside it. */
const CONNECTIONS = 6

const { databaseUrl, secretKey } = givenToThread<Given>()
const database = openDatabase(databaseUrl, { max: CONNECTIONS })
letRequestsGoFirst(database.pool)
doJobs(createLanes({ database, keys: deriveKeys(Buffer.from(secretKey)) }))
