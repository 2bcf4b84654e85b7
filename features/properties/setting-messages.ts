import { defineMessages } from '#platform/define-messages.ts'

/** Texts of the settings of a property: headings, names and descriptions. */
export const t = defineMessages('PropertySettings', {
  GroupPackages: 'Packages',
  GroupNotices: 'Notices',
  GroupTerminal: 'Terminal',
  LabelPackageExpiryPeriod: 'Package expiry period',
  HelpPackageExpiryPeriod: 'Weekdays until a package in a locker expires, at the end of the last day.',
  LabelMailroomPackageExpiryPeriod: 'Mailroom package expiry period',
  HelpMailroomPackageExpiryPeriod: 'Weekdays until a package in a mailroom expires.',
  LabelHandOverProof: 'Proof of hand-over',
  HelpHandOverProof: 'Whether staff take a signature or a photo when they hand a package over.',
  ProofOff: 'Off',
  ProofOptional: 'Optional',
  ProofRequired: 'Required',
  LabelReminderCount: 'Reminders',
  HelpReminderCount: 'How many reminders a resident gets for a package that is not collected.',
  LabelReminderEveryDays: 'Days between reminders',
  HelpReminderEveryDays: 'Weekdays from one reminder to the next.',
  LabelNoSmsFrom: 'No SMS from',
  HelpNoSmsFrom: 'SMS wait from this hour, in the time zone of the property. E-mails do not.',
  LabelNoSmsTo: 'No SMS until',
  HelpNoSmsTo: 'Until this hour. If both are the same, SMS never wait.',
  LabelUnitAndCode: 'Unit number with the access code',
  HelpUnitAndCode: 'Residents enter their unit number before the code at the terminal.',
})
