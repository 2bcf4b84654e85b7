import { generalSettings } from '#features/general-settings/server/api.ts'
import { t as tImport } from '#features/imports/messages.ts'
import { applyFetched, isAsked, statusMessage } from '#features/imports/server/api.ts'
import { textIn } from '#features/resources/server/api.ts'
import { type Message, unpackMessage } from '#platform/define-messages.ts'
import { existing } from '#platform/server/entities.ts'
import { forEachOrganisation, type Jobs } from '#platform/server/jobs/jobs.ts'
import type { Mailer } from '#platform/server/mail/mail.ts'
import type { Database, Db } from '#platform/server/postgres/db.ts'
import { t } from '../messages.ts'
import { whyWaits } from '../rules.ts'
import { FETCHED_PATH } from '../screens.ts'

export type ReportDeps = {
  readonly database: Database
  readonly mailer: Mailer
  readonly publicUrl: string
  readonly sendJob: Jobs['send']
}

/** Reports of one run and organisation. */
const MAX_REPORTS = 50

/**
 * Decides on each checked file that was fetched: it is applied within the thresholds of the organisation, or waits for a person. Sends
 * one report of each file, once it is done or waits.
 */
export const reportFetches = ({ database, ...deps }: ReportDeps, now: Date): Promise<void> =>
  forEachOrganisation(database, ({ organisationId, ...tenant }) =>
    database.inTenant({ organisationId, ...tenant }, (db) => reportEach(db, organisationId, deps, now)),
  )

const unreported = (db: Db) =>
  db
    .selectFrom('import_fetches as f')
    .leftJoin('import_jobs as j', 'j.id', 'f.import_id')
    .select(['f.id', 'f.kind', 'f.file_name', 'f.reason', 'f.import_id', 'j.status', 'j.failure', 'j.applied_by_name'])
    .select(['f.message_subject', 'f.message_from'])
    .select(['j.checked_at', 'j.headings', 'j.found'])
    .select(['j.lines', 'j.new_lines', 'j.changed_lines', 'j.unchanged_lines', 'j.refused_lines'])
    .select(['j.moves_out', 'j.moves_out_of', 'j.moved_out'])
    .where('f.reported_at', 'is', null)
    .orderBy('f.at')
    .limit(MAX_REPORTS)
    .forUpdate('f')
    .skipLocked()
type Fetch = Awaited<ReturnType<ReturnType<typeof unreported>['execute']>>[number]

type Deps = Omit<ReportDeps, 'database'>
async function reportEach(db: Db, organisationId: string, deps: Deps, now: Date): Promise<void> {
  const fetches = await unreported(db).execute()
  if (fetches.length === 0) return
  const settings = await generalSettings(db)
  for (const fetch of fetches) {
    if (fetch.status === 'Checking' || fetch.status === 'Applying') continue
    let waits: Message | null = null
    // One that failed while it was applied waits as well: a person can resume it.
    if (fetch.status === 'Ready') {
      waits = whyWaits(fetch.kind, checkedOf(fetch), settings)
      const isFullList = settings.ImportFullList
      waits ??= await applyFetched(db, { organisationId, id: fetch.import_id!, isFullList, now }, deps.sendJob)
      if (!waits) continue
    }
    // An import that was deleted meanwhile needs no report.
    if (fetch.status || !fetch.import_id)
      await report(db, organisationId, deps, { fetch, waits, to: settings.ImportReportEmails })
    await db.updateTable('import_fetches').set({ reported_at: now }).where('id', '=', fetch.id).execute()
  }
}

const checkedOf = (fetch: Fetch) => ({
  lines: fetch.lines ?? 0,
  refused: fetch.refused_lines ?? 0,
  toDo: (fetch.new_lines ?? 0) + (fetch.changed_lines ?? 0),
  movesOut: fetch.moves_out ?? 0,
  movesOutOf: fetch.moves_out_of ?? 0,
})

/** A message by its subject and its sender, as far as it has them. */
const messageText = ({ message_subject: subject, message_from: from }: Fetch): Message | string =>
  [subject, from].filter(Boolean).join(', ') || t('SourceMessage')

type Report = { readonly fetch: Fetch; readonly waits: Message | null; readonly to: readonly string[] }
async function report(db: Db, organisationId: string, { mailer, publicUrl }: Deps, { fetch, waits, to }: Report): Promise<void> {
  if (to.length === 0) return
  const { culture } = await existing(db.selectFrom('organisations').select('culture'))
  const text = (message: Message) => textIn(culture, message)
  const path = fetch.import_id ? `/importfile/${fetch.import_id}/detail` : FETCHED_PATH
  const job = fetch.status && { ...fetch, status: fetch.status }
  // A person can choose how the file is read.
  const isWaiting = job ? isAsked(job) : false
  const refusal = fetch.import_id ? fetch.failure : fetch.reason
  const counts = t('MailReportCounts', {
    new: fetch.new_lines ?? 0,
    changed: fetch.changed_lines ?? 0,
    unchanged: fetch.unchanged_lines ?? 0,
    refused: fetch.refused_lines ?? 0,
    movedOut: fetch.moved_out ?? 0,
  })
  const lines = [
    ...(refusal ? [t(isWaiting ? 'MailReportWaits' : 'MailReportRefused', { reason: unpackMessage(refusal) })] : [counts]),
    ...(waits ? [t('MailReportWaits', { reason: waits })] : []),
    t('MailReportLink', { link: `${publicUrl}/portal/#${path}` }),
  ]
  const status = job ? statusMessage(job) : tImport('VerdictRefused')
  const subject = text(t('MailReportSubject', { file: fetch.file_name || messageText(fetch), status }))
  for (const address of new Set(to.map((one) => one.toLowerCase())))
    await mailer.queue(db, organisationId, { to: address, language: culture, subject, body: `${lines.map(text).join('\n\n')}\n` })
}
