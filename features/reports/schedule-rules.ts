import { Temporal } from 'temporal-polyfill'

export const FREQUENCIES = ['Daily', 'Weekly', 'Monthly'] as const
/** When a schedule is due; weekdays from 1, Monday, to 7; `hour` from 0 to 23. */
export type Plan = {
  readonly frequency: (typeof FREQUENCIES)[number]
  readonly weekday: number
  readonly monthDay: number
  readonly hour: number
}

/** Longer than any pause between two due times, in days. */
const LONGEST = 32

const isDue = ({ frequency, weekday, monthDay }: Plan, day: Temporal.PlainDate): boolean => {
  if (frequency === 'Daily') return true
  if (frequency === 'Weekly') return day.dayOfWeek === weekday
  return day.day === Math.min(monthDay, day.daysInMonth)
}

/**
 * The first due time after a moment. An hour that a change of clocks leaves out is the one after it; of an hour that comes twice, the
 * first counts. Throws a RangeError for an unknown time zone.
 */
export function nextTime(plan: Plan, timeZone: string, after: Date): Date {
  const today = Temporal.Instant.fromEpochMilliseconds(after.getTime()).toZonedDateTimeISO(timeZone).toPlainDate()
  for (let days = 0; days <= LONGEST; days++) {
    const day = today.add({ days })
    if (!isDue(plan, day)) continue
    const at = day.toZonedDateTime({ timeZone, plainTime: { hour: plan.hour } }).epochMilliseconds
    if (at > after.getTime()) return new Date(at)
  }
  throw new RangeError('the plan is never due')
}

export const PERIODS = ['Yesterday', 'Last7Days', 'Last30Days', 'LastMonth'] as const
export type Period = (typeof PERIODS)[number]
const DAYS = { Yesterday: 1, Last7Days: 7, Last30Days: 30 } as const

/** The first and the last day of a period, 'YYYY-MM-DD'; periods end before the local day of `now`. */
export function daysOf(period: Period, timeZone: string, now: Date): { readonly From: string; readonly To: string } {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone).toPlainDate()
  if (period === 'LastMonth') {
    const first = today.with({ day: 1 })
    return { From: first.subtract({ months: 1 }).toString(), To: first.subtract({ days: 1 }).toString() }
  }
  return { From: today.subtract({ days: DAYS[period] }).toString(), To: today.subtract({ days: 1 }).toString() }
}
