import { defineMessages } from '#platform/define-messages.ts'

/** Texts of the settings of a locker bank: headings, names and descriptions. */
export const t = defineMessages('LockerBankSettings', {
  GroupDoors: 'Doors',
  GroupTerminal: 'Terminal',
  GroupAlerts: 'Alerts',

  LabelOpenTimeoutSeconds: 'Open timeout seconds',
  HelpOpenTimeoutSeconds: 'How long the kiosk waits for a door to open on each attempt.',

  LabelOpenRetries: 'Open retries',
  HelpOpenRetries: 'How many more times the kiosk tries to open a door that did not open.',

  LabelCloseTimeoutSeconds: 'Close timeout seconds',
  HelpCloseTimeoutSeconds: 'Time to close a door. If it stays open longer, the drop-off must be confirmed.',

  LabelDoorOpenAlarmSeconds: 'Door open alarm seconds',
  HelpDoorOpenAlarmSeconds: 'A door that stays open longer than this raises an alert.',

  LabelRemoteOpeningsPerMinute: 'Remote openings per minute',
  HelpRemoteOpeningsPerMinute:
    'The kiosk refuses to open more lockers from the portal within a minute. The terminal is not limited.',

  LabelRemoteOpeningsPerHour: 'Remote openings per hour',
  HelpRemoteOpeningsPerHour:
    'The kiosk refuses to open more lockers from the portal within an hour. The terminal is not limited.',

  LabelHeartbeatSeconds: 'Heartbeat seconds',
  HelpHeartbeatSeconds: 'How often the kiosk sends a heartbeat. After three missed heartbeats the locker bank is OFFLINE.',

  LabelTerminalSessionSeconds: 'Terminal session seconds',
  HelpTerminalSessionSeconds: 'How long agents and staff stay signed in at the terminal.',

  LabelQuietHoursFrom: 'Quiet hours from',
  HelpQuietHoursFrom: 'Agents cannot sign in from this hour. Residents can still collect, and staff can still work.',

  LabelQuietHoursTo: 'Quiet hours to',
  HelpQuietHoursTo: 'Until this hour. If both are the same, there are no quiet hours.',

  LabelReserveAccessibleLockers: 'Reserve accessible lockers',
  HelpReserveAccessibleLockers:
    'Reserves accessible lockers for residents with special needs. When switched off, others can use them if no other locker is free.',

  LabelOfflineAlertMinutes: 'Offline alert minutes',
  HelpOfflineAlertMinutes: 'A locker bank that is OFFLINE for longer than this raises an alert.',

  LabelNearlyFullPercent: 'Nearly full percent',
  HelpNearlyFullPercent: 'A locker bank is nearly full when this share of its lockers is occupied.',

  LabelAlertEmails: 'Alert emails',
  HelpAlertEmails: 'Recipients of alert emails, separated by commas or semicolons.',
})
