import { Temporal } from 'temporal-polyfill'
import type { Place, StatusName } from './statuses.ts'
import { transitionsFrom } from './transitions.ts'

const MONDAY = 1
const FRIDAY = 5

/**
 * The last millisecond of a package's last day (decisions "Expiry"): `weekdays` whole weekdays after the local day of
 * the drop-off, which on a weekend counts as the Monday after it. Times are ISO 8601, the result in UTC; `timeZone` is the
 * property's IANA name. Throws a RangeError for an invalid time or time zone.
 */
export const expiry = (dropOff: string, weekdays: number, timeZone: string): string =>
  endOfPeriod(Temporal.Instant.from(dropOff).toZonedDateTimeISO(timeZone).toPlainDate(), weekdays, timeZone)

/** The day some weekdays after a day; a day of a weekend counts as the Monday after it. */
export function afterWeekdays(day: Temporal.PlainDate, weekdays: number): Temporal.PlainDate {
  const start = day.dayOfWeek > FRIDAY ? day.add({ days: 7 + MONDAY - day.dayOfWeek }) : day
  const rest = weekdays % 5
  const weekend = start.dayOfWeek + rest > FRIDAY ? 2 : 0
  return start.add({ days: Math.floor(weekdays / 5) * 7 + rest + weekend })
}

function endOfPeriod(day: Temporal.PlainDate, weekdays: number, timeZone: string): string {
  const last = afterWeekdays(day, weekdays)
  // The next day's start, not 23:59 of this one: where clocks go back at midnight, 23:59 comes twice.
  return new Date(last.add({ days: 1 }).toZonedDateTime(timeZone).epochMilliseconds - 1).toISOString()
}

/** Local days (`YYYY-MM-DD`) of a resident's absence: the first day away, and the day of return. */
export type Hold = { readonly from: string; readonly until: string }

/**
 * The expiry of a package whose recipient is out of town (decisions "Hold"): one during the absence is postponed to a full period
 * after the return; it never becomes earlier.
 */
export function heldExpiry(expiryTime: string, hold: Hold | null, weekdays: number, timeZone: string): string {
  if (!hold) return expiryTime
  const leaves = Temporal.PlainDate.from(hold.from).toZonedDateTime(timeZone).epochMilliseconds
  if (Date.parse(expiryTime) < leaves) return expiryTime
  const afterReturn = endOfPeriod(Temporal.PlainDate.from(hold.until), weekdays, timeZone)
  return Date.parse(afterReturn) > Date.parse(expiryTime) ? afterReturn : expiryTime
}

/** Whether the expiry job may expire this package now. */
export const mayBeExpired = (
  pkg: { readonly status: StatusName; readonly place: Place; readonly expiryTime: string | null },
  now: Date,
): boolean => pkg.expiryTime !== null && new Date(pkg.expiryTime) < now && transitionsFrom(pkg, 'job').length > 0
