import { setTimeout as wait } from 'node:timers/promises'
import { type Composed, compose, languageTagOf, readTemplates, tokensOf } from '#features/notification-templates/server/api.ts'
import { MEDIA, type Medium, mediumById, noticeTypeById } from '#features/notification-templates/types.ts'
import { mailSender, smsAccount } from '#features/organisations/server/api.ts'
import { groupOf, isLive, type StatusName, statusById } from '#features/package-statuses/statuses.ts'
import { PROPERTY_SETTINGS } from '#features/properties/settings.ts'
import { createLimiter } from '#platform/concurrency.ts'
import { type Message, packMessage } from '#platform/define-messages.ts'
import type { Log } from '#platform/server/config/log.ts'
import { isPermanent, SMTP_CONNECTIONS, type Transport } from '#platform/server/mail/delivery.ts'
import type { Sender } from '#platform/server/mail/frame.ts'
import type { Database, Tenant } from '#platform/server/postgres/db.ts'
import type { Keys } from '#platform/server/security/keys.ts'
import { type SmsAccount, sendSms } from '#platform/server/sms.ts'
import { readSettings } from '#platform/typed-settings.ts'
import { t } from '../messages.ts'
import { beginsWait, quietUntil, retryTime } from '../rules.ts'
import { type Claimed, claimDue, type Ended, type Outcome, renewClaim, returnToBatch, SEND_BATCH, saveOutcomes } from './claim.ts'
import { statusPath } from './sms-callbacks.ts'

export type Sending = {
  readonly database: Database
  readonly keys: Keys
  readonly transport: Transport
  readonly smsApiUrl: string
  readonly publicUrl: string
  readonly log: Log
}

/** Batches of an organisation at once: while one is taken, another is sent. */
const BATCHES = 2
/** After so many ms the notice is read again before it is sent: its package may have been collected while it waited. */
const FRESH_MS = 5_000
/** Outcomes that end within so many ms are stored together. */
const TOGETHER_MS = 100

/** E-mails of this program wait here and not for a connection of the transport, so that each is checked right before it is sent. */
const whenConnectionIsFree = createLimiter(SMTP_CONNECTIONS)

/** Signals of a turn: `stop` gives back what is not being sent yet, `end` takes no more. */
export type Turn = { readonly stop?: AbortSignal | undefined; readonly end?: AbortSignal }

/** Sends the due notices of an organisation by a medium until none is left, or returns false when the turn ends before. */
export async function sendDue(deps: Sending, tenant: Tenant, medium: Medium, now: () => Date, turn: Turn): Promise<boolean> {
  const broken = new AbortController()
  const outcomes = createOutcomes(deps.database, tenant, () => broken.abort())
  const stop = AbortSignal.any([broken.signal, ...(turn.stop ? [turn.stop] : [])])
  // At least one batch in each turn.
  const untilNone = async () => {
    do {
      if ((await sendBatch(deps, tenant, medium, now, stop, outcomes.add)) < SEND_BATCH) return true
    } while (!stop.aborted && !turn.end?.aborted)
    return false
  }
  const ended = await Promise.allSettled(Array.from({ length: BATCHES }, untilNone))
  await outcomes.stored()
  for (const one of ended) if (one.status === 'rejected') throw one.reason
  return ended.some((one) => one.status === 'fulfilled' && one.value)
}

/** Stores outcomes in groups as notices end; `stored` throws when some could not be stored. These count as lost later. */
function createOutcomes(database: Database, tenant: Tenant, onFailure: () => void) {
  let group: Ended[] | undefined
  let last = Promise.resolve()
  const failures: unknown[] = []
  const store = async () => {
    await wait(TOGETHER_MS)
    const ended = group!
    group = undefined
    try {
      await database.inTenant(tenant, async (db) => {
        await saveOutcomes(db, ended)
        await returnToBatch(
          db,
          ended.map(({ notice }) => notice),
        )
      })
    } catch (error) {
      failures.push(error)
      onFailure()
    }
  }
  return {
    add: (ended: Ended) => {
      if (group) return void group.push(ended)
      group = [ended]
      last = last.then(store)
    },
    stored: async () => {
      await last
      if (failures.length > 0) throw failures[0]
    },
  }
}

/** Returns how many notices it took. */
async function sendBatch(
  deps: Sending,
  tenant: Tenant,
  medium: Medium,
  now: () => Date,
  stop: AbortSignal,
  add: (ended: Ended) => void,
): Promise<number> {
  const { database, keys } = deps
  const claimedAt = now().getTime()
  const { notices, ...means } = await database.inTenant(tenant, async (db) => ({
    notices: await claimDue(db, medium, now()),
    account: medium === 'sms' ? await smsAccount(db, keys, tenant.organisationId) : null,
    templates: await readTemplates(db),
    sender: await mailSender(db, deps.publicUrl),
  }))
  const renewed = async (claimed: Claimed) => {
    if (now().getTime() - claimedAt < FRESH_MS) return claimed
    return database.inTenant(tenant, (db) => renewClaim(db, claimed, now()))
  }
  const sendOne = async (claimed: Claimed) => {
    if (stop.aborted) return add({ notice: claimed, outcome: notYet(claimed) })
    try {
      const notice = await renewed(claimed)
      if (notice) add({ notice, outcome: await outcomeOf(deps, tenant, notice, means, now()) })
    } catch (error) {
      deps.log.warn({ err: error, notice: claimed.id }, 'notice not sent, will retry')
      add({ notice: claimed, outcome: notYet(claimed) })
    }
  }
  await Promise.all(
    notices.map((notice) => (medium === 'email' ? whenConnectionIsFree('', () => sendOne(notice)) : sendOne(notice))),
  )
  return notices.length
}

/** What the notices of an organisation are sent with. */
type Means = {
  readonly account: SmsAccount | null
  readonly templates: Awaited<ReturnType<typeof readTemplates>>
  readonly sender: Sender
}

/** Sends a notice, unless it is not wanted any more, or not yet. Does not throw. */
async function outcomeOf(
  deps: Sending,
  tenant: Tenant,
  notice: Claimed,
  { account, templates, sender }: Means,
  now: Date,
): Promise<Outcome> {
  const whyNot = whyCancelled(notice)
  if (whyNot) return { status: 'Cancelled', reason: packMessage(whyNot) }
  const { address } = notice
  if (address === null) return failed(t('ReasonNoAddress'))
  const medium = mediumById(notice.medium_id)!
  const type = noticeTypeById(notice.type_id)!
  const languageTag = languageTagOf(notice)
  const text = compose(medium, templates(type, medium, languageTag), tokensOf(notice), languageTag, sender)
  if (medium === 'email') return sendEmail(deps, tenant, notice, address, text, now)
  if (!account) return failed(t('ReasonNoGateway'))
  const { QuietHoursFrom: from, QuietHoursTo: to } = readSettings(PROPERTY_SETTINGS, notice.settings)
  const until = quietUntil(now, notice.time_zone, { from, to })
  if (until) return { ...notYet(notice), due_at: until }
  return sendText(deps, tenant, notice, account, address, text, now)
}

/** Back to those that wait, as if it had not been tried. */
const notYet = ({ attempts }: Claimed): Outcome => ({ status: 'Waiting', attempts: attempts - 1 })

/** Why a notice is no longer wanted, or null. Only a notice of the collection comes after it. */
function whyCancelled(notice: Claimed): Message | null {
  const isCollected = !isLive(statusById(notice.status_id) as StatusName)
  if (isCollected && noticeTypeById(notice.type_id) !== 'collected') return t('ReasonCollected')
  if (isUnannounced(notice)) return t('ReasonFlagged')
  if (notice.resident_id !== notice.recipient_id) return t('ReasonOtherRecipient')
  if (notice.has_opted_out || notice.has_stopped || notice.erased_at) return t('ReasonOptedOut')
  const { is_email_notification_enabled: byEmail, is_sms_notification_enabled: bySms } = notice
  const isOn = notice.medium_id === MEDIA.email ? byEmail : bySms
  return isOn === false ? t('ReasonSwitchedOff') : null
}

/** A flagged package is neither announced nor are there reminders; it may have been flagged after the notice was claimed. */
function isUnannounced({ type_id, status_id }: Claimed): boolean {
  const type = noticeTypeById(type_id)!
  const status = statusById(status_id) as StatusName
  return (beginsWait(type) || type === 'reminder') && groupOf(status) === 'Flagged' && status !== 'OnHold'
}

/** Longest answer of a provider that is stored. */
const MAX_REASON = 200
const failed = (reason: Message): Outcome => ({ status: 'Failed', reason: packMessage(reason) })

/**
 * To be tried again later, or failed when it was tried for long enough.
 * @param answer what the provider answered; null when it did not
 * @param retryAfter seconds that it asked to wait
 */
function unreachable({ attempts }: Claimed, now: Date, answer: string | null, retryAfter = 0): Outcome {
  const again = retryTime(attempts, now, Math.random(), retryAfter)
  const reason = answer === null ? t('ReasonUnreachable') : t('ReasonRefusedForNow', { reason: answer })
  return again ? { status: 'Waiting', due_at: again, reason: packMessage(reason) } : failed(t('ReasonGivenUp'))
}

async function sendEmail(
  { transport, log }: Sending,
  { organisationId }: Tenant,
  notice: Claimed,
  to: string,
  text: Composed,
  now: Date,
): Promise<Outcome> {
  const { subject, body, html } = text
  try {
    const senderName = notice.property_name
    await transport.send(notice.id, { to, subject, body, senderName, organisationId, ...(html && { html }) })
    return { status: 'Sent', address: to, subject, body, sent_at: now }
  } catch (error) {
    const answer = (error as { response?: string }).response?.slice(0, MAX_REASON) ?? null
    if (isPermanent(error)) return { ...failed(t('ReasonRefused', { reason: answer ?? '' })), address: to }
    log.warn({ err: error, notice: notice.id }, 'notice not sent, will retry')
    return unreachable(notice, now, answer)
  }
}

async function sendText(
  { smsApiUrl, publicUrl, log }: Sending,
  { organisationId }: Tenant,
  notice: Claimed,
  account: SmsAccount,
  to: string,
  { body }: Composed,
  now: Date,
): Promise<Outcome> {
  const statusUrl = publicUrl + statusPath(organisationId, notice.id)
  const result = await sendSms(smsApiUrl, account, { to, body, statusUrl })
  if (result.isSent) return { status: 'Sent', address: to, body, provider_id: result.id, sent_at: now }
  if (result.isUnknown) return { ...failed(t('ReasonUnknown')), address: to, body }
  if (result.isFinal) return { ...failed(t('ReasonRefused', { reason: result.reason ?? '' })), address: to }
  log.warn({ notice: notice.id, reason: result.reason }, 'SMS not sent, will retry')
  // With its text: the service may report that it took the message after all.
  return { ...unreachable(notice, now, result.reason, result.retryAfter), address: to, body }
}
