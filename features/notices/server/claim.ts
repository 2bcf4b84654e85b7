import { type RawBuilder, sql } from 'kysely'
import { packagesWithNames } from '#features/notification-templates/server/api.ts'
import { MEDIA, type Medium } from '#features/notification-templates/types.ts'
import { isLive, LIVE_GROUP_IDS, type StatusName, statusById } from '#features/package-statuses/statuses.ts'
import { isEmail } from '#platform/contact-fields.ts'
import { packMessage } from '#platform/define-messages.ts'
import { smsNumber } from '#platform/phone-number.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { anyOf } from '#platform/server/postgres/sql-helpers.ts'
import { t } from '../messages.ts'
import { settingsOf } from './reminders.ts'

/** Notices that a program takes in one transaction. */
export const SEND_BATCH = 50
/** How long a claim holds, before its program counts as dead: longer than sending one notice can take. */
const LOST_AFTER_MS = 15 * 60_000

/** A notice with what its text and its rules need. */
export type Claimed = Awaited<ReturnType<typeof contentOf>>[number]

/** Takes due notices of a medium for sending. Other programs skip them until they count as lost. */
export async function claimDue(db: Db, medium: Medium, now: Date): Promise<Claimed[]> {
  await reclaimLost(db, medium, now)
  const { rows } = await sql<{ id: string }>`
    update notices n set status = 'Sending', attempts = n.attempts + 1, lost_at = ${lostAt(now)}
    from (
      select id from notices where status = 'Waiting' and medium_id = ${MEDIA[medium]} and due_at <= ${now}
      order by due_at limit ${sql.lit(SEND_BATCH)} for no key update skip locked
    ) as due where n.id = due.id returning n.id`.execute(db)
  return rows.length === 0 ? [] : contentOf(db, rows)
}

/** A claimed notice as it is now, held from now on; undefined when it counted as lost and was taken by another program. */
export async function renewClaim(db: Db, { id, attempts }: Claimed, now: Date): Promise<Claimed | undefined> {
  const renewed = await db
    .updateTable('notices')
    .set({ lost_at: lostAt(now) })
    .where('id', '=', id)
    .where('status', '=', 'Sending')
    .where('attempts', '=', attempts)
    .returning('id')
    .execute()
  return renewed.length === 0 ? undefined : (await contentOf(db, renewed))[0]
}

const lostAt = (now: Date) => new Date(now.getTime() + LOST_AFTER_MS)

/**
 * Notices of a program that died while it sent them: an e-mail is sent again, with the same Message-ID; an SMS would be a second one,
 * so that staff decide.
 */
async function reclaimLost(db: Db, medium: Medium, now: Date): Promise<void> {
  const outcome =
    medium === 'email'
      ? ({ status: 'Waiting' } as const)
      : ({ status: 'Failed', reason: packMessage(t('ReasonUnknown')) } as const)
  await db
    .updateTable('notices')
    .set({ ...outcome, lost_at: null })
    .where('status', '=', 'Sending')
    .where('medium_id', '=', MEDIA[medium])
    .where('lost_at', '<=', now.toISOString())
    .execute()
}

async function contentOf(db: Db, claimed: readonly { readonly id: string }[]) {
  const rows = (await contentQuery(db, claimed).execute()).map((row) => ({ ...row, address: addressOf(row) }))
  const numbers = rows.flatMap(({ medium_id, address }) => (medium_id === MEDIA.sms && address ? [address] : []))
  const stopped = await stoppedOf(db, numbers)
  const named = await withNames(db, rows)
  return named.map((row) => ({ ...row, has_stopped: stopped.has(row.address ?? '') }))
}

/** Those of some numbers that wrote STOP. */
async function stoppedOf(db: Db, numbers: readonly string[]): Promise<ReadonlySet<string>> {
  if (numbers.length === 0) return new Set()
  const rows = await db.selectFrom('sms_stops').select('number').where('number', '=', anyOf(numbers)).execute()
  return new Set(rows.map(({ number }) => number))
}

type Content = Awaited<ReturnType<ReturnType<typeof contentQuery>['execute']>>[number]
/** The recipient's present address, a phone number with its country; null when nothing can be sent to it. */
function addressOf(notice: Content): string | null {
  if (notice.medium_id === MEDIA.email) {
    const email = notice.resident_email ?? notice.email
    return isEmail(email) ? email : null
  }
  return smsNumber(notice.resident_mobile ?? notice.mobile_phone, notice.culture)
}

async function withNames<Row extends Content>(db: Db, rows: readonly Row[]): Promise<readonly Row[]> {
  const isGone = ({ status_id }: Row) => !isLive(statusById(status_id) as StatusName)
  const firstIds = rows.flatMap((row) => (isGone(row) ? row.with_ids.slice(0, 1) : []))
  if (firstIds.length === 0) return rows
  // A notice of a batch whose own package has left is about the first of the others.
  const firsts = await packagesWithNames(db).select(['p.id', 'p.status_id']).where('p.id', '=', anyOf(firstIds)).execute()
  return rows.map((row) => {
    const first = isGone(row) && firsts.find(({ id }) => id === row.with_ids[0])
    return first ? { ...row, ...first, id: row.id, with_numbers: row.with_numbers.slice(1) } : row
  })
}

const contentQuery = (db: Db, claimed: readonly { readonly id: string }[]) =>
  packagesWithNames(db)
    .innerJoin('notices as n', 'n.package_id', 'p.id')
    .leftJoin('residents as r', 'r.id', 'n.resident_id')
    .select(['n.id', 'n.type_id', 'n.medium_id', 'n.attempts', 'n.event_key', 'n.resident_id'])
    .select(['p.resident_id as recipient_id', 'p.status_id', 'p.email', 'p.mobile_phone'])
    .select([
      'r.first_name',
      'r.last_name',
      'r.email as resident_email',
      'r.mobile_phone as resident_mobile',
      'r.has_opted_out',
      'r.language',
    ])
    .select(['r.is_email_notification_enabled', 'r.is_sms_notification_enabled', 'r.erased_at'])
    .select([
      ofBatch(sql`q.package_number`, sql`=`).as('with_numbers'),
      ofBatch(sql`q.id`, sql`=`).as('with_ids'),
      ofBatch(sql`q.id`, sql`<>`).as('left_out'),
    ])
    .select(settingsOf('n.property_id').as('settings'))
    .where('n.id', '=', anyOf(claimed.map(({ id }) => id)))
    .orderBy('n.due_at')
    .orderBy('n.id')

/** The other packages on site of the batch that the notice `n` of arrival is for, whose recipient is the same or another. */
const ofBatch = (column: RawBuilder<unknown>, isSame: RawBuilder<unknown>) =>
  sql<string[]>`array(select ${column} from batch_arrivals a
    join packages q on q.organisation_id = a.organisation_id and q.id = a.package_id and q.status_group = any(${LIVE_GROUP_IDS})
    where a.organisation_id = n.organisation_id and a.lead_package_id = n.package_id and a.package_id <> n.package_id
      and n.event_key = n.package_id::text and q.recipient_key ${isSame} p.recipient_key order by q.id)`

/** What became of a claimed notice. */
export type Outcome = {
  readonly status: 'Waiting' | 'Sent' | 'Failed' | 'Cancelled'
  readonly address?: string
  readonly subject?: string
  readonly body?: string
  readonly provider_id?: string | null
  readonly reason?: string | null
  /** When to try again. */
  readonly due_at?: Date
  readonly attempts?: number
  readonly sent_at?: Date
}

export type Ended = { readonly notice: Claimed; readonly outcome: Outcome }

/**
 * Gives packages back to their batch that a notice of arrival does not name, because its own package has another recipient by now. Not
 * when another medium's notice has named them.
 */
export async function returnToBatch(db: Db, claimed: readonly Claimed[]): Promise<void> {
  const rows = claimed.flatMap(({ event_key, left_out }) => left_out.map((id) => ({ id, event_key })))
  if (rows.length === 0) return
  const ids = claimed.map(({ id }) => id)
  await sql`
    update batch_arrivals a set lead_package_id = null
    from json_to_recordset(${JSON.stringify(rows)}) as r (id uuid, event_key text)
    where a.package_id = r.id
      and not exists (select from notices n where n.event_key = r.event_key and n.status in ('Sending', 'Sent', 'Delivered') and n.id <> all(${ids}))`.execute(
    db,
  )
}

/**
 * Stores what became of claimed notices. Of one whose SMS service has already reported its status, only the text is stored; of one that
 * was taken by another program meanwhile, nothing. An empty address was erased while it was sent, so that its text is not stored.
 */
export async function saveOutcomes(db: Db, ended: readonly Ended[]): Promise<void> {
  const rows = ended
    .map(({ notice, outcome }) => ({ id: notice.id, claim: notice.attempts, ...outcome }))
    .sort((one, other) => (one.id < other.id ? -1 : 1))
  const isOpen = sql`n.status = 'Sending'`
  await sql`
    update notices n set lost_at = null, provider_id = coalesce(o.provider_id, n.provider_id), sent_at = coalesce(o.sent_at, n.sent_at),
      status = case when ${isOpen} then o.status else n.status end, reason = case when ${isOpen} then o.reason else n.reason end,
      due_at = case when ${isOpen} then coalesce(o.due_at, n.due_at) else n.due_at end,
      attempts = case when ${isOpen} then coalesce(o.attempts, n.attempts) else n.attempts end,
      address = case n.address when '' then '' else coalesce(o.address, n.address) end,
      subject = case n.address when '' then '' else coalesce(o.subject, n.subject) end,
      body = case n.address when '' then '' else coalesce(o.body, n.body) end
    from json_to_recordset(${JSON.stringify(rows)}) as o (id uuid, claim int, status text, reason text, address text, subject text,
      body text, provider_id text, due_at timestamptz, attempts int, sent_at timestamptz)
    where n.id = o.id and n.attempts = o.claim and n.status in ('Sending', 'Sent', 'Delivered', 'Failed')`.execute(db)
}
