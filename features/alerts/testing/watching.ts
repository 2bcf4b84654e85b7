import { vi } from 'vitest'
import { tokenOf } from '#apps/server/testing/fixtures.ts'
import type { TestServer } from '#apps/server/testing/server.ts'
import type { Change } from '#features/live/server/api.ts'
import { lockerBanks } from '#features/locker-banks/contract.ts'
import { mailFrame } from '#features/organisations/server/api.ts'
import type { Role } from '#platform/permissions.ts'
import { createLog } from '#platform/server/config/log.ts'
import { freePort } from '#platform/server/config/ports.ts'
import { openJobs } from '#platform/server/jobs/jobs.ts'
import { mailQueue, smtpTransport } from '#platform/server/mail/delivery.ts'
import { createMailer, MAIL_QUEUE } from '#platform/server/mail/mail.ts'
import { mailServer } from '#platform/server/testing/mail-server.ts'
import { type Alert, alerts } from '../contract.ts'
import { watchLockerBanks } from '../server/sweep.ts'

const PUBLIC_URL = 'https://portal.parcelhall.test'
const log = createLog('silent')

/** Runs the alert sweep with a real mail server, which may be started later. */
export async function watching(server: TestServer, { isMailServerUp = true } = {}) {
  const { database } = server
  const port = await freePort()
  const mails: Awaited<ReturnType<typeof mailServer>>['mails'] = []
  const closing: (() => Promise<unknown>)[] = []
  const startMailServer = async () => {
    const opened = await mailServer(port)
    closing.push(opened.close)
    // Mails that arrive from now on are added to the list of the tests.
    Object.assign(opened.mails, { push: (...come: typeof mails) => mails.push(...come) })
  }
  if (isMailServerUp) await startMailServer()
  const transport = smtpTransport(`smtp://127.0.0.1:${port}`, 'Parcelhall <no-reply@parcelhall.test>')
  const jobs = await openJobs(server.store.url, log)
  await jobs.work([{ ...mailQueue(database, transport, log, mailFrame(PUBLIC_URL)), retryAfter: 1 }], [])
  const mailer = createMailer((db, organisationId, id) => jobs.send(db, MAIL_QUEUE, { organisationId, id }))
  const changes: Change[] = []
  const live = { changed: (change: Change) => void changes.push(change) }
  let startedAt = new Date()
  const look = () => watchLockerBanks({ database, live, mailer, publicUrl: PUBLIC_URL, startedAt }, new Date())

  return {
    /** What arrived at the mail server. */
    mails,
    startMailServer,
    /** Changes that the sweep published to open screens. */
    changes,
    look,
    restart: () => {
      startedAt = new Date()
    },
    /** Advances the clock minute by minute, each with `meanwhile` and then a sweep. */
    minutes: async (count: number, meanwhile: () => Promise<unknown> = async () => {}) => {
      for (let i = 0; i < count; i += 1) {
        vi.setSystemTime(Date.now() + 60_000)
        await meanwhile()
        await look()
      }
    },
    stop: async () => {
      await jobs.stop()
      transport.close()
      for (const close of closing) await close()
    },
  }
}
export type Watching = Awaited<ReturnType<typeof watching>>

/** The open and ended alerts that a user with this role sees. */
export async function alertsSeenBy(server: TestServer, role: Role, systemName: string) {
  const token = await tokenOf(server, role, systemName)
  const ask = async (operation: (typeof alerts)['open' | 'ended']) => (await server.ask(operation, { token })).body as Alert[]
  return { open: await ask(alerts.open), ended: await ask(alerts.ended) }
}

export async function saveSettings(
  server: TestServer,
  systemName: string,
  lockerBankId: string,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  const input = Object.entries(values).map(([Name, Value]) => ({ Name, Value }))
  const token = await tokenOf(server, 'superadmin', systemName)
  const { status } = await server.ask(lockerBanks.saveSettings, { params: { lockerBankId }, token, input })
  if (status !== 200) throw new Error(`settings were not saved: ${status}`)
}
