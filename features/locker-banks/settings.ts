import { readSettings, type TypedSetting } from '#platform/typed-settings.ts'
import { say } from './setting-messages.ts'

const ALERTS = say('GroupAlerts').text

/**
 * What can be set of a locker bank: the one list of names, bounds and defaults (spec 1 §2 "Locker bank settings"; the
 * settings themselves are ours). Those of doors and terminal count from the next publish on, those of alerts at once.
 */
export const LOCKER_BANK_SETTINGS = [
  {
    Group: say('GroupDoors').text,
    Name: 'OpenTimeoutSeconds',
    Label: say('LabelOpenTimeoutSeconds').text,
    Description: say('HelpOpenTimeoutSeconds').text,
    ValueType: 'intrange:1-10',
    Value: '2',
  },
  {
    Group: say('GroupDoors').text,
    Name: 'OpenRetries',
    Label: say('LabelOpenRetries').text,
    Description: say('HelpOpenRetries').text,
    ValueType: 'intrange:0-3',
    Value: '1',
  },
  {
    Group: say('GroupDoors').text,
    Name: 'CloseTimeoutSeconds',
    Label: say('LabelCloseTimeoutSeconds').text,
    Description: say('HelpCloseTimeoutSeconds').text,
    ValueType: 'intrange:5-600',
    Value: '60',
  },
  {
    Group: say('GroupDoors').text,
    Name: 'DoorOpenAlarmSeconds',
    Label: say('LabelDoorOpenAlarmSeconds').text,
    Description: say('HelpDoorOpenAlarmSeconds').text,
    ValueType: 'intrange:5-3600',
    Value: '120',
  },
  {
    Group: say('GroupTerminal').text,
    Name: 'HeartbeatSeconds',
    Label: say('LabelHeartbeatSeconds').text,
    Description: say('HelpHeartbeatSeconds').text,
    ValueType: 'intrange:5-300',
    Value: '30',
  },
  {
    Group: say('GroupTerminal').text,
    Name: 'TerminalSessionSeconds',
    Label: say('LabelTerminalSessionSeconds').text,
    Description: say('HelpTerminalSessionSeconds').text,
    ValueType: 'intrange:60-3600',
    Value: '600',
  },
  {
    Group: say('GroupTerminal').text,
    Name: 'QuietHoursFrom',
    Label: say('LabelQuietHoursFrom').text,
    Description: say('HelpQuietHoursFrom').text,
    ValueType: 'intrange:0-23',
    Value: '0',
  },
  {
    Group: say('GroupTerminal').text,
    Name: 'QuietHoursTo',
    Label: say('LabelQuietHoursTo').text,
    Description: say('HelpQuietHoursTo').text,
    ValueType: 'intrange:0-23',
    Value: '0',
  },
  {
    Group: say('GroupTerminal').text,
    Name: 'ReserveAccessibleLockers',
    Label: say('LabelReserveAccessibleLockers').text,
    Description: say('HelpReserveAccessibleLockers').text,
    ValueType: 'bool',
    Value: 'true',
  },
  {
    Group: ALERTS,
    Name: 'OfflineAlertMinutes',
    Label: say('LabelOfflineAlertMinutes').text,
    Description: say('HelpOfflineAlertMinutes').text,
    ValueType: 'intrange:1-1440',
    Value: '15',
  },
  {
    Group: ALERTS,
    Name: 'NearlyFullPercent',
    Label: say('LabelNearlyFullPercent').text,
    Description: say('HelpNearlyFullPercent').text,
    ValueType: 'intrange:50-100',
    Value: '90',
  },
  {
    Group: ALERTS,
    Name: 'AlertEmails',
    Label: say('LabelAlertEmails').text,
    Description: say('HelpAlertEmails').text,
    ValueType: 'optionalemails',
    Value: '',
  },
] as const satisfies readonly (TypedSetting & { readonly Group: string })[]

/** The settings that the bank's kiosk is sent. */
export const PUBLISHED_SETTINGS: readonly TypedSetting[] = LOCKER_BANK_SETTINGS.filter(({ Group }) => Group !== ALERTS)

/** A bank's settings as the program works with them. `values`: those that were set; every other is its default. */
export const bankSettings = (values: Readonly<Record<string, string>>) => readSettings(LOCKER_BANK_SETTINGS, values)
export type BankSettings = ReturnType<typeof bankSettings>
