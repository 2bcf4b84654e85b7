import { t as tCommon } from '#platform/messages.ts'
import { t } from './messages.ts'

/** Dashboards refresh themselves, and their age ticks, this often (spec 1 §4, §9). */
export const REFRESH_MS = 60_000

const MINUTES_AN_HOUR = 60
const MINUTES_A_DAY = 1440

/** How old a dashboard is: whole minutes under an hour, hours under a day, then days; before the first minute "Just now". */
export function refreshAge(refreshedAt: Date, now: Date): string {
  const minutes = Math.floor((now.getTime() - refreshedAt.getTime()) / 60_000)
  if (minutes < 1) return tCommon('WordJustNow').text
  if (minutes < MINUTES_AN_HOUR) return counted('AgeMinute', 'AgeMinutes', minutes)
  return minutes < MINUTES_A_DAY
    ? counted('AgeHour', 'AgeHours', Math.floor(minutes / MINUTES_AN_HOUR))
    : counted('AgeDay', 'AgeDays', Math.floor(minutes / MINUTES_A_DAY))
}

type Key = keyof typeof t.table
const counted = (one: Key, many: Key, count: number) => t(count === 1 ? one : many, { count }).text
