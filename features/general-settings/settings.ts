import { OPENING_CEILINGS, OPENINGS_SETTING } from '#features/kiosks/ceilings.ts'
import type { TypedSetting } from '#platform/typed-settings.ts'
import { t } from './messages.ts'

/** The setting of a summary that is not sent. */
export const NO_SUMMARY = 'off'

/** The full hours of a day as spec 3 §9 writes them: 12:00AM to 11:00PM. */
export const HOURS: readonly string[] = Array.from({ length: 24 }, (_, hour) => `${hour % 12 || 12}:00${hour < 12 ? 'AM' : 'PM'}`)

/** Languages and date formats that an organisation can have, with their names. */
const CULTURES = [
  { Value: 'en-US', Text: t('CultureUs') },
  { Value: 'en-GB', Text: t('CultureGb') },
  { Value: 'en-AU', Text: t('CultureAu') },
  { Value: 'de-DE', Text: t('CultureDe') },
  { Value: 'es-ES', Text: t('CultureEs') },
] as const

/** The least and the most days for which the report of an import is kept. */
const IMPORT_DAYS = { min: 7, max: 3650 } as const

const choice = (choices: readonly { readonly Value: string }[]) =>
  `choice:${choices.map(({ Value }) => Value).join(',')}` as const
const SUMMARY_HOURS = [
  { Value: NO_SUMMARY, Text: t('SummaryOff') },
  ...HOURS.map((Value) => ({ Value, Text: t('SummaryAt', { hour: Value }) })),
]

/**
 * The general settings of an organisation in order; the two links to self-registration follow them on the screen (spec 3 §9;
 * decisions "Structure and users").
 */
export const GENERAL_SETTINGS = [
  {
    Group: t('GroupOrganisation'),
    Name: 'Culture',
    Label: t('LabelCulture'),
    Description: t('HelpCulture'),
    ValueType: choice(CULTURES),
    Value: 'en-US',
    Choices: CULTURES,
  },
  {
    Group: t('GroupOrganisation'),
    Name: 'SupportEmail',
    Label: t('LabelSupportEmail'),
    Description: t('HelpSupportEmail'),
    ValueType: 'email',
    Value: '',
  },
  {
    Group: t('GroupEmails'),
    Name: 'ReviewEmails',
    Label: t('LabelReviewEmails'),
    Description: t('HelpReviewEmails'),
    ValueType: 'emails',
    Value: '',
  },
  {
    Group: t('GroupEmails'),
    Name: 'AlertEmails',
    Label: t('LabelAlertEmails'),
    Description: t('HelpAlertEmails'),
    ValueType: 'optionalemails',
    Value: '',
  },
  {
    Group: t('GroupEmails'),
    Name: 'SummaryHour',
    Label: t('LabelSummaryHour'),
    Description: t('HelpSummaryHour'),
    ValueType: choice(SUMMARY_HOURS),
    Value: NO_SUMMARY,
    Choices: SUMMARY_HOURS,
  },
  {
    Group: t('GroupSafety'),
    Name: OPENINGS_SETTING,
    Label: t('LabelOpeningsPerMinute'),
    Description: t('HelpOpeningsPerMinute'),
    ValueType: `intrange:1-${OPENING_CEILINGS.person.minute}`,
    Value: '10',
  },
  {
    Group: t('GroupSafety'),
    Name: 'RequiresSecondStep',
    Label: t('LabelRequiresSecondStep'),
    Description: t('HelpRequiresSecondStep'),
    ValueType: 'bool',
    Value: 'false',
    Disabled: true,
  },
  {
    Group: t('GroupSafety'),
    Name: 'ImportDays',
    Label: t('LabelImportDays'),
    Description: t('HelpImportDays'),
    ValueType: `intrange:${IMPORT_DAYS.min}-${IMPORT_DAYS.max}`,
    Value: '365',
  },
] as const satisfies readonly (TypedSetting & { readonly Group: unknown })[]

const PERCENT = 'intrange:0-100'
/** When a file of residents that was fetched from a server is applied by itself (decisions "Imports from other servers"). */
export const IMPORT_SETTINGS = [
  {
    Group: t('GroupScheduledImports'),
    Name: 'ImportApply',
    Label: t('LabelImportApply'),
    Description: t('HelpImportApply'),
    ValueType: 'bool',
    Value: 'false',
  },
  {
    Group: t('GroupScheduledImports'),
    Name: 'ImportMaxRefused',
    Label: t('LabelImportMaxRefused'),
    Description: t('HelpImportMaxRefused'),
    ValueType: PERCENT,
    Value: '0',
  },
  {
    Group: t('GroupScheduledImports'),
    Name: 'ImportFullList',
    Label: t('LabelImportFullList'),
    Description: t('HelpImportFullList'),
    ValueType: 'bool',
    Value: 'false',
  },
  {
    Group: t('GroupScheduledImports'),
    Name: 'ImportMaxMoveOut',
    Label: t('LabelImportMaxMoveOut'),
    Description: t('HelpImportMaxMoveOut'),
    ValueType: PERCENT,
    Value: '5',
  },
  {
    Group: t('GroupScheduledImports'),
    Name: 'ImportReportEmails',
    Label: t('LabelImportReportEmails'),
    Description: t('HelpImportReportEmails'),
    ValueType: 'optionalemails',
    Value: '',
  },
] as const satisfies readonly (TypedSetting & { readonly Group: unknown })[]

/** The addresses of the forms of self-registration, which follow the general settings for display (spec 3 §9). */
export const LINK_SETTINGS = [
  { Name: 'ResidentRegistrationLink', Label: t('LabelResidentLink'), kind: 'resident' },
  { Name: 'AgentRegistrationLink', Label: t('LabelAgentLink'), kind: 'agent' },
] as const

/** All settings that are saved together. */
export const SETTINGS = [...GENERAL_SETTINGS, ...IMPORT_SETTINGS] as const
