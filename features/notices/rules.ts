import { Temporal } from 'temporal-polyfill'
import type { NoticeType } from '#features/notification-templates/types.ts'
import { afterWeekdays, type Hold } from '#features/package-statuses/expiry.ts'
import { groupOf, type Place, type StatusName } from '#features/package-statuses/statuses.ts'

/**
 * The notice for a change of a package's status, or null. `place` is where it is afterwards. A package that was found, not confirmed
 * before or new to its recipient (given to another, or its batch is not notified yet) counts as a new arrival; one that was on hold
 * does not.
 */
export function noticeOf(before: StatusName | 'new', after: StatusName, place: Place, isFirstNews = false): NoticeType | null {
  const arrived = place === 'locker' ? 'deliveredToLocker' : 'arrivedInMailroom'
  if (groupOf(after) === 'Collected') return 'collected'
  if (groupOf(after) === 'Expired') return 'expired'
  switch (after) {
    case 'InLocker':
    case 'InMailroom':
    case 'Found':
      return before === 'OnHold' ? null : arrived
    case 'TransferredtoLocker':
    case 'TransferredtoMailroom':
    case 'ServiceRecoveredtoMailroom':
      return before === 'Unconfirmed' || isFirstNews ? arrived : 'transferred'
    default:
      return null
  }
}

/** Notices that begin the wait of a package for its recipient, and with it the reminders. */
export const beginsWait = (type: NoticeType): boolean => type === 'deliveredToLocker' || type === 'arrivedInMailroom'

/**
 * When the quiet hours that `now` is in are over; null outside of them. `from` and `to` are hours of the property's day; equal hours
 * mean that there are none. Quiet hours may go over midnight and over changes of the clock.
 */
export function quietUntil(
  now: Date,
  timeZone: string,
  { from, to }: { readonly from: number; readonly to: number },
): Date | null {
  if (from === to) return null
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone)
  const isQuiet = from < to ? local.hour >= from && local.hour < to : local.hour >= from || local.hour < to
  if (!isQuiet) return null
  const day = local.hour < to ? local : local.add({ days: 1 })
  return new Date(day.toPlainDate().toZonedDateTime({ timeZone, plainTime: { hour: to } }).epochMilliseconds)
}

/** The local hour at which reminders are due, and the one from which late ones wait for the next weekday. */
export const REMINDER_HOUR = 10
export const LAST_REMINDER_HOUR = 18

type Waiting = {
  readonly status: StatusName
  /** When it arrived; ISO 8601. */
  readonly since: string
  /** The number of the next reminder. */
  readonly number: number
  readonly timeZone: string
  /** How many reminders, and how many weekdays apart. */
  readonly count: number
  readonly everyDays: number
  /** The days on which its recipient is out of town. */
  readonly hold: Hold | null
}
/** Whether to send the reminder now, and when to look again for which one; null ends the reminders. */
export type ReminderStep = { readonly isDue: boolean; readonly next: { readonly number: number; readonly lookAt: Date } | null }
const END: ReminderStep = { isDue: false, next: null }

/**
 * The next step of a package's reminders (decisions "Notices"): each comes some weekdays after the one before, at `REMINDER_HOUR`
 * local time, or later on a weekday until `LAST_REMINDER_HOUR`. They pause while the package is flagged (on hold, missing) or its
 * recipient is out of town, and end with its wait.
 */
export function reminderStep({ status, since, number, timeZone, count, everyDays, hold }: Waiting, now: Date): ReminderStep {
  const group = groupOf(status)
  if (number > count || (group !== 'Active' && group !== 'Flagged')) return END
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone)
  const today = local.toPlainDate()
  const morningOf = (day: Temporal.PlainDate, weekdays = 0) =>
    new Date(afterWeekdays(day, weekdays).toZonedDateTime({ timeZone, plainTime: { hour: REMINDER_HOUR } }).epochMilliseconds)
  const arrived = Temporal.Instant.from(since).toZonedDateTimeISO(timeZone).toPlainDate()
  const again = (lookAt: Date): ReminderStep => ({ isDue: false, next: { number, lookAt } })
  const due = morningOf(arrived, number * everyDays)
  if (now < due) return again(due)
  const nextMorning = morningOf(today.add({ days: 1 }))
  if (group === 'Flagged') return again(nextMorning)
  if (hold && today.toString() >= hold.from && today.toString() < hold.until)
    return again(morningOf(Temporal.PlainDate.from(hold.until)))
  const morning = morningOf(today)
  if (now < morning) return again(morning)
  if (local.hour >= LAST_REMINDER_HOUR) return again(nextMorning)
  // Reminders that come late, because nothing ran or the recipient was away, do not come one after the other.
  const following = new Date(Math.max(morningOf(arrived, (number + 1) * everyDays).getTime(), nextMorning.getTime()))
  return { isDue: true, next: number < count ? { number: number + 1, lookAt: following } : null }
}

/** About two days of attempts: longer than a provider that is down for a day. */
const MOST_ATTEMPTS = 55
const FIRST_PAUSE_MS = 30_000
const LONGEST_PAUSE_MS = 3_600_000

/**
 * When to try again after the nth attempt failed; null after the last one. The pause doubles up to an hour; `random` (0 to 1) takes
 * away up to half of it, so that what failed together is not tried together. `retryAfter`: seconds that the provider asked to wait, which
 * jitter only makes longer.
 */
export function retryTime(attempts: number, now: Date, random: number, retryAfter = 0): Date | null {
  if (attempts >= MOST_ATTEMPTS) return null
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), LONGEST_PAUSE_MS)
  const asked = retryAfter * 1000
  return new Date(now.getTime() + Math.max(pause * (1 - random / 2), asked + (asked && random * FIRST_PAUSE_MS)))
}
