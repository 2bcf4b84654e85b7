import { Temporal } from 'temporal-polyfill'
import type { Place, StatusName } from './statuses.ts'
import { transitionsFrom } from './transitions.ts'

const MONDAY = 1
const FRIDAY = 5

/**
 * The last millisecond of a package's last day (decisions "Expiry"): `weekdays` whole weekdays after the local day of
 * the drop-off, which on a weekend counts as the Monday after it. `timeZone` is the property's IANA name; a RangeError
 * says that it is none.
 */
export function expiry(dropOff: Date, weekdays: number, timeZone: string): Date {
  const day = Temporal.Instant.fromEpochMilliseconds(dropOff.getTime()).toZonedDateTimeISO(timeZone).toPlainDate()
  const start = day.dayOfWeek > FRIDAY ? day.add({ days: 7 + MONDAY - day.dayOfWeek }) : day
  const rest = weekdays % 5
  const weekend = start.dayOfWeek + rest > FRIDAY ? 2 : 0
  const last = start.add({ days: Math.floor(weekdays / 5) * 7 + rest + weekend })
  // The next day's start, not 23:59 of this one: where clocks go back at midnight, 23:59 comes twice.
  return new Date(last.add({ days: 1 }).toZonedDateTime(timeZone).epochMilliseconds - 1)
}

/** Whether the expiry job has something to do for this package now. */
export const mayBeExpired = (
  pkg: { readonly status: StatusName; readonly place: Place; readonly expiryTime: Date | null },
  now: Date,
): boolean => pkg.expiryTime !== null && pkg.expiryTime < now && transitionsFrom(pkg, 'job').length > 0
