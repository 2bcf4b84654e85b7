import type { Message } from '#platform/define-messages.ts'
import { readSettings, type TypedSetting } from '#platform/typed-settings.ts'
import { OPENING_CEILINGS } from './ceilings.ts'
import { t } from './setting-messages.ts'

const ALERTS = t('GroupAlerts')

/**
 * The settings of a locker bank with names, bounds and defaults (spec 1 §2 "Locker bank settings"; the list itself is not in the
 * specification). Settings of doors and terminal apply from the next publish, settings of alerts at once.
 */
export const LOCKER_BANK_SETTINGS = [
  {
    Group: t('GroupDoors'),
    Name: 'OpenTimeoutSeconds',
    Label: t('LabelOpenTimeoutSeconds'),
    Description: t('HelpOpenTimeoutSeconds'),
    ValueType: 'intrange:1-10',
    Value: '2',
  },
  {
    Group: t('GroupDoors'),
    Name: 'OpenRetries',
    Label: t('LabelOpenRetries'),
    Description: t('HelpOpenRetries'),
    ValueType: 'intrange:0-3',
    Value: '1',
  },
  {
    Group: t('GroupDoors'),
    Name: 'CloseTimeoutSeconds',
    Label: t('LabelCloseTimeoutSeconds'),
    Description: t('HelpCloseTimeoutSeconds'),
    ValueType: 'intrange:5-600',
    Value: '60',
  },
  {
    Group: t('GroupDoors'),
    Name: 'DoorOpenAlarmSeconds',
    Label: t('LabelDoorOpenAlarmSeconds'),
    Description: t('HelpDoorOpenAlarmSeconds'),
    ValueType: 'intrange:5-3600',
    Value: '120',
  },
  {
    Group: t('GroupDoors'),
    Name: 'RemoteOpeningsPerMinute',
    Label: t('LabelRemoteOpeningsPerMinute'),
    Description: t('HelpRemoteOpeningsPerMinute'),
    ValueType: `intrange:1-${OPENING_CEILINGS.terminal.minute}`,
    Value: '20',
  },
  {
    Group: t('GroupDoors'),
    Name: 'RemoteOpeningsPerHour',
    Label: t('LabelRemoteOpeningsPerHour'),
    Description: t('HelpRemoteOpeningsPerHour'),
    ValueType: `intrange:1-${OPENING_CEILINGS.terminal.hour}`,
    Value: '120',
  },
  {
    Group: t('GroupTerminal'),
    Name: 'HeartbeatSeconds',
    Label: t('LabelHeartbeatSeconds'),
    Description: t('HelpHeartbeatSeconds'),
    ValueType: 'intrange:5-300',
    Value: '30',
  },
  {
    Group: t('GroupTerminal'),
    Name: 'TerminalSessionSeconds',
    Label: t('LabelTerminalSessionSeconds'),
    Description: t('HelpTerminalSessionSeconds'),
    ValueType: 'intrange:60-3600',
    Value: '600',
  },
  {
    Group: t('GroupTerminal'),
    Name: 'QuietHoursFrom',
    Label: t('LabelQuietHoursFrom'),
    Description: t('HelpQuietHoursFrom'),
    ValueType: 'intrange:0-23',
    Value: '0',
  },
  {
    Group: t('GroupTerminal'),
    Name: 'QuietHoursTo',
    Label: t('LabelQuietHoursTo'),
    Description: t('HelpQuietHoursTo'),
    ValueType: 'intrange:0-23',
    Value: '0',
  },
  {
    Group: t('GroupTerminal'),
    Name: 'ReserveAccessibleLockers',
    Label: t('LabelReserveAccessibleLockers'),
    Description: t('HelpReserveAccessibleLockers'),
    ValueType: 'bool',
    Value: 'true',
  },
  {
    Group: ALERTS,
    Name: 'OfflineAlertMinutes',
    Label: t('LabelOfflineAlertMinutes'),
    Description: t('HelpOfflineAlertMinutes'),
    ValueType: 'intrange:1-1440',
    Value: '15',
  },
  {
    Group: ALERTS,
    Name: 'NearlyFullPercent',
    Label: t('LabelNearlyFullPercent'),
    Description: t('HelpNearlyFullPercent'),
    ValueType: 'intrange:50-100',
    Value: '90',
  },
  {
    Group: ALERTS,
    Name: 'AlertEmails',
    Label: t('LabelAlertEmails'),
    Description: t('HelpAlertEmails'),
    ValueType: 'optionalemails',
    Value: '',
  },
] as const satisfies readonly (TypedSetting & { readonly Group: Message })[]

/** The settings that are published to the kiosk. */
export const PUBLISHED_SETTINGS: readonly TypedSetting[] = LOCKER_BANK_SETTINGS.filter(({ Group }) => Group !== ALERTS)

/** A bank's settings by name with their types. `values`: the saved ones; the others have their default. */
export const bankSettings = (values: Readonly<Record<string, string>>) => readSettings(LOCKER_BANK_SETTINGS, values)
export type BankSettings = ReturnType<typeof bankSettings>
