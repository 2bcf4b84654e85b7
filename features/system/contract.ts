import { z } from 'zod'
import { operation } from '#platform/operation.ts'
import { Id, MessageText, NullableTime, Time } from '#platform/wire.ts'

/** A queue of jobs; `Failed`: after the last retry, kept for a day. */
const Queue = z.object({
  Name: z.string(),
  Waiting: z.int(),
  Active: z.int(),
  Failed: z.int(),
  OldestAt: NullableTime,
})

/** Work by the clock; times and outcome of the last run that ended, null before the first. */
const Schedule = z.object({ Name: z.string(), Cron: z.string(), LastRunAt: NullableTime, HasFailed: z.boolean() })

/** What an organisation has not sent or not applied. */
const Outbox = z.object({
  Id: z.string(),
  Name: z.string(),
  MailsWaiting: z.int(),
  OldestMailAt: NullableTime,
  MailsFailed: z.int(),
  NoticesWaiting: z.int(),
  OldestNoticeAt: NullableTime,
  NoticesFailed: z.int(),
  /** Events of kiosks that are stored and not applied. */
  EventsUnapplied: z.int(),
})

export const SystemStatus = z.object({
  Release: z.string(),
  Node: z.string(),
  Database: z.string(),
  StartedAt: Time,
  Migrations: z.array(z.object({ Number: z.int(), Name: z.string(), AppliedAt: Time })),
  Queues: z.array(Queue),
  Schedules: z.array(Schedule),
  Outboxes: z.array(Outbox),
  /** The programs of kiosks: those of one version in an organisation. */
  Kiosks: z.array(z.object({ Id: z.string(), Name: z.string(), AppVersion: z.string(), Kiosks: z.int(), Online: z.int() })),
  /** Active servers and mailboxes of imports; `LastFailure`: why the last fetch failed, empty when it did not. */
  Fetches: z.array(
    z.object({ Id: z.string(), Name: z.string(), SourceName: MessageText, LastRunAt: NullableTime, LastFailure: MessageText }),
  ),
  /** Of the disk with the server's data; in bytes. */
  Disk: z.object({ Free: z.number(), Total: z.number() }),
  DatabaseBytes: z.number(),
  /** The largest tables with their indexes, in bytes. */
  Tables: z.array(z.object({ Name: z.string(), Bytes: z.number() })),
})
export type SystemStatus = z.infer<typeof SystemStatus>

/** A row behind a number. */
export const SystemRow = z.object({ At: NullableTime, Name: MessageText, State: z.string(), Detail: MessageText })
export type SystemRow = z.output<typeof SystemRow>

/** The numbers of an organisation that have rows behind them. */
export const DETAILS = [
  'mails-waiting',
  'mails-failed',
  'notices-waiting',
  'notices-failed',
  'events',
  'kiosks',
  'fetches',
] as const
export type Detail = (typeof DETAILS)[number]
/** Rows of one reply; the numbers count all of them. */
export const DETAILS_LIMIT = 200

export const system = {
  status: operation('GET', '/system/status', {
    permission: 'AddOrganisation',
    summary: 'Versions, queues, outboxes, kiosks and disk use of the installation, for super administrators',
    output: SystemStatus,
  }),
  jobs: operation('GET', '/system/jobs/{queue}', {
    permission: 'AddOrganisation',
    summary: 'The latest jobs of a queue, those that wait or have failed first',
    params: z.object({ queue: z.string().regex(/^[\w-]{1,100}$/) }),
    output: z.array(SystemRow),
  }),
  details: operation('GET', '/system/details/{id}/{what}', {
    permission: 'AddOrganisation',
    summary: 'The rows behind a number of an organisation, the latest first',
    params: z.object({ id: Id, what: z.enum(DETAILS) }),
    output: z.array(SystemRow),
  }),
}
