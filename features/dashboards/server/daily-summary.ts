import { GENERAL_PATH } from '#features/general-settings/screens.ts'
import { generalSettings } from '#features/general-settings/server/api.ts'
import { HOURS, NO_SUMMARY } from '#features/general-settings/settings.ts'
import { REGISTRATION_STATUS } from '#features/registrations/rules.ts'
import { textIn } from '#features/resources/server/api.ts'
import type { Message } from '#platform/define-messages.ts'
import { forEachOrganisation } from '#platform/server/jobs/jobs.ts'
import type { Mailer } from '#platform/server/mail/mail.ts'
import type { Database, Db } from '#platform/server/postgres/db.ts'
import { t } from '../summary-messages.ts'
import { everyBank } from './summary.ts'

export type SummaryDeps = { readonly database: Database; readonly mailer: Mailer; readonly publicUrl: string }

/** A summary that could not be sent at its hour is sent this many hours later at most. */
const LATE_HOURS = 3

/** Sends the daily summary of every organisation whose hour has come. Any node may run it, at any time: each day is sent once. */
export const sendSummaries = ({ database, ...deps }: SummaryDeps, now: Date): Promise<void> =>
  forEachOrganisation(database, (tenant) => database.inTenant(tenant, (db) => sendSummary(db, deps, now)))

async function sendSummary(db: Db, { mailer, publicUrl }: Omit<SummaryDeps, 'database'>, now: Date): Promise<void> {
  const { SummaryHour, AlertEmails } = await generalSettings(db)
  if (SummaryHour === NO_SUMMARY || AlertEmails.length === 0) return
  const organisation = await db
    .selectFrom('organisations')
    .select(['id', 'name', 'culture', 'time_zone'])
    .where('is_active', '=', true)
    .executeTakeFirst()
  if (!organisation) return
  const { day, hour } = localTime(now, organisation.time_zone)
  const late = hour - HOURS.indexOf(SummaryHour)
  if (late < 0 || late >= LATE_HOURS || !(await claimDay(db, organisation.id, day))) return
  const text = (message: Message) => textIn(organisation.culture, message)
  const lines = await linesOf(db, now)
  const footer = t('MailSummaryFooter', { link: `${publicUrl}/portal/#${GENERAL_PATH}` })
  for (const to of new Set(AlertEmails.map((address) => address.toLowerCase())))
    await mailer.queue(db, organisation.id, {
      to,
      language: organisation.culture,
      subject: text(t('MailSummarySubject', { organisation: organisation.name })),
      body: `${[...lines, footer].map(text).join('\n\n')}\n`,
    })
}

/** Local day (YYYY-MM-DD) and hour (0 to 23). */
function localTime(at: Date, timeZone: string): { day: string; hour: number } {
  const parts = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(at)
  return { day: parts.slice(0, 10), hour: Number(parts.slice(11, 13)) }
}

/** Whether no summary was sent for the day yet; from now on one was. A second run waits for this transaction and then gets false. */
async function claimDay(db: Db, organisationId: string, day: string): Promise<boolean> {
  const claimed = await db
    .insertInto('organisation_summaries')
    .values({ organisation_id: organisationId, day })
    .onConflict((c) => c.column('organisation_id').doUpdateSet({ day }).where('organisation_summaries.day', '<', day))
    .executeTakeFirst()
  return claimed.numInsertedOrUpdatedRows === 1n
}

/** A line for each locker bank by place, and one for the registrations. */
async function linesOf(db: Db, now: Date): Promise<Message[]> {
  const { waiting } = await db
    .selectFrom('registrations')
    .select((eb) => eb.fn.countAll<number>().as('waiting'))
    .where('status', '=', REGISTRATION_STATUS.Pending)
    .executeTakeFirstOrThrow()
  const banks = (await everyBank(db, now)).map((bank) =>
    t('MailSummaryBank', {
      property: bank.PropertyName,
      bank: bank.LockerBankName,
      status: bank.Status,
      occupied: bank.Capacity - bank.LB_Available,
      capacity: bank.Capacity,
      percent: bank.LB_Utilisation,
      expired: bank.LB_Expired,
      flagged: bank.LB_Flagged,
      mailroom: bank.MR_Current,
    }),
  )
  return [...banks, t('MailSummaryRegistrations', { count: Number(waiting) })]
}
