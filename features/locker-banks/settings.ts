import { readSettings, type TypedSetting } from '#platform/typed-settings.ts'
import { t } from './setting-messages.ts'

const ALERTS = t('GroupAlerts').text

/**
 * The settings of a locker bank with names, bounds and defaults (spec 1 §2 "Locker bank settings"; the list itself is not in the
 * specification). Settings of doors and terminal apply from the next publish, settings of alerts at once.
 */
export const LOCKER_BANK_SETTINGS = [
  {
    Group: t('GroupDoors').text,
    Name: 'OpenTimeoutSeconds',
    Label: t('LabelOpenTimeoutSeconds').text,
    Description: t('HelpOpenTimeoutSeconds').text,
    ValueType: 'intrange:1-10',
    Value: '2',
  },
  {
    Group: t('GroupDoors').text,
    Name: 'OpenRetries',
    Label: t('LabelOpenRetries').text,
    Description: t('HelpOpenRetries').text,
    ValueType: 'intrange:0-3',
    Value: '1',
  },
  {
    Group: t('GroupDoors').text,
    Name: 'CloseTimeoutSeconds',
    Label: t('LabelCloseTimeoutSeconds').text,
    Description: t('HelpCloseTimeoutSeconds').text,
    ValueType: 'intrange:5-600',
    Value: '60',
  },
  {
    Group: t('GroupDoors').text,
    Name: 'DoorOpenAlarmSeconds',
    Label: t('LabelDoorOpenAlarmSeconds').text,
    Description: t('HelpDoorOpenAlarmSeconds').text,
    ValueType: 'intrange:5-3600',
    Value: '120',
  },
  {
    Group: t('GroupTerminal').text,
    Name: 'HeartbeatSeconds',
    Label: t('LabelHeartbeatSeconds').text,
    Description: t('HelpHeartbeatSeconds').text,
    ValueType: 'intrange:5-300',
    Value: '30',
  },
  {
    Group: t('GroupTerminal').text,
    Name: 'TerminalSessionSeconds',
    Label: t('LabelTerminalSessionSeconds').text,
    Description: t('HelpTerminalSessionSeconds').text,
    ValueType: 'intrange:60-3600',
    Value: '600',
  },
  {
    Group: t('GroupTerminal').text,
    Name: 'QuietHoursFrom',
    Label: t('LabelQuietHoursFrom').text,
    Description: t('HelpQuietHoursFrom').text,
    ValueType: 'intrange:0-23',
    Value: '0',
  },
  {
    Group: t('GroupTerminal').text,
    Name: 'QuietHoursTo',
    Label: t('LabelQuietHoursTo').text,
    Description: t('HelpQuietHoursTo').text,
    ValueType: 'intrange:0-23',
    Value: '0',
  },
  {
    Group: t('GroupTerminal').text,
    Name: 'ReserveAccessibleLockers',
    Label: t('LabelReserveAccessibleLockers').text,
    Description: t('HelpReserveAccessibleLockers').text,
    ValueType: 'bool',
    Value: 'true',
  },
  {
    Group: ALERTS,
    Name: 'OfflineAlertMinutes',
    Label: t('LabelOfflineAlertMinutes').text,
    Description: t('HelpOfflineAlertMinutes').text,
    ValueType: 'intrange:1-1440',
    Value: '15',
  },
  {
    Group: ALERTS,
    Name: 'NearlyFullPercent',
    Label: t('LabelNearlyFullPercent').text,
    Description: t('HelpNearlyFullPercent').text,
    ValueType: 'intrange:50-100',
    Value: '90',
  },
  {
    Group: ALERTS,
    Name: 'AlertEmails',
    Label: t('LabelAlertEmails').text,
    Description: t('HelpAlertEmails').text,
    ValueType: 'optionalemails',
    Value: '',
  },
] as const satisfies readonly (TypedSetting & { readonly Group: string })[]

/** The settings that are published to the kiosk. */
export const PUBLISHED_SETTINGS: readonly TypedSetting[] = LOCKER_BANK_SETTINGS.filter(({ Group }) => Group !== ALERTS)

/** A bank's settings by name with their types. `values`: the saved ones; the others have their default. */
export const bankSettings = (values: Readonly<Record<string, string>>) => readSettings(LOCKER_BANK_SETTINGS, values)
export type BankSettings = ReturnType<typeof bankSettings>
