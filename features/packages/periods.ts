import type { ExpiryPeriods } from './rules.ts'

/** The settings of a property that say after how many weekdays a package expires (spec 2 §4), and what holds without one. */
export const EXPIRY_SETTINGS = {
  locker: { name: 'PackageExpiryPeriod', weekdays: 3 },
  mailroom: { name: 'MailroomPackageExpiryPeriod', weekdays: 10 },
} as const
/** Longest period that a setting may say. */
const MAX_PERIOD = 365

const weekdays = (said: string | undefined, otherwise: number): number => {
  const number = Number(said?.trim() || Number.NaN)
  return Number.isInteger(number) && number >= 0 && number <= MAX_PERIOD ? number : otherwise
}

/** The periods by a property's settings, name to value; a value that is no such number counts as none. */
export const periodsOf = (settings: Readonly<Record<string, string>>): ExpiryPeriods => ({
  locker: weekdays(settings[EXPIRY_SETTINGS.locker.name], EXPIRY_SETTINGS.locker.weekdays),
  mailroom: weekdays(settings[EXPIRY_SETTINGS.mailroom.name], EXPIRY_SETTINGS.mailroom.weekdays),
})
