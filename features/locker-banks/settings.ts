import { readSettings, type TypedSetting } from '#platform/typed-settings.ts'

/** Headings that a bank's settings stand under, in their order. */
type Group = 'Doors' | 'Terminal' | 'Alerts'

/**
 * What can be set of a locker bank: the one list of names, bounds and defaults (spec 1 §2 "Locker bank settings"; the
 * settings themselves are ours). Those of doors and terminal count from the next publish on, those of alerts at once.
 */
export const LOCKER_BANK_SETTINGS = [
  {
    Group: 'Doors',
    Name: 'OpenTimeoutSeconds',
    Description: 'How long the kiosk looks for a door to open at each try.',
    ValueType: 'intrange:1-10',
    Value: '2',
  },
  {
    Group: 'Doors',
    Name: 'OpenRetries',
    Description: 'How often the kiosk tries once more to open a door that did not open.',
    ValueType: 'intrange:0-3',
    Value: '1',
  },
  {
    Group: 'Doors',
    Name: 'CloseTimeoutSeconds',
    Description: 'How long somebody may take to close a door. A drop-off whose door stays open longer has to be confirmed.',
    ValueType: 'intrange:5-600',
    Value: '60',
  },
  {
    Group: 'Doors',
    Name: 'DoorOpenAlarmSeconds',
    Description: 'A door that stands open longer than this is reported.',
    ValueType: 'intrange:5-3600',
    Value: '120',
  },
  {
    Group: 'Terminal',
    Name: 'HeartbeatSeconds',
    Description: 'How often the kiosk says that it works. Three that do not come make the locker bank OFFLINE.',
    ValueType: 'intrange:5-300',
    Value: '30',
  },
  {
    Group: 'Terminal',
    Name: 'TerminalSessionSeconds',
    Description: 'How long agents and staff stay signed in at the terminal.',
    ValueType: 'intrange:60-3600',
    Value: '600',
  },
  {
    Group: 'Terminal',
    Name: 'QuietHoursFrom',
    Description: 'From this hour of the day on agents cannot sign in. Residents still collect, staff still work.',
    ValueType: 'intrange:0-23',
    Value: '0',
  },
  {
    Group: 'Terminal',
    Name: 'QuietHoursTo',
    Description: 'Until this hour of the day. The same hour twice means no quiet hours.',
    ValueType: 'intrange:0-23',
    Value: '0',
  },
  {
    Group: 'Terminal',
    Name: 'ReserveAccessibleLockers',
    Description:
      'Accessible lockers are kept for residents with special needs. Switched off, others get one when no other locker is left.',
    ValueType: 'bool',
    Value: 'true',
  },
  {
    Group: 'Alerts',
    Name: 'OfflineAlertMinutes',
    Description: 'A locker bank that is OFFLINE for longer than this is told of.',
    ValueType: 'intrange:1-1440',
    Value: '15',
  },
  {
    Group: 'Alerts',
    Name: 'NearlyFullPercent',
    Description: 'A locker bank is nearly full when this share of its lockers is occupied.',
    ValueType: 'intrange:50-100',
    Value: '90',
  },
  {
    Group: 'Alerts',
    Name: 'AlertEmails',
    Description: 'Who is told by e-mail: addresses, separated by commas or semicolons.',
    ValueType: 'optionalemails',
    Value: '',
  },
] as const satisfies readonly (TypedSetting & { readonly Group: Group })[]

/** The settings that the bank's kiosk is sent. */
export const PUBLISHED_SETTINGS: readonly TypedSetting[] = LOCKER_BANK_SETTINGS.filter(({ Group }) => Group !== 'Alerts')

/** A bank's settings as the program works with them. `values`: those that were set; every other is its default. */
export const bankSettings = (values: Readonly<Record<string, string>>) => readSettings(LOCKER_BANK_SETTINGS, values)
export type BankSettings = ReturnType<typeof bankSettings>
