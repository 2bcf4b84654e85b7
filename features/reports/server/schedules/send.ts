import { textIn } from '#features/resources/server/api.ts'
import type { Message } from '#platform/define-messages.ts'
import { newId } from '#platform/ids.ts'
import { hasAnyPermission } from '#platform/permissions.ts'
import type { ReadUser } from '#platform/server/bulk/run.ts'
import type { Caller } from '#platform/server/http/caller.ts'
import { Refusal } from '#platform/server/http/refusal.ts'
import { forEachOrganisation, type JobData, type Jobs, type Queue } from '#platform/server/jobs/jobs.ts'
import type { Attachment, Mailer } from '#platform/server/mail/mail.ts'
import { writeAudit } from '#platform/server/postgres/audit.ts'
import { type Database, type Db, type Tenant, wholeOrganisation } from '#platform/server/postgres/db.ts'
import type { ParameterValues } from '../../contract.ts'
import { t as tReport } from '../../messages.ts'
import { fileNameOf } from '../../parameters.ts'
import { FILE_FORMATS, type FileFormat, REPORTS, type ReportName, reportAddress } from '../../reports.ts'
import { t } from '../../schedule-messages.ts'
import { daysOf, nextTime, type Period, type Plan } from '../../schedule-rules.ts'
import { DEFINITIONS } from '../definitions/all.ts'
import { hasResident, idsOf, zoneOf } from '../engine/choices.ts'
import type { Values } from '../engine/definition.ts'
import { resolvedValues } from '../engine/values.ts'
import { fileInThread } from '../formats/file-in-thread.ts'
import { type ReportRequest, readReport } from '../read-report.ts'
import { addressValues } from '../run-routes.ts'
import { beginRun, endRun } from '../runs.ts'
import { REPORT_PERMISSIONS, recipientsOf } from './recipients.ts'
import { dueIds, lockDue } from './store.ts'

export const SEND_QUEUE = 'send-report'
const RETRIES = 3
/** Largest file of an e-mail, in bytes: mail servers refuse much larger ones. */
const MAX_ATTACHMENT = 10_000_000

export type SendDeps = {
  readonly database: Database
  readonly mailer: Mailer
  readonly publicUrl: string
  readonly sendJob: Jobs['send']
  /** A user as they are now, or null for one who is not active. */
  readonly readUser: ReadUser
  /** Largest file of an e-mail, in bytes. */
  readonly maxAttachment?: number
}

/**
 * Begins the e-mails of every schedule that is due. Any node may run it, at any time: each due time is used once, and several that were
 * missed are one. A schedule that fails does not stop the others.
 */
export const sendDue = ({ database, sendJob }: Pick<SendDeps, 'database' | 'sendJob'>, now: Date): Promise<void> =>
  forEachOrganisation(database, async (tenant) => {
    const failures: unknown[] = []
    for (const id of await database.readInTenant(tenant, (db) => dueOf(db, now)))
      await database
        .inTenant(tenant, (db) => beginDue(db, tenant, { id, sendJob, now }))
        .catch((error: unknown) => failures.push(error))
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} schedules could not begin`)
  })

/** The schedules of an organisation that are due; none while it is not active. */
async function dueOf(db: Db, now: Date): Promise<string[]> {
  const organisation = await db.selectFrom('organisations').select('is_active').executeTakeFirstOrThrow()
  return organisation.is_active ? dueIds(db, now) : []
}

type Due = { readonly id: string; readonly sendJob: Jobs['send']; readonly now: Date }

async function beginDue(db: Db, tenant: Tenant, { id, sendJob, now }: Due): Promise<void> {
  const schedule = await lockDue(db, id, now)
  if (!schedule) return
  const { frequency, weekday, month_day: monthDay, hour } = schedule
  const report = schedule.report as ReportName
  const kept = schedule.parameters as Values
  // Without a resident or chosen properties it is the zone of those that the schedule's author had.
  const time_zone = hasResident(kept) || idsOf(kept, 'PropertyIds').length > 0 ? await zoneOf(db, kept) : schedule.time_zone
  const next_at = nextTime({ frequency: frequency as Plan['frequency'], weekday, monthDay, hour }, time_zone, now)
  await db.updateTable('report_schedules').set({ next_at, time_zone }).where('id', '=', id).execute()
  const given = { ...kept, ...daysOf(schedule.period as Period, time_zone, now) } as ParameterValues
  for (const { Id, Name } of await recipientsOf(db, id).execute()) {
    const recipient = { id: Id, name: Name, tenant }
    const checked = await valuesOrRefusal(db, report, given, { caller: recipient, now })
    const run = { id: newId(), report, format: schedule.format as FileFormat, values: checked.values ?? kept, scheduleId: id }
    await beginRun(db, recipient, run)
    if (checked.values) await sendJob(db, SEND_QUEUE, { organisationId: tenant.organisationId, id: run.id })
    else await endRun(db, run.id, { state: 'NotSent', reason: checked.reason })
  }
}

/** The values of a report, or why it has none: what it was saved with may not be possible any more. */
const valuesOrRefusal = (db: Db, report: ReportName, given: ParameterValues, asking: Parameters<typeof resolvedValues>[3]) =>
  resolvedValues(db, DEFINITIONS[report].parameters, given, asking).then(
    (values) => ({ values }),
    (error: unknown) => {
      if (error instanceof Refusal) return { values: undefined, reason: error.exception ?? error.reason }
      throw error
    },
  )

/** Makes the file of each recipient and queues its e-mail. */
export const sendQueue = (deps: Omit<SendDeps, 'sendJob'>): Queue => ({
  name: SEND_QUEUE,
  retries: RETRIES,
  retryAfter: 5,
  isLong: true,
  run: (data, signal) => sendReport(deps, data, signal),
  giveUp: async ({ organisationId, id }) => {
    await deps.database.inTenant(wholeOrganisation(organisationId), (db) =>
      endRun(db, id, { state: 'Failed', reason: tReport('MsgReportFailed') }),
    )
  },
})

/** Sends a run's report with the rights that its recipient has now. The end of the run and its e-mail are one transaction. */
async function sendReport(
  { database, mailer, publicUrl, readUser, maxAttachment = MAX_ATTACHMENT }: Omit<SendDeps, 'sendJob'>,
  { organisationId, id }: JobData,
  signal?: AbortSignal,
): Promise<void> {
  const own = wholeOrganisation(organisationId)
  const run = await database.readInTenant(own, (db) => readRun(db, id))
  if (!run) return
  const withhold = (reason: Message) => database.inTenant(own, (db) => endRun(db, id, { state: 'NotSent', reason }))
  if (run.schedule_name === null) return void (await withhold(t('MsgScheduleGone')))
  const reader = await readUser(database, organisationId, run.user_id)
  if (!reader || !run.can_sign_in || !hasAnyPermission(reader.permissions, REPORT_PERMISSIONS))
    return void (await withhold(t('MsgNoRights')))
  const report = run.report as ReportName
  const values = run.parameters as Values
  const language = run.language ?? run.culture
  const request: ReportRequest = { report, values, changes: {}, language, dateFormat: run.date_format ?? run.culture }
  const made = await makeAttachment(database, reader, { request, format: run.format as FileFormat, signal, maxAttachment })
  const text = (message: Message) => textIn(language, message)
  const title = REPORTS[report].title
  const link = `${publicUrl}/portal/#${reportAddress(report, addressValues(report, values))}`
  const begin = made.attachment
    ? t('MailReportAttached', { report: title })
    : t('MailReportLinked', { report: title, reason: made.reason })
  await database.inTenant(own, async (db) => {
    if (!(await endRun(db, id, { state: 'Done', rowCount: made.rowCount }))) return
    await mailer.queue(db, organisationId, {
      to: run.email,
      language,
      subject: text(t('MailReportSubject', { report: title, name: run.schedule_name! })),
      body: `${[begin, t('MailReportFooter', { link, user: run.owner_name! })].map(text).join('\n\n')}\n`,
      ...(made.attachment && { attachment: made.attachment }),
    })
    await writeAudit(db, {
      organisationId,
      at: new Date(),
      actor: { id: run.owner_id, name: run.owner_name! },
      action: 'report schedule sent',
      subjectId: run.schedule_id,
      detail: { name: run.schedule_name, report, format: run.format, recipient: run.user_id },
    })
  })
}

/** A run that has not ended, with its recipient and schedule; undefined when it has. */
const readRun = (db: Db, id: string) =>
  db
    .selectFrom('report_runs as r')
    .innerJoin('portal_users as u', 'u.id', 'r.user_id')
    .innerJoin('organisations as o', 'o.id', 'r.organisation_id')
    .leftJoin('report_schedules as s', 's.id', 'r.schedule_id')
    .select(['r.user_id', 'r.report', 'r.format', 'r.parameters', 'r.schedule_id'])
    .select(['u.email', 'u.language', 'u.date_format', 'o.culture'])
    .select((eb) => eb('u.password_hash', 'is not', null).as('can_sign_in'))
    .select(['s.name as schedule_name', 's.user_id as owner_id', 's.user_name as owner_name'])
    .where('r.id', '=', id)
    .where('r.state', '=', 'Working')
    .executeTakeFirst()

type AttachmentRequest = {
  readonly request: ReportRequest
  readonly format: FileFormat
  readonly signal: AbortSignal | undefined
  readonly maxAttachment: number
}
type AttachmentOrReason =
  | { readonly attachment: Attachment; readonly rowCount: number; readonly reason?: never }
  | { readonly attachment?: never; readonly rowCount?: never; readonly reason: Message }

/** The file of a report as its reader may see it, or why it is none for an e-mail. */
async function makeAttachment(
  database: Database,
  { tenant }: Caller,
  { request, format, signal, maxAttachment }: AttachmentRequest,
): Promise<AttachmentOrReason> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    const rowCount = await readReport(database, { tenant, request, signal }, async (content) => {
      const { language, dateFormat } = request
      for await (const chunk of fileInThread(content.parts, { format, language, dateFormat, logo: content.logo })) {
        size += chunk.length
        if (size > maxAttachment) throw new Refusal(422, t('MsgTooLargeForMail', { size: maxAttachment / 1_000_000 }))
        chunks.push(chunk)
      }
    })
    const { extension, type } = FILE_FORMATS[format]
    const attachment = { name: fileNameOf(request.report, request.values, extension), type, content: Buffer.concat(chunks) }
    return { attachment, rowCount }
  } catch (error) {
    if (error instanceof Refusal) return { reason: error.reason }
    throw error
  }
}
