import { currentLanguage } from '#platform/define-messages.ts'
import { t } from '../../schedule-messages.ts'
import type { ScheduleRow } from '../../schedules-contract.ts'

/** A Monday. */
const MONDAY = Date.UTC(2024, 0, 1)
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

const textOf = (at: number, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(currentLanguage(), { ...options, timeZone: 'UTC' }).format(new Date(at))

/** The name of a weekday, from 1, Monday, to 7. */
export const weekdayName = (weekday: number): string => textOf(MONDAY + (weekday - 1) * DAY_MS, { weekday: 'long' })
/** An hour from 0 to 23 as a time of day. */
export const hourText = (hour: number): string => textOf(MONDAY + hour * HOUR_MS, { hour: 'numeric', minute: '2-digit' })

/** When a schedule is due, in words. */
export function timesText({ Frequency, Weekday, MonthDay, Hour }: ScheduleRow): string {
  const hour = hourText(Hour)
  if (Frequency === 'Weekly') return t('TimesWeekly', { day: weekdayName(Weekday), hour }).text
  return Frequency === 'Monthly' ? t('TimesMonthly', { day: MonthDay, hour }).text : t('TimesDaily', { hour }).text
}
