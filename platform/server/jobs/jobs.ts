import { fromKysely, type Job, type JobResult, PgBoss } from 'pg-boss'
import type { Log } from '../config/log.ts'
import { type Database, type Db, JOB_LIMITS, type Tenant, wholeOrganisation } from '../postgres/db.ts'
import { allOrganisations } from '../postgres/untenanted.ts'

const SCHEMA = 'jobs'
/** Connections of the job workers, in addition to the pool that serves requests. */
const CONNECTIONS = 3
/** Polling interval of a queue in seconds. */
const POLL_SECONDS = 2
/** The same while NOTIFY wakes a queue for a new job, so that polling only finds retries. */
const POLL_FOR_RETRIES_SECONDS = 5
/** Jobs of a queue that a node runs at once; a full batch is followed by the next without a pause. */
const BATCH = 10
/** Long jobs of a queue that a node runs at once. */
export const LONG_AT_ONCE = 3
/** A long job whose program has sent no heartbeat for so long is retried (10 is the minimum of pg-boss). */
const HEARTBEAT_SECONDS = 10
/** How often jobs without a heartbeat are looked for. */
const SUPERVISE_SECONDS = 2
const LONGEST_RUN_SECONDS = 3600
const LONGEST_RETRY_SECONDS = 3600
/** Finished jobs are kept for a day, for inspection. */
const KEPT_SECONDS = 86_400
/** Passed on to pg: a connection that does not reply is closed, so that the next poll opens another one. */
const TIMEOUTS = { query_timeout: JOB_LIMITS.query_timeout }
/** How long running jobs may take to finish when the program stops, in ms. */
const GRACE_MS = 5_000

/** The subject of a job: ids only, so that the job tables hold nothing personal. */
export type JobData = { readonly organisationId: string; readonly id: string }

type RetryOptions = {
  readonly name: string
  readonly retries: number
  /** Seconds before the first retry, doubling up to an hour. */
  readonly retryAfter: number
}
/** Work that a transaction asks for. */
export type Queue = RetryOptions & {
  /** May be called twice for one job and must then do nothing the second time. A long job should end soon after `signal` is aborted. */
  run(data: JobData, signal?: AbortSignal): Promise<void>
  /** Called once the last retry has failed. */
  giveUp?(data: JobData): Promise<void>
  /** Each job is fetched alone, as a batch ends with its slowest job, and is retried within seconds after its program has died. */
  readonly isLong?: boolean
}
/** Work by the clock, once for all nodes: `cron` in UTC. */
export type Schedule = RetryOptions & { readonly cron: string; run(): Promise<void> }
/** No retries: the next minute's run does what this one did not. */
export const EVERY_MINUTE = { cron: '* * * * *', retries: 0, retryAfter: 1 } as const

export type Jobs = {
  /** Starts the workers of these queues and schedules. A failed job is logged and retried. */
  work(queues: readonly Queue[], schedules: readonly Schedule[]): Promise<void>
  /** Sends a job within the transaction: it runs `after` so many seconds, but not before the commit, and not at all if there is none. */
  send(db: Db, queue: string, data: JobData, after?: number): Promise<void>
  /** Fetches no more jobs, aborts the signals of running ones and waits for their end. */
  stop(): Promise<void>
}

/** Opens the job tables in the database of `url`, under the serving role. Job rows survive this process. */
export async function openJobs(url: string, log: Log): Promise<Jobs> {
  const boss = new PgBoss({
    connectionString: url,
    schema: SCHEMA,
    max: CONNECTIONS,
    application_name: 'parcelhall jobs',
    migrate: false,
    createSchema: false,
    // Both need the tables' owner.
    reindex: false,
    monitorVacuum: false,
    useListenNotify: true,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
    ...TIMEOUTS,
  })
  const stopping = new AbortController()
  // A stop that cannot wait any longer ends the connections of what still runs.
  boss.on('error', (error) => log[stopping.signal.aborted ? 'debug' : 'warn']({ err: error }, 'job queue error'))
  boss.on('warning', (warning) => log.warn({ warning }, 'job queue warning'))
  await boss.start()
  const work = (name: string, run: Queue['run'], isLong = false) => {
    const fetching = isLong ? { batchSize: 1, localConcurrency: LONG_AT_ONCE } : { batchSize: BATCH }
    return boss.work(name, { ...POLLING, ...fetching }, resultOfEach(name, run, stopping.signal, log))
  }
  return {
    work: async (queues, schedules) => {
      for (const { giveUp, isLong, run, ...queue } of queues) {
        const deadLetter = giveUp ? `${queue.name}-failed` : null
        if (deadLetter) await createQueue(boss, { ...queue, name: deadLetter })
        await createQueue(boss, queue, { deadLetter, ...(isLong && LONG) })
        await work(queue.name, run, isLong)
        if (giveUp) await work(deadLetter!, giveUp)
      }
      for (const { cron, run, ...schedule } of schedules) {
        await createQueue(boss, schedule)
        await work(schedule.name, run)
        await boss.schedule(schedule.name, cron)
      }
    },
    send: async (db, queue, data, after = 0) => {
      await boss.send(queue, data, { db: fromKysely(db), startAfter: after })
    },
    stop: () => {
      stopping.abort()
      return boss.stop({ graceful: true, timeout: GRACE_MS })
    },
  }
}

const POLLING = {
  pollingIntervalSeconds: POLL_SECONDS,
  notifyPollingIntervalSeconds: POLL_FOR_RETRIES_SECONDS,
  burstWhenBatchFull: true,
  perJobResults: true,
} as const
const LONG = { heartbeatSeconds: HEARTBEAT_SECONDS, expireInSeconds: LONGEST_RUN_SECONDS } as const

/** Creates the queue, or updates the options of an existing one. */
async function createQueue(
  boss: PgBoss,
  { name, retries, retryAfter }: RetryOptions,
  { deadLetter = null, ...more }: { deadLetter?: string | null; heartbeatSeconds?: number; expireInSeconds?: number } = {},
): Promise<void> {
  const options = {
    retryLimit: retries,
    retryDelay: retryAfter,
    retryBackoff: true,
    retryDelayMax: LONGEST_RETRY_SECONDS,
    deleteAfterSeconds: KEPT_SECONDS,
    notify: true,
    ...more,
  }
  await boss.createQueue(name, { ...options, ...(deadLetter && { deadLetter }) })
  await boss.updateQueue(name, { ...options, deadLetter })
}

/** Runs the jobs of a batch at once and returns how each of them ended. */
const resultOfEach =
  (queue: string, run: Queue['run'], stopping: AbortSignal, log: Log) =>
  (batch: Job<JobData>[]): Promise<JobResult[]> =>
    Promise.all(
      batch.map(async ({ id, data, signal }) => {
        try {
          await run(data, AbortSignal.any([signal, stopping]))
          return { id, status: 'completed' as const }
        } catch (error) {
          if (stopping.aborted) log.info({ queue, job: id }, 'job interrupted by shutdown, will be retried')
          else log.warn({ err: error, queue, job: id }, 'job failed')
          return { id, status: 'failed' as const, output: { code: (error as { code?: unknown }).code ?? null } }
        }
      }),
    )

/** Runs `work` for each organisation in turn; the failure of one does not stop the others. Throws all failures at the end. */
export async function forEachOrganisation(database: Database, work: (tenant: Tenant) => Promise<void>): Promise<void> {
  const failures: unknown[] = []
  for (const { id } of await allOrganisations(database))
    await work(wholeOrganisation(id)).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, `The job failed for ${failures.length} organisations`)
}
