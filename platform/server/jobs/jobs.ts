import { fromKysely, type Job, type JobResult, PgBoss } from 'pg-boss'
import type { Log } from '../config/log.ts'
import type { Db } from '../postgres/db.ts'
import { Stopped } from './stopped.ts'

const SCHEMA = 'jobs'
/** Connections of the job workers, beside the pool that answers requests. */
const CONNECTIONS = 3
/** How often a queue is looked at, in seconds: a notice of a new job wakes it at once, a retry is found by looking. */
const LOOK_SECONDS = 2
/** Jobs of a queue that a node has under way at once; a full batch is followed by the next without a pause. */
const BATCH = 10
/** Jobs of a queue of long ones that a node has taken at once. */
const LONG_AT_ONCE = 6
const LONGEST_RETRY_SECONDS = 3600
/** Finished jobs are kept for a day, to be looked at. */
const KEPT_SECONDS = 86_400
/** How long jobs under way may take to finish when the program stops, in ms. */
const GRACE_MS = 5_000

/** What a job is about: ids alone, so that nothing personal lies in the job tables. */
export type JobData = { readonly organisationId: string; readonly id: string }

type Named = {
  readonly name: string
  /** How often it is tried again, and after how many seconds first, doubling up to an hour. */
  readonly retries: number
  readonly retryAfter: number
}
/** Work that a transaction asks for. `run` may be called twice for one job and must then do nothing the second time. */
export type Queue = Named & {
  run(data: JobData): Promise<void>
  /** Its jobs take long: each is taken alone, as the jobs of a batch are followed by others when the last of them has ended. */
  readonly isLong?: boolean
}
/** Work by the clock, once for all nodes: `cron` in UTC. */
export type Schedule = Named & { readonly cron: string; run(): Promise<void> }
/** No retries: the next minute's run does what this one did not. */
export const EVERY_MINUTE = { cron: '* * * * *', retries: 0, retryAfter: 1 } as const

export type Jobs = {
  /** Does the jobs of these queues, and those by the clock, from now on. A failed one is logged and tried again. */
  work(queues: readonly Queue[], schedules: readonly Schedule[]): Promise<void>
  /** Sends a job within the transaction: it runs after the commit, and not at all if there is none. */
  send(db: Db, queue: string, data: JobData): Promise<void>
  /** Looks for no more jobs and waits for those under way. */
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
  })
  boss.on('error', (error) => log.warn({ err: error }, 'jobs'))
  boss.on('warning', (warning) => log.warn({ warning }, 'jobs'))
  await boss.start()
  return {
    work: async (queues, schedules) => {
      for (const named of [...queues, ...schedules]) await makeQueue(boss, named)
      for (const { name, run, isLong } of queues) {
        const taken = isLong ? { batchSize: 1, localConcurrency: LONG_AT_ONCE } : { batchSize: BATCH }
        await boss.work(name, { ...LOOKING, ...taken }, settling(name, run, log))
      }
      for (const { name, cron, run } of schedules) {
        await boss.work(name, { ...LOOKING, batchSize: 1 }, settling(name, run, log))
        await boss.schedule(name, cron)
      }
    },
    send: async (db, queue, data) => {
      await boss.send(queue, data, { db: fromKysely(db) })
    },
    stop: () => boss.stop({ graceful: true, timeout: GRACE_MS }),
  }
}

const LOOKING = {
  pollingIntervalSeconds: LOOK_SECONDS,
  notifyPollingIntervalSeconds: LOOK_SECONDS,
  burstWhenBatchFull: true,
  perJobResults: true,
} as const

/** Makes the queue, or gives the one there is what it is to have now. */
async function makeQueue(boss: PgBoss, { name, retries, retryAfter }: Named): Promise<void> {
  const options = {
    retryLimit: retries,
    retryDelay: retryAfter,
    retryBackoff: true,
    retryDelayMax: LONGEST_RETRY_SECONDS,
    deleteAfterSeconds: KEPT_SECONDS,
    notify: true,
  }
  await boss.createQueue(name, options)
  await boss.updateQueue(name, options)
}

/** Does the jobs of a batch at once and tells of each how it ended. */
const settling =
  (queue: string, run: (data: JobData) => Promise<void>, log: Log) =>
  (batch: Job<JobData>[]): Promise<JobResult[]> =>
    Promise.all(
      batch.map(async ({ id, data }) => {
        try {
          await run(data)
          return { id, status: 'completed' as const }
        } catch (error) {
          if (error instanceof Stopped)
            log.info({ queue, job: id }, 'a job ended with the program, and is gone on with by the next')
          else log.warn({ err: error, queue, job: id }, 'a job failed')
          return { id, status: 'failed' as const, output: { code: (error as { code?: unknown }).code ?? null } }
        }
      }),
    )
