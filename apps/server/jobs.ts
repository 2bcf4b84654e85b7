import { forgetEndedSignIns } from '#features/session/server/api.ts'
import type { Database, Db } from '#platform/server/db.ts'
import { forgetOldKeys } from '#platform/server/idempotency.ts'
import type { Queue, Schedule } from '#platform/server/jobs.ts'
import type { Log } from '#platform/server/log.ts'
import { forgetOldMails } from '#platform/server/mail.ts'
import { mailQueue, type Transport } from '#platform/server/mail-delivery.ts'
import { everyOrganisation } from '#platform/server/untenanted.ts'

type Needs = { readonly database: Database; readonly transport: Transport; readonly log: Log }

/** Everything that the server does without being asked over HTTP. */
export const serverJobs = ({
  database,
  transport,
  log,
}: Needs): { queues: readonly Queue[]; schedules: readonly Schedule[] } => ({
  queues: [mailQueue(database, transport, log)],
  schedules: [
    { name: 'housekeeping', cron: '20 3 * * *', retries: 5, retryAfter: 60, run: () => housekeeping(database, new Date()) },
  ],
})

/** Goes from tenant to tenant, each in a transaction of its own; one that fails does not keep the rest from their turn. */
async function inEveryOrganisation(database: Database, work: (db: Db) => Promise<void>): Promise<void> {
  const failures: unknown[] = []
  for (const { id } of await everyOrganisation(database))
    await database.inTenant({ organisationId: id, propertyIds: '*' }, work).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} organisations had a failure`)
}

/** Removes what has served its time. */
export async function housekeeping(database: Database, now: Date): Promise<void> {
  await inEveryOrganisation(database, async (db) => {
    await forgetOldKeys(db, now)
    await forgetEndedSignIns(db, now)
    await forgetOldMails(db, now)
  })
  await database.untenanted.deleteFrom('rate_limits').where('expire', '<', now.getTime()).execute()
}
