import { sql } from 'kysely'
import type { SourceKind } from '#features/import-sources/rules.ts'
import { t as tImport } from '#features/imports/messages.ts'
import { HEARTBEATS_MISSED, statusOf } from '#features/kiosks/rules.ts'
import { noticeTypeById, noticeTypeMessage } from '#features/notification-templates/types.ts'
import { plainMessage, unpackMessage } from '#platform/define-messages.ts'
import { t as label } from '#platform/labels.ts'
import type { Database, Db } from '#platform/server/postgres/db.ts'
import { DETAILS_LIMIT, type Detail } from '../contract.ts'

/** States of jobs that have not ended, and of those that were retried to the last. */
const OPEN = sql`('created', 'retry', 'active', 'failed')`

export async function migrationsOf({ untenanted }: Database) {
  const { rows } = await sql<{ Number: number; Name: string; AppliedAt: string }>`
    select number as "Number", name as "Name", applied_at as "AppliedAt" from schema_migrations where number > 0 order by number desc`.execute(
    untenanted,
  )
  return rows
}

export async function queuesOf({ untenanted }: Database) {
  const { rows } = await sql<{ Name: string; Waiting: number; Active: number; Failed: number; OldestAt: string | null }>`
    select q.name as "Name",
      count(j.id) filter (where j.state in ('created', 'retry'))::int as "Waiting",
      count(j.id) filter (where j.state = 'active')::int as "Active",
      count(j.id) filter (where j.state = 'failed')::int as "Failed",
      min(j.created_on) filter (where j.state in ('created', 'retry')) as "OldestAt"
    from jobs.queue q left join jobs.job j on j.name = q.name and j.state in ${OPEN}
    group by q.name order by q.name`.execute(untenanted)
  return rows
}

export async function schedulesOf({ untenanted }: Database) {
  const { rows } = await sql<{ Name: string; Cron: string; LastRunAt: string | null; HasFailed: boolean }>`
    select s.name as "Name", s.cron as "Cron", j.completed_on as "LastRunAt", coalesce(j.state = 'failed', false) as "HasFailed"
    from jobs.schedule s
      left join lateral (select completed_on, state from jobs.job where name = s.name and completed_on is not null
        order by completed_on desc limit 1) j on true
    order by s.name`.execute(untenanted)
  return rows
}

export async function outboxesOf({ untenanted }: Database) {
  const { rows } = await sql<{
    Id: string
    Name: string
    MailsWaiting: number
    OldestMailAt: string | null
    MailsFailed: number
    NoticesWaiting: number
    OldestNoticeAt: string | null
    NoticesFailed: number
    EventsUnapplied: number
  }>`
    select organisation_id as "Id", name as "Name", mails_waiting as "MailsWaiting", oldest_mail as "OldestMailAt",
      mails_failed as "MailsFailed", notices_waiting as "NoticesWaiting", oldest_notice as "OldestNoticeAt",
      notices_failed as "NoticesFailed", events_unapplied as "EventsUnapplied" from system_counts()`.execute(untenanted)
  return rows
}

export async function kioskVersionsOf({ untenanted }: Database, now: Date) {
  const { rows } = await sql<{ Id: string; Name: string; AppVersion: string; Kiosks: number; Online: number }>`
    select organisation_id as "Id", name as "Name", app_version as "AppVersion", kiosks as "Kiosks", online as "Online"
    from system_kiosks(${now}::timestamptz, ${HEARTBEATS_MISSED}::int)`.execute(untenanted)
  return rows
}

export async function fetchesOf({ untenanted }: Database) {
  const { rows } = await sql<{ id: string; name: string; kind: SourceKind; at: string | null; failure: string }>`
    select organisation_id as id, name, kind, last_run_at as at, last_failure as failure from system_fetches()`.execute(
    untenanted,
  )
  return rows.map(({ id, name, kind, at, failure }) => ({
    Id: id,
    Name: name,
    SourceName: tImport(`Source${kind}`),
    LastRunAt: at,
    LastFailure: unpackMessage(failure),
  }))
}

/** Tables on the page, the largest first. */
const LARGEST = 10

export async function databaseOf({ untenanted }: Database) {
  const { rows } = await sql<{ version: string; bytes: string }>`
    select current_setting('server_version') as version, pg_database_size(current_database())::text as bytes`.execute(untenanted)
  const tables = await sql<{ Name: string; bytes: string }>`
    select relname as "Name", pg_total_relation_size(oid)::text as bytes from pg_class
    where relkind = 'r' and relnamespace in ('public'::regnamespace, 'jobs'::regnamespace)
    order by pg_total_relation_size(oid) desc, relname limit ${sql.lit(LARGEST)}`.execute(untenanted)
  return {
    version: rows[0]!.version,
    bytes: Number(rows[0]!.bytes),
    tables: tables.rows.map(({ Name, bytes }) => ({ Name, Bytes: Number(bytes) })),
  }
}

/** The latest jobs of a queue, open and failed ones before completed ones. */
export async function jobsOf({ untenanted }: Database, queue: string) {
  const { rows } = await sql<{ id: string; state: string; at: string; retries: number; code: string | null }>`
    select id, state::text, coalesce(completed_on, started_on, created_on) as at, retry_count as retries, output ->> 'code' as code
    from jobs.job where name = ${queue}
    order by state in ${OPEN} desc, created_on desc, id limit ${sql.lit(DETAILS_LIMIT)}`.execute(untenanted)
  return rows.map(({ id, state, at, retries, code }) => ({
    At: at,
    Name: plainMessage(id),
    State: state,
    Detail: plainMessage([retries > 0 && `retries: ${retries}`, code].filter(Boolean).join(', ')),
  }))
}

/** The rows behind a number of the tenant. */
export async function detailsOf(db: Db, what: Detail, now: Date) {
  if (what === 'kiosks') return kioskRows(db, now)
  if (what === 'events') return eventRows(db)
  if (what === 'fetches') return fetchRows(db)
  return what.startsWith('mails') ? mailRows(db, what === 'mails-failed') : noticeRows(db, what === 'notices-failed')
}

async function fetchRows(db: Db) {
  const rows = await db
    .selectFrom('import_fetches')
    .select(['at', 'file_name', 'outcome', 'reason'])
    .orderBy('at', 'desc')
    .limit(sql.lit(DETAILS_LIMIT))
    .execute()
  return rows.map(({ at, file_name, outcome, reason }) => ({
    At: at,
    Name: plainMessage(file_name),
    State: outcome,
    Detail: unpackMessage(reason),
  }))
}

/** E-mails by their ids: addresses and texts are personal data. */
async function mailRows(db: Db, hasFailed: boolean) {
  const rows = await db
    .selectFrom('mails')
    .select(['id', 'created_at', 'failed_at'])
    .where('sent_at', 'is', null)
    .where('failed_at', hasFailed ? 'is not' : 'is', null)
    .orderBy('created_at', 'desc')
    .limit(sql.lit(DETAILS_LIMIT))
    .execute()
  return rows.map(({ id, created_at, failed_at }) => ({
    At: failed_at ?? created_at,
    Name: label('LabelEmail'),
    State: hasFailed ? 'Failed' : 'Waiting',
    Detail: plainMessage(id),
  }))
}

async function noticeRows(db: Db, hasFailed: boolean) {
  const rows = await db
    .selectFrom('notices')
    .select(['type_id', 'status', 'reason', 'created_at'])
    .where('status', 'in', hasFailed ? ['Failed'] : ['Waiting', 'Sending'])
    .orderBy('created_at', 'desc')
    .limit(sql.lit(DETAILS_LIMIT))
    .execute()
  return rows.map(({ type_id, status, reason, created_at }) => {
    const type = noticeTypeById(type_id)
    const Detail = reason === null ? plainMessage('') : unpackMessage(reason)
    return { At: created_at, Name: type ? noticeTypeMessage(type) : plainMessage(String(type_id)), State: status, Detail }
  })
}

async function eventRows(db: Db) {
  const rows = await db
    .selectFrom('kiosk_events as e')
    .leftJoin('locker_banks as b', 'b.id', 'e.locker_bank_id')
    .select(['e.kind', 'e.outcome', 'e.reason', 'e.received_at', 'b.name'])
    .where('e.outcome', 'in', ['refused', 'parked', 'unknown'])
    .orderBy('e.received_at', 'desc')
    .limit(sql.lit(DETAILS_LIMIT))
    .execute()
  return rows.map(({ kind, outcome, reason, received_at, name }) => ({
    At: received_at,
    Name: plainMessage(`${name ?? ''}: ${kind}`),
    State: outcome,
    Detail: reason === null ? plainMessage('') : unpackMessage(reason),
  }))
}

async function kioskRows(db: Db, now: Date) {
  const rows = await db
    .selectFrom('locker_banks')
    .select(['name', 'app_version', 'is_online', 'last_heart_beat', 'heartbeat_seconds'])
    .where('deleted_at', 'is', null)
    .orderBy('app_version')
    .orderBy('name')
    .limit(sql.lit(DETAILS_LIMIT))
    .execute()
  return rows.map((row) => ({
    At: row.last_heart_beat,
    Name: plainMessage(row.name),
    State: statusOf(row, now),
    Detail: plainMessage(row.app_version),
  }))
}
