import { texts } from '#platform/text.ts'

/** Texts of the alerts, on screens and in mails. */
export const say = texts('Alert', {
  TitleAlerts: 'Alerts',
  AlertOffline: 'Offline',
  AlertDoorOpen: 'Locker {locker} stands open',
  AlertDeviceOpen: 'The door of device {device} stands open',
  AlertNearlyFull: 'Size {size} is nearly full',
  AlertDropOffRefused: 'A parcel was dropped off in locker {locker} and could not be recorded: {reason}',
  AlertDropOffRefusedNowhere: 'A parcel was dropped off in a locker that is gone and could not be recorded: {reason}',
  AlertEventRefused: 'What was done at locker {locker} could not be recorded: {reason}',
  AlertEventRefusedNowhere: 'What was done at the kiosk could not be recorded: {reason}',
  ReasonFailed: 'The server failed at it.',
  AlertsNone: 'Nothing needs anybody.',
  AlertsEndedNone: 'There was no alert in the last {days} days.',
  AlertsOne: '1 alert',
  AlertsMany: '{count} alerts',
  DoorsOpenOne: '1 door open',
  DoorsOpen: '{count} doors open',
  SizesNearlyFullOne: '1 locker size nearly full',
  SizesNearlyFull: '{count} locker sizes nearly full',
  AlertBack: 'back',
  ChoiceOpen: 'Now',
  ChoiceEnded: 'Last {days} days',
  MsgAlertsFailed: 'Failed to retrieve alerts',

  MailSubject: '{bank}: {alert}',
  MailSubjectMany: '{count} alerts at your locker banks',
  MailAlert: '{alert}, since {time} ({timeZone})\n{bank}, {building}, {property}\n{link}',
  MailFooter:
    'Your address stands in the settings of the locker bank, under Alert emails. Each alert is sent once, when it begins.',
})
