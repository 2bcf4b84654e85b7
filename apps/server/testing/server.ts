import { randomBytes } from 'node:crypto'
import type { Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import pino from 'pino'
import { fetchQueue } from '#features/import-sources/server/fetch.ts'
import { discardQueue } from '#features/imports/server/discard.ts'
import { importQueue } from '#features/imports/server/queue.ts'
import type { SendJob } from '#features/imports/server/run.ts'
import { ROOT } from '#features/kiosks/protocol.ts'
import { authenticateKiosk } from '#features/kiosks/server/connection/access.ts'
import { rejectionQueue } from '#features/registrations/server/review/rejection.ts'
import { renderQueues } from '#features/reports/server/render.ts'
import { sendQueue } from '#features/reports/server/schedules/send.ts'
import { requireConfirmation } from '#features/session/server/confirm.ts'
import { createIdentify, readUser } from '#features/session/server/identify.ts'
import type { Operation } from '#platform/operation.ts'
import { bulkQueues } from '#platform/server/bulk/run.ts'
import { createGracefulClose } from '#platform/server/http/graceful-close.ts'
import { createHttp } from '#platform/server/http/http.ts'
import { API, createRouter, type Router } from '#platform/server/http/route.ts'
import type { JobData } from '#platform/server/jobs/jobs.ts'
import { letterOf } from '#platform/server/mail/delivery.ts'
import { createMailer, type Mail } from '#platform/server/mail/mail.ts'
import { startEmbeddedBroker } from '#platform/server/mqtt/embedded.ts'
import { type Database, type Db, openDatabase } from '#platform/server/postgres/db.ts'
import { deriveKeys } from '#platform/server/security/keys.ts'
import { testDatabase } from '#platform/server/testing/database.ts'
import { createApp } from '../app.ts'
import type { AppDeps } from '../deps.ts'
import { bulkActions } from '../features.ts'

// biome-ignore lint/suspicious/noExplicitAny: replies of every shape are looked into by tests
type Any = any
export type Answer = { status: number; body: Any; headers: Record<string, unknown> }
export type Ask = {
  params?: Record<string, string>
  query?: Record<string, unknown>
  input?: unknown
  token?: string
  headers?: Record<string, string>
  /** The client's IP address, by default 127.0.0.1. */
  remoteAddress?: string
}

/** Calls an operation of the contract over HTTP, like a client. */
export const asking =
  (app: FastifyInstance<Server>) =>
  async (op: Operation, { params = {}, query = {}, input, token, headers = {}, remoteAddress }: Ask = {}): Promise<Answer> => {
    const path = op.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? ''))
    const reply = await app.inject({
      method: op.method,
      url: API + path,
      ...(remoteAddress && { remoteAddress }),
      query: query as Record<string, string>,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(op.form && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...headers,
      },
      ...(input !== undefined && {
        payload: op.form ? new URLSearchParams(input as Record<string, string>).toString() : (input as object),
      }),
    })
    const isJson = String(reply.headers['content-type']).includes('json')
    return { status: reply.statusCode, body: isJson ? reply.json() : reply.body, headers: reply.headers }
  }

/** Grace period of open connections when the server stops, in ms. */
const GRACE_MS = 2_000

export type ServerOptions = Partial<
  Pick<AppDeps, 'replyTimeoutMs' | 'dataDir' | 'viewerOrigins' | 'smsApiUrl' | 'allowedHosts'>
> & {
  /** The address at which the server reaches its database, such as a proxy; replaces that of the new database. */
  readonly reachedAt?: (url: string) => Promise<string>
  /** Time limits of the database, in ms; those of jobs, so that no test depends on how fast the machine is. */
  readonly limits?: Parameters<typeof openDatabase>[1]
}

type Job = { readonly queue: string; readonly data: JobData }
/** A job exists when the transaction that sent it has committed, and not before. */
async function transactionOf(db: Db): Promise<string> {
  const { rows } = await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(db)
  return rows[0]!.id
}
async function stateOf({ untenanted }: Database, transaction: string): Promise<string> {
  const { rows } = await sql<{ state: string }>`select pg_xact_status(${transaction}::xid8) as state`.execute(untenanted)
  return rows[0]!.state
}

/** The real server on a new database. Start it in `beforeAll`, stop it in `afterAll`. */
export async function testServer({ reachedAt = async (url) => url, limits, ...options }: ServerOptions = {}) {
  const store = await testDatabase()
  const url = await reachedAt(store.url)
  const database = openDatabase(url, { max: 10, ...limits })
  const secretKey = randomBytes(32)
  const keys = deriveKeys(secretKey)
  const mails: Mail[] = []
  const mailer = createMailer(async (db, _organisationId, id) => {
    const row = await db
      .selectFrom('mails')
      .select(['to_address as to', 'subject', 'body', 'html', 'attachment', 'attachment_name', 'attachment_type'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    mails.push({ ...letterOf(row), html: row.html })
  })
  const jobs: Job[] = []
  const sentIn = new WeakMap<Job, string>()
  const sendJob: SendJob = async (db, queue, data) => {
    const job = { queue, data }
    sentIn.set(job, await transactionOf(db))
    jobs.push(job)
  }
  const broker = await startEmbeddedBroker({
    root: ROOT,
    log: pino({ level: 'silent' }),
    host: '127.0.0.1',
    port: 0,
    authenticate: authenticateKiosk(database, keys),
  })
  const { app, route, live, kioskLink, deps } = await createApp({
    database,
    broker,
    keys,
    mailer,
    sendJob,
    publicUrl: 'http://127.0.0.1',
    logger: false,
    trustProxy: false,
    // Nothing listens there.
    smsApiUrl: 'http://127.0.0.1:9',
    ...options,
  })
  const queues = [
    importQueue({ database, keys }),
    discardQueue({ database }),
    rejectionQueue({ database, mailer, publicUrl: 'http://127.0.0.1' }),
    ...renderQueues({ database }),
    fetchQueue(deps),
    sendQueue(deps),
    ...bulkQueues({ database, sendJob, actions: bulkActions(deps), readUser }),
  ]
  const run = ({ queue, data }: Job) => queues.find(({ name }) => name === queue)!.run(data)
  const { end } = createGracefulClose(app.server)
  await app.ready()

  return {
    app,
    route,
    live,
    kioskLink,
    broker,
    database,
    /** What the functions of features need. */
    deps,
    keys,
    secretKey,
    mails,
    /** Jobs that were sent and have not run yet. */
    jobs,
    sendJob,
    /** Runs those whose transaction has ended, like the job workers; those of a transaction that was rolled back are dropped. */
    work: async () => {
      for (const job of jobs.splice(0)) {
        const state = await stateOf(database, sentIn.get(job)!)
        if (state === 'in progress') jobs.push(job)
        else if (state === 'committed') await run(job)
      }
    },
    /** Runs one of them. */
    run,
    ask: asking(app),
    store,
    stop: async () => {
      await end(() => app.close(), GRACE_MS)
      await broker.close()
      await database.close()
      await store.drop()
    },
  }
}
export type TestServer = Awaited<ReturnType<typeof testServer>>

/** Operations of a test's own, bound like those of the product, with the database and tokens of a test server. */
export async function boundApp(
  { database, keys }: TestServer,
  bind: (route: Router) => void,
  trustProxy: string | false = false,
) {
  const app = await createHttp({ logger: false, trustProxy, secure: false })
  const route = createRouter(app, {
    database,
    identify: createIdentify(database, keys),
    requireConfirmation: (caller) => requireConfirmation(database, caller),
  })
  bind(route)
  await app.ready()
  return { app, ask: asking(app), stop: () => app.close() }
}
export type BoundApp = Awaited<ReturnType<typeof boundApp>>

type Page<Row> = { readonly Data: readonly Row[]; readonly After?: string | null }

/** The rows of a paged list, read page by page by the cursor alone. */
export async function rowsByCursor<Row>(page: (After: string | null) => Promise<Page<Row>>): Promise<Row[]> {
  const found: Row[] = []
  let After: string | null = null
  do {
    const next: Page<Row> = await page(After)
    found.push(...next.Data)
    After = next.After ?? null
  } while (After)
  return found
}
