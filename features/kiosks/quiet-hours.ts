import { Temporal } from 'temporal-polyfill'
import type { BankSettings } from './bank-settings.ts'

/** Whether a bank has quiet hours now, by the hour of the day in its property's time zone (IANA name). */
export function isQuiet(
  { QuietHoursFrom: from, QuietHoursTo: to }: Pick<BankSettings, 'QuietHoursFrom' | 'QuietHoursTo'>,
  now: Date,
  timeZone: string,
): boolean {
  const { hour } = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone)
  // Quiet hours that end before they begin go over midnight.
  return from <= to ? from <= hour && hour < to : from <= hour || hour < to
}
