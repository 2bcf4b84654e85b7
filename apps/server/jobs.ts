import { mailFrame } from '#features/organisations/server/api.ts'
import { bulkQueues, endAbandonedJobs } from '#platform/server/bulk/run.ts'
import { purgeBulkJobs } from '#platform/server/bulk/store.ts'
import type { Log } from '#platform/server/config/log.ts'
import { purgeIdempotencyKeys } from '#platform/server/http/idempotency.ts'
import { forEachOrganisation, type Queue, type Schedule } from '#platform/server/jobs/jobs.ts'
import { mailQueue, type Transport } from '#platform/server/mail/delivery.ts'
import { purgeMails } from '#platform/server/mail/mail.ts'
import type { FeatureDeps } from './deps.ts'
import { bulkActions, features } from './features.ts'

type Deps = FeatureDeps & { readonly transport: Transport; readonly log: Log }

/** Every job of the server: e-mail, those of the features, and the nightly retention. */
export function serverJobs(deps: Deps): { queues: readonly Queue[]; schedules: readonly Schedule[] } {
  const retention = { cron: '20 3 * * *', retries: 5, retryAfter: 60, run: () => runRetention(deps, new Date()) }
  return {
    queues: [
      mailQueue(deps.database, deps.transport, deps.log, mailFrame(deps.publicUrl)),
      ...bulkQueues({ ...deps, actions: bulkActions(deps) }),
      ...features.flatMap(({ queues }) => queues?.(deps) ?? []),
    ],
    schedules: [...features.flatMap(({ schedules }) => schedules?.(deps) ?? []), { ...retention, name: 'retention' }],
  }
}

/** Deletes what the platform and the features no longer need, in every organisation, and ends abandoned bulk actions. */
export async function runRetention({ database, sendJob }: Pick<FeatureDeps, 'database' | 'sendJob'>, now: Date): Promise<void> {
  await endAbandonedJobs({ database, sendJob }, now)
  const purges = [purgeIdempotencyKeys, purgeMails, purgeBulkJobs, ...features.flatMap(({ retention }) => retention ?? [])]
  await forEachOrganisation(database, async (tenant) => {
    // Each in a transaction of its own: one that takes too long does not undo the others.
    for (const purge of purges) await database.inTenant(tenant, (db) => purge(db, now))
  })
  await database.untenanted.deleteFrom('rate_limits').where('expire', '<', now.getTime()).execute()
}
