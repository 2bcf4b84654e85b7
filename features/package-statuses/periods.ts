/** Property settings for the weekdays until a package expires (spec 2 §4), with their defaults. */
export const EXPIRY_SETTINGS = {
  locker: { name: 'PackageExpiryPeriod', weekdays: 3 },
  mailroom: { name: 'MailroomPackageExpiryPeriod', weekdays: 10 },
} as const
/** Longest period in weekdays. */
export const MAX_PERIOD = 365

const weekdays = (value: string | undefined, otherwise: number): number => {
  const number = Number(value?.trim() || Number.NaN)
  return Number.isInteger(number) && number >= 0 && number <= MAX_PERIOD ? number : otherwise
}

/** Weekdays until expiry by place: PackageExpiryPeriod and MailroomPackageExpiryPeriod of the property. */
export type ExpiryPeriods = { readonly locker: number; readonly mailroom: number }

/** The periods from a property's settings (name to value); invalid values count as unset. */
export const periodsOf = (settings: Readonly<Record<string, string>>): ExpiryPeriods => ({
  locker: weekdays(settings[EXPIRY_SETTINGS.locker.name], EXPIRY_SETTINGS.locker.weekdays),
  mailroom: weekdays(settings[EXPIRY_SETTINGS.mailroom.name], EXPIRY_SETTINGS.mailroom.weekdays),
})

/** Photos of labels and proofs of hand-overs are deleted so many days after their packages have left: longer than a claim takes. */
export const PICTURES_KEPT_DAYS = 180
