import { setTimeout as wait } from 'node:timers/promises'
import { sendNoticesRegularly } from '#features/notices/server/sender.ts'
import { createLog } from '#platform/server/config/log.ts'
import { freePort, rethrowListenError } from '#platform/server/config/ports.ts'
import type { Settings } from '#platform/server/config/settings.ts'
import { createGracefulClose } from '#platform/server/http/graceful-close.ts'
import { openJobs } from '#platform/server/jobs/jobs.ts'
import { regularly } from '#platform/server/jobs/regularly.ts'
import { smtpTransport, type Transport } from '#platform/server/mail/delivery.ts'
import { createMailer, MAIL_QUEUE } from '#platform/server/mail/mail.ts'
import { outboxOf, outboxTransport, purgeOutbox } from '#platform/server/mail/outbox.ts'
import { chainAuditRegularly } from '#platform/server/postgres/audit-chain.ts'
import { signHeadsRegularly } from '#platform/server/postgres/audit-heads.ts'
import { JOB_CURSOR_LIMITS, JOB_LIMITS, openDatabase, REQUEST_LIMITS } from '#platform/server/postgres/db.ts'
import { refuseUnsafeRole } from '#platform/server/postgres/migrate.ts'
import { allOrganisations } from '#platform/server/postgres/untenanted.ts'
import { deriveKeys } from '#platform/server/security/keys.ts'
import { announce } from './announce.ts'
import { createApp } from './app.ts'
import { openBroker } from './broker.ts'
import { prepareDemo } from './demo/demo.ts'
import { startDemoKiosks } from './demo/kiosks.ts'
import { healthRoutes } from './health.ts'
import { serverJobs } from './jobs.ts'
import { readyDatabase } from './ready-database.ts'
import { frontEnds } from './static.ts'

/** How long open requests may take when the program stops. */
const GRACE_MS = 5_000
const DAY_MS = 86_400_000

/** A running server. */
export type Running = {
  /** Such as `http://127.0.0.1:8080`. */
  readonly address: string
  /** Stops everything in reverse order; a second call waits for the first. */
  stop(): Promise<void>
}

/**
 * Starts the whole product and returns when it is ready; `print` receives the lines for the console. When the start fails, it
 * stops everything and throws an error with one sentence.
 */
export async function start(configured: Settings, print: (line: string) => void = () => {}): Promise<Running> {
  const begin = performance.now()
  const opened: (() => Promise<unknown>)[] = []
  let stopped: Promise<void> | undefined
  const stop = () => {
    stopped ??= closeAll(opened)
    return stopped
  }
  try {
    const settings = await withPort(configured)
    const log = createLog(settings.logLevel)
    const store = await readyDatabase(settings, log)
    opened.push(store.stop)
    const database = openDatabase(store.url, REQUEST_LIMITS)
    opened.push(database.close)
    const jobDatabase = openDatabase(store.url, JOB_LIMITS, JOB_CURSOR_LIMITS)
    opened.push(jobDatabase.close)
    await refuseUnsafeRole(database.pool)
    const keys = deriveKeys(store.secretKey)
    const transport = mailTransport(settings)
    opened.push(async () => transport.close())
    // A password reset does not wait for connections that send notices.
    const noticeTransport = mailTransport(settings)
    opened.push(async () => noticeTransport.close())
    const jobs = await openJobs(store.url, log)
    opened.push(jobs.stop)
    const mailer = createMailer((db, organisationId, id) => jobs.send(db, MAIL_QUEUE, { organisationId, id }))
    const demo = settings.demo ? await prepareDemo({ database: jobDatabase, keys, settings, now: new Date(), print }) : undefined
    const broker = await openBroker({ settings, database, databaseUrl: store.url, keys, log })
    opened.push(broker.close)
    const { app, deps } = await createApp({
      database,
      broker,
      keys,
      mailer,
      sendJob: jobs.send,
      publicUrl: settings.publicUrl,
      logger: log,
      trustProxy: settings.trustProxy ?? false,
      recaptcha: settings.recaptcha,
      smsApiUrl: settings.smsApiUrl,
      allowedHosts: settings.allowedHosts,
      dataDir: settings.dataDir,
      viewerOrigins: settings.viewerOrigins,
    })
    const closing = createGracefulClose(app.server)
    opened.push(() => closing.end(() => app.close(), GRACE_MS))
    const announceStop = healthRoutes(app, database)
    await frontEnds(app, settings.publicUrl)
    const { queues, schedules } = serverJobs({ ...deps, database: jobDatabase, transport, log })
    await jobs.work(queues, schedules)
    opened.push(signHeadsRegularly({ database: jobDatabase, key: keys.auditHeads, dataDir: settings.dataDir, log }).stop)
    opened.push(chainAuditRegularly(jobDatabase, log).stop)
    const purge = () => purgeOutbox(outboxOf(settings.dataDir), new Date())
    opened.push(regularly(purge, DAY_MS, log, 'outbox folder not purged').stop)
    opened.push(sendNoticesRegularly({ ...deps, database: jobDatabase, transport: noticeTransport, log }).stop)
    const address = await app
      .listen({ host: settings.host, port: settings.port })
      .catch(rethrowListenError({ ...settings, variable: 'PORT' }))
    // With an external broker there may be several nodes, and each would start a kiosk for the same bank.
    if (demo && !settings.mqttUrl) {
      const kiosks = await startDemoKiosks({ database, keys, dataDir: settings.dataDir, address, log })
      opened.push(kiosks.stop)
    }
    opened.push(async () => {
      announceStop()
      closing.closeAfterReplies()
      await wait(settings.drainSeconds * 1000)
    })
    const isEmpty = (await allOrganisations(database)).length === 0
    announce({ settings, store, demo, isEmpty, seconds: (performance.now() - begin) / 1000 }, print)
    return { address, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

const mailTransport = ({ smtpUrl, mailFrom, dataDir }: Settings): Transport =>
  smtpUrl ? smtpTransport(smtpUrl, mailFrom) : outboxTransport(outboxOf(dataDir), mailFrom)

/** Resolves port 0 before the start, because links in e-mails and key files contain the port. */
async function withPort(settings: Settings): Promise<Settings> {
  if (settings.port !== 0) return settings
  const port = await freePort(settings.host).catch(rethrowListenError({ ...settings, variable: 'PORT' }))
  return { ...settings, port, publicUrl: settings.publicUrl.replace(/:0$/, `:${port}`) }
}

/** Closes everything in reverse order, even when one fails; throws the first failure. */
async function closeAll(opened: (() => Promise<unknown>)[]): Promise<void> {
  const failures: unknown[] = []
  for (const close of opened.reverse())
    await close().catch((error: unknown) => {
      failures.push(error)
    })
  if (failures.length > 0) throw failures[0]
}
