import { randomBytes } from 'node:crypto'
import { readUser } from '#features/session/server/identify.ts'
import { bulkQueues } from '#platform/server/bulk/run.ts'
import { openDatabase } from '#platform/server/postgres/db.ts'
import { deriveKeys } from '#platform/server/security/keys.ts'
import '../audit.ts'
import { residentActions } from '../server/bulk-actions.ts'

// Runs a bulk job, and kills itself before the given chunk is committed.
const { BULK_DATABASE, BULK_ORGANISATION, BULK_JOB, BULK_CHUNKS } = process.env
const database = openDatabase(BULK_DATABASE!)
const keys = deriveKeys(randomBytes(32))
const sendJob = async () => {}
let chunks = 0
const actions = residentActions({ database, keys, sendJob, mailer: { queue: async () => {} }, personalData: [] }).map(
  (action) => ({
    ...action,
    run: async (...chunk: Parameters<typeof action.run>) => {
      const outcome = await action.run(...chunk)
      chunks += 1
      if (chunks === Number(BULK_CHUNKS)) process.kill(process.pid, 'SIGKILL')
      return outcome
    },
  }),
)
const [queue] = bulkQueues({ database, sendJob, actions, readUser })
await queue!.run({ organisationId: BULK_ORGANISATION!, id: BULK_JOB! })
