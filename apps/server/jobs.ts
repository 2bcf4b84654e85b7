import { purgeAlerts } from '#features/alerts/server/list.ts'
import { sweepAlerts } from '#features/alerts/server/sweep.ts'
import { purgeImports } from '#features/imports/server/forget.ts'
import { importQueue, resumeImports, type SendJob } from '#features/imports/server/run.ts'
import { purgeKioskRows } from '#features/kiosks/server/api.ts'
import { EXPIRE_BATCH, expireDue } from '#features/packages/server/api.ts'
import { purgeCaptchaAnswers, purgeRegistrations } from '#features/registrations/server/api.ts'
import { endWhatIsOver } from '#features/residents/server/api.ts'
import { purgeSignIns } from '#features/session/server/api.ts'
import type { Log } from '#platform/server/config/log.ts'
import { purgeIdempotencyKeys } from '#platform/server/http/idempotency.ts'
import type { Queue, Schedule } from '#platform/server/jobs/jobs.ts'
import { mailQueue, type Transport } from '#platform/server/mail/delivery.ts'
import { type Mailer, purgeMails } from '#platform/server/mail/mail.ts'
import { type Database, type Tenant, wholeOrganisation } from '#platform/server/postgres/db.ts'
import type { Change, Live } from '#platform/server/postgres/notify.ts'
import { allOrganisations } from '#platform/server/postgres/untenanted.ts'

type Watch = {
  readonly database: Database
  readonly live: Live
  readonly mailer: Mailer
  readonly publicUrl: string
  /** When this program began to listen to the kiosks. */
  readonly startedAt: Date
}
type Deps = Watch & {
  readonly transport: Transport
  readonly log: Log
  readonly sendJob: SendJob
  readonly runImport: Queue['run']
}

/** Everything that the server does without being asked over HTTP. */
export const serverJobs = ({
  transport,
  log,
  sendJob,
  runImport,
  ...watch
}: Deps): { queues: readonly Queue[]; schedules: readonly Schedule[] } => ({
  queues: [mailQueue(watch.database, transport, log), importQueue(runImport)],
  schedules: [
    { ...EVERY_MINUTE, name: 'expire-packages', run: () => expirePackages(watch.database, watch.live, new Date()) },
    { ...EVERY_MINUTE, name: 'watch-locker-banks', run: () => watchLockerBanks(watch, new Date()) },
    { ...EVERY_MINUTE, name: 'resume-imports', run: () => goOnWithImports(watch.database, sendJob, new Date()) },
    { ...EVERY_NIGHT, name: 'housekeeping', run: () => runRetention(watch.database, new Date()) },
  ],
})
/** The next minute's run does what this one did not. */
const EVERY_MINUTE = { cron: '* * * * *', retries: 0, retryAfter: 1 } as const
const EVERY_NIGHT = { cron: '20 3 * * *', retries: 5, retryAfter: 60 } as const

/** Goes from tenant to tenant; one that fails does not keep the rest from their turn. */
async function inEveryOrganisation(database: Database, work: (tenant: Tenant) => Promise<void>): Promise<void> {
  const failures: unknown[] = []
  for (const { id } of await allOrganisations(database))
    await work(wholeOrganisation(id)).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} organisations had a failure`)
}

/** Marks every package expired whose time has come (decisions "Expiry"), some at a time, and tells the screens of them. */
export async function expirePackages(database: Database, live: Live, now: Date): Promise<void> {
  await inEveryOrganisation(database, async (tenant) => {
    let count = EXPIRE_BATCH
    while (count === EXPIRE_BATCH) {
      const changes: Change[] = []
      count = await database.inTenant(tenant, (db) => expireDue(db, { now, report: (change) => changes.push(change) }))
      for (const change of changes) live.changed(change)
    }
  })
}

/** Begins and ends alerts, sends a mail of each that nobody was told of, and tells the screens. */
export async function watchLockerBanks({ database, live, ...watch }: Watch, now: Date): Promise<void> {
  await inEveryOrganisation(database, async (tenant) => {
    const { organisationId } = tenant
    const changes = await database.inTenant(tenant, (db) => sweepAlerts(db, { ...watch, organisationId, now }))
    for (const change of changes) live.changed(change)
  })
}

/** Goes on with imports whose program has died. */
export async function goOnWithImports(database: Database, sendJob: SendJob, now: Date): Promise<void> {
  await inEveryOrganisation(database, (tenant) =>
    database.inTenant(tenant, (db) => resumeImports(db, sendJob, tenant.organisationId, now)),
  )
}

const ENDING = [
  purgeIdempotencyKeys,
  purgeSignIns,
  purgeMails,
  purgeKioskRows,
  purgeAlerts,
  purgeImports,
  purgeRegistrations,
  purgeCaptchaAnswers,
  endWhatIsOver,
]

/** Removes what has served its time. */
export async function runRetention(database: Database, now: Date): Promise<void> {
  await inEveryOrganisation(database, (tenant) =>
    database.inTenant(tenant, async (db) => {
      for (const end of ENDING) await end(db, now)
    }),
  )
  await database.untenanted.deleteFrom('rate_limits').where('expire', '<', now.getTime()).execute()
}
