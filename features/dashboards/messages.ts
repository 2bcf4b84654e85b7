import { texts } from '#platform/text.ts'

/** Texts of the dashboards (spec 1 §4 and §8, its spelling included). */
export const say = texts({
  MsgLockerBanksFailed: 'Failed to retrieve locker banks for this organisation',
  MsgMailroomsFailed: 'Could not retrieve mailrooms',
  MsgLockerSummaryFailed: 'Could not retrieve locker summary',
  MsgPackageSummaryFailed: 'Could not retrive package summary',
  MsgPackagesFailed: 'Could not retrieve packages for the lockerbank',
  MsgOpenFailed: 'Failed to open locker',
  MsgOpened: 'Locker has been opened successfully.',
  MsgNotDetected: 'The locker was told to open, but its door was not seen to.',
  MsgOpenedNotChanged: 'The door opened, but the package has not been changed. Please look at its history.',
  MsgLockerBankNotAvailable: 'Not available',
  MsgLockerNotAvailable: 'Disabled / Not Mapped',
  MsgTerminalHasNoState: 'A terminal cannot be set aside.',
  MsgConditionChanged: 'Locker {name} has been changed.',
  AgeJustNow: 'Just now',
  AgeMinute: '1 minute ago',
  AgeMinutes: '{count} minutes ago',
  AgeHour: '1 hour ago',
  AgeHours: '{count} hours ago',
  AgeDay: '1 day ago',
  AgeDays: '{count} days ago',
})
