import { defineMessages } from '#platform/define-messages.ts'

/** The settings of a locker bank in words: their headings, their names and what each does. */
export const t = defineMessages('LockerBankSettings', {
  GroupDoors: 'Doors',
  GroupTerminal: 'Terminal',
  GroupAlerts: 'Alerts',

  LabelOpenTimeoutSeconds: 'Open timeout seconds',
  HelpOpenTimeoutSeconds: 'How long the kiosk looks for a door to open at each try.',

  LabelOpenRetries: 'Open retries',
  HelpOpenRetries: 'How often the kiosk tries once more to open a door that did not open.',

  LabelCloseTimeoutSeconds: 'Close timeout seconds',
  HelpCloseTimeoutSeconds:
    'How long somebody may take to close a door. A drop-off whose door stays open longer has to be confirmed.',

  LabelDoorOpenAlarmSeconds: 'Door open alarm seconds',
  HelpDoorOpenAlarmSeconds: 'A door that stands open longer than this is reported.',

  LabelHeartbeatSeconds: 'Heartbeat seconds',
  HelpHeartbeatSeconds: 'How often the kiosk says that it works. Three that do not come make the locker bank OFFLINE.',

  LabelTerminalSessionSeconds: 'Terminal session seconds',
  HelpTerminalSessionSeconds: 'How long agents and staff stay signed in at the terminal.',

  LabelQuietHoursFrom: 'Quiet hours from',
  HelpQuietHoursFrom: 'From this hour of the day on agents cannot sign in. Residents still collect, staff still work.',

  LabelQuietHoursTo: 'Quiet hours to',
  HelpQuietHoursTo: 'Until this hour of the day. The same hour twice means no quiet hours.',

  LabelReserveAccessibleLockers: 'Reserve accessible lockers',
  HelpReserveAccessibleLockers:
    'Accessible lockers are kept for residents with special needs. Switched off, others get one when no other locker is left.',

  LabelOfflineAlertMinutes: 'Offline alert minutes',
  HelpOfflineAlertMinutes: 'A locker bank that is OFFLINE for longer than this is told of.',

  LabelNearlyFullPercent: 'Nearly full percent',
  HelpNearlyFullPercent: 'A locker bank is nearly full when this share of its lockers is occupied.',

  LabelAlertEmails: 'Alert emails',
  HelpAlertEmails: 'Who is told by e-mail: addresses, separated by commas or semicolons.',
})
