import { EXPIRY_SETTINGS, MAX_PERIOD } from '#features/package-statuses/periods.ts'
import { t } from './setting-messages.ts'

/** Name of the setting whose 'true' requires the unit number together with the access code. */
export const UNIT_NUMBER_SETTING = 'UnitAndCodeAtTerminal'

const PERIOD = `intrange:0-${MAX_PERIOD}` as const

/**
 * The settings of a property with names, types and defaults (spec 3 §3 "Setting", §9 "Property expiry rules"; decisions "Structure
 * and users").
 */
export const PROPERTY_SETTINGS = [
  {
    Group: t('GroupPackages'),
    Name: EXPIRY_SETTINGS.locker.name,
    Label: t('LabelPackageExpiryPeriod'),
    Description: t('HelpPackageExpiryPeriod'),
    ValueType: PERIOD,
    Value: String(EXPIRY_SETTINGS.locker.weekdays),
  },
  {
    Group: t('GroupPackages'),
    Name: EXPIRY_SETTINGS.mailroom.name,
    Label: t('LabelMailroomPackageExpiryPeriod'),
    Description: t('HelpMailroomPackageExpiryPeriod'),
    ValueType: PERIOD,
    Value: String(EXPIRY_SETTINGS.mailroom.weekdays),
  },
  {
    Group: t('GroupPackages'),
    Name: 'HandOverProof',
    Label: t('LabelHandOverProof'),
    Description: t('HelpHandOverProof'),
    ValueType: 'choice:off,optional,required',
    Value: 'off',
    Choices: [
      { Value: 'off', Text: t('ProofOff') },
      { Value: 'optional', Text: t('ProofOptional') },
      { Value: 'required', Text: t('ProofRequired') },
    ],
  },
  {
    Group: t('GroupNotices'),
    Name: 'ReminderCount',
    Label: t('LabelReminderCount'),
    Description: t('HelpReminderCount'),
    ValueType: 'intrange:0-10',
    Value: '2',
  },
  {
    Group: t('GroupNotices'),
    Name: 'ReminderEveryDays',
    Label: t('LabelReminderEveryDays'),
    Description: t('HelpReminderEveryDays'),
    ValueType: 'intrange:1-30',
    Value: '2',
  },
  {
    Group: t('GroupNotices'),
    Name: 'QuietHoursFrom',
    Label: t('LabelNoSmsFrom'),
    Description: t('HelpNoSmsFrom'),
    ValueType: 'intrange:0-23',
    Value: '21',
  },
  {
    Group: t('GroupNotices'),
    Name: 'QuietHoursTo',
    Label: t('LabelNoSmsTo'),
    Description: t('HelpNoSmsTo'),
    ValueType: 'intrange:0-23',
    Value: '8',
  },
  {
    Group: t('GroupTerminal'),
    Name: UNIT_NUMBER_SETTING,
    Label: t('LabelUnitAndCode'),
    Description: t('HelpUnitAndCode'),
    ValueType: 'bool',
    Value: 'false',
  },
] as const
