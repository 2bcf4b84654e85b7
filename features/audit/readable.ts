import { t as agent } from '#features/agents/messages.ts'
import { t as building } from '#features/buildings/screens.ts'
import { t as courier } from '#features/couriers/messages.ts'
import { t as courierScreens } from '#features/couriers/screens.ts'
import { t as imports } from '#features/imports/messages.ts'
import { LOCKER_BANK_SETTINGS } from '#features/kiosks/bank-settings.ts'
import { COLORS, IMAGES, TEXTS } from '#features/kiosks/theme.ts'
import { LOCKER_STATES } from '#features/layout/model.ts'
import { t as bank } from '#features/locker-banks/messages.ts'
import { t as bankScreens } from '#features/locker-banks/screens.ts'
import { t as notice } from '#features/notices/messages.ts'
import { t as tLimit } from '#features/openings/limit-messages.ts'
import { t as organisation } from '#features/organisations/messages.ts'
import { t as mobile } from '#features/organisations/mobile-messages.ts'
import { t as sms } from '#features/organisations/sms-messages.ts'
import { groupMessage } from '#features/package-statuses/statuses.ts'
import { t as pkg } from '#features/packages/viewer-messages.ts'
import { t as portalUser } from '#features/portal-users/messages.ts'
import { roleName } from '#features/portal-users/rules.ts'
import { t as property } from '#features/properties/messages.ts'
import { PROPERTY_SETTINGS } from '#features/properties/settings.ts'
import { REPORTS } from '#features/reports/reports.ts'
import { t as run } from '#features/reports/run-messages.ts'
import { t as schedule } from '#features/reports/schedule-messages.ts'
import { t as viewer } from '#features/reports/viewer-messages.ts'
import { t as resident } from '#features/residents/messages.ts'
import { occupancyMessage } from '#features/residents/rules.ts'
import { t as session } from '#features/session/messages.ts'
import { t as secondStep } from '#features/session/second-step-messages.ts'
import { t as singleSignOn } from '#features/single-sign-on/messages.ts'
import { t as theme } from '#features/themes/messages.ts'
import { t as trend } from '#features/trends/messages.ts'
import { type Message, plainMessage } from '#platform/define-messages.ts'
import { t as label } from '#platform/labels.ts'
import { t as tPages } from '#platform/page-messages.ts'
import { PORTAL_ROLES, ROLES } from '#platform/permissions.ts'
import type { TypedSetting } from '#platform/typed-settings.ts'
import { isValues, type ValueChange } from './changes.ts'
import { t } from './messages.ts'

/** `is_out_of_town`, `isOutOfTown` and `IsOutofTown` are the same field. */
const keyOf = (field: string) => field.replaceAll('_', '').toLowerCase()
const byKey = <T>(table: Readonly<Record<string, T>>) =>
  new Map(Object.entries(table).map(([field, value]) => [keyOf(field), value]))

const settings: readonly TypedSetting[] = [...LOCKER_BANK_SETTINGS, ...PROPERTY_SETTINGS]

/** What the fields of audit entries are called: as in the form of the record where it has one. */
const LABELS = byKey<Message>({
  ...Object.fromEntries(settings.map(({ Name, Label }) => [Name, Label])),
  ...Object.fromEntries([...COLORS, ...TEXTS, ...IMAGES].map((field) => [field, theme(`Label${field}`)])),
  AccessCodeEncrypted: resident('LabelAccessCode'),
  AccountSid: sms('LabelAccountSid'),
  ActorId: label('SectionPerson'),
  Action: label('LabelAction'),
  Active: label('LabelActive'),
  Added: t('AuditFieldAdded'),
  Address: label('LabelAddress'),
  AdviceTagId: pkg('LabelAdviceTag'),
  AuthToken: sms('LabelAuthToken'),
  BackgroundColor: mobile('LabelBackgroundColor'),
  BeaconDeviceMajor: bank('LabelBeaconMajor'),
  BeaconDeviceMinor: bank('LabelBeaconMinor'),
  Body: t('AuditFieldBody'),
  BuildingId: label('LabelBuilding'),
  BuildingIds: building('ScreenBuildings'),
  ButtonName: singleSignOn('LabelButtonName'),
  By: t('AuditFieldBy'),
  Cancelled: t('AuditFieldCancelled'),
  Changed: imports('VerdictChanged'),
  ChangedLines: t('AuditFieldChangedLines'),
  ClientId: singleSignOn('LabelClientId'),
  ClientSecret: singleSignOn('LabelClientSecret'),
  Code: bank('LabelCode'),
  Condition: t('AuditFieldCondition'),
  ContactUs: mobile('LabelContactUs'),
  Courier: label('LabelCourier'),
  CourierId: label('LabelCourier'),
  CourierIds: courierScreens('ScreenCouriers'),
  DefaultRole: singleSignOn('LabelDefaultRole'),
  DelegateId: label('LabelDelegate'),
  Description: label('LabelDescription'),
  Email: label('LabelEmail'),
  EmailId: label('LabelEmail'),
  EnableRemoteUnlock: mobile('LabelRemoteUnlock'),
  DroppedBefore: t('AuditFieldDroppedBefore'),
  DroppedFrom: t('AuditFieldDroppedFrom'),
  Ended: t('AuditFieldEnded'),
  ExternalCode: property('LabelExternalCode'),
  ExternalId: imports('LabelExternalId'),
  FilteredBy: t('AuditFieldFilteredBy'),
  FirstName: label('LabelFirstName'),
  Font: theme('LabelFont'),
  Format: run('LabelFormat'),
  Frequency: schedule('LabelFrequency'),
  From: resident('LabelFromDay'),
  FromDay: t('LabelAuditFrom'),
  FullList: imports('LabelFullList'),
  HasAuthToken: sms('LabelAuthToken'),
  HasOptedOut: resident('LabelOptOut'),
  HelpText: mobile('LabelHelpText'),
  Hour: schedule('LabelHour'),
  HoldFrom: resident('LabelHoldFrom'),
  HoldUntil: resident('LabelHoldUntil'),
  Import: t('KindImport'),
  ImportId: t('KindImport'),
  IsActive: label('LabelActive'),
  IsCodeChanged: t('AuditFieldNewCode'),
  IsDisabled: resident('LabelSpecialNeeds'),
  IsDryCleaning: courier('LabelIsDryCleaning'),
  IsEmailNotificationEnabled: resident('LabelEmailNotification'),
  IsEmailEnabled: resident('LabelEmailNotification'),
  IsEnabled: sms('LabelEnable'),
  IsOptedOut: resident('LabelOptOut'),
  IsOutOfTown: resident('LabelOutOfTown'),
  IsSent: notice('NoticeSent'),
  IsSmsNotificationEnabled: resident('LabelSmsNotification'),
  IsSmsEnabled: resident('LabelSmsNotification'),
  IsSuperAdmin: portalUser('RoleSuperAdmin'),
  Issuer: singleSignOn('LabelIssuer'),
  Key: bank('LabelKeyId'),
  Kind: t('LabelAuditKind'),
  KioskPin: portalUser('LabelKioskPin'),
  KioskUserName: portalUser('LabelKioskUserName'),
  Language: session('LabelLanguage'),
  LastName: label('LabelLastName'),
  Limit: t('AuditFieldLimit'),
  LocationIds: label('LabelLocation'),
  LockerAccessCode: resident('LabelAccessCode'),
  LockerBankCode: bank('LabelCode'),
  LockerBankId: label('LabelLockerBank'),
  LockerBankIds: bankScreens('ScreenLockerBanks'),
  LockerId: label('LabelLocker'),
  Logo: organisation('LabelLogo'),
  MailRoomId: label('LabelMailroom'),
  Medium: t('AuditFieldMedium'),
  MobilePhone: label('LabelMobilePhone'),
  MovedOut: t('AuditFieldMovedOut'),
  MovesOut: t('AuditFieldMovedOut'),
  MonthDay: schedule('LabelMonthDay'),
  Name: label('LabelName'),
  NewLines: t('AuditFieldNewLines'),
  NewPin: label('LabelNewPin'),
  Note: pkg('LabelNote'),
  Notice: t('AuditFieldNotice'),
  OccupancyStatus: resident('LabelOccupancy'),
  OrganisationPerHour: tLimit('AuditFieldOrganisationPerHour'),
  OrganisationPerMinute: tLimit('AuditFieldOrganisationPerMinute'),
  OrgName: session('LabelOrganisation'),
  PackageId: label('LabelPackage'),
  PackageNumber: label('LabelPackageNumber'),
  Packages: label('LabelPackages'),
  Password: session('LabelPassword'),
  PersonPerHour: tLimit('AuditFieldPersonPerHour'),
  PersonPerMinute: tLimit('AuditFieldPersonPerMinute'),
  Phone1: label('LabelPhone1'),
  Phone2: label('LabelPhone2'),
  PhoneNumber: portalUser('LabelPhoneNumber'),
  Properties: label('LabelProperties'),
  PropertyId: label('LabelProperty'),
  Period: trend('LabelPeriod'),
  PropertyIds: label('LabelProperties'),
  Q: tPages('WordSearch'),
  Recipient: label('LabelRecipient'),
  RecipientIds: schedule('SectionRecipients'),
  RecipientName: label('LabelRecipient'),
  Report: viewer('LabelToolbar'),
  RefusedLines: t('AuditFieldRefusedLines'),
  RegionId: label('LabelRegion'),
  Registration: t('KindAgentRegistration'),
  RelayEndPointName: bank('LabelRelayEndPoint'),
  Removed: t('AuditFieldRemoved'),
  Required: portalUser('LabelSecondStepRequired'),
  Resident: label('LabelResident'),
  ResidentId: label('LabelResident'),
  ResidentName: label('LabelResident'),
  Role: label('LabelRole'),
  RoleClaim: singleSignOn('LabelRoleClaim'),
  RoleMapping: singleSignOn('LabelRoleTable'),
  RoleTypeId: label('LabelRole'),
  ScreensaverTextSize: theme('LabelScreensaverTextSize'),
  SenderPhoneNumber: sms('LabelSender'),
  SenderType: t('AuditFieldGateway'),
  SerialNumber: t('AuditFieldSerialNumber'),
  SortOrder: label('LabelSortOrder'),
  StatusGroupIds: label('LabelStatus'),
  StatusGroups: label('LabelStatus'),
  Subject: t('AuditFieldSubject'),
  SubjectId: t('LabelAuditSubject'),
  SystemName: organisation('LabelSystemName'),
  TermsAndConditions: mobile('LabelTerms'),
  TimeZone: property('LabelTimeZone'),
  TimeZoneId: property('LabelTimeZone'),
  TrackingNumber: label('LabelTrackingNumber'),
  UnchangedLines: t('AuditFieldUnchangedLines'),
  UnitNumber: label('LabelUnitNumber'),
  Until: resident('LabelUntilDay'),
  UntilDay: t('LabelAuditUntil'),
  UserName: label('LabelUserName'),
  UserRole: label('LabelRole'),
  Value: singleSignOn('LabelClaimValue'),
  Weekday: schedule('LabelWeekday'),
  Wrong: t('AuditFieldWrong'),
  WrongPins: t('AuditFieldWrong'),
})

/** Values that are words of the program, by field. */
const WORDS = byKey<(value: unknown) => Message | undefined>({
  Frequency: (value) => SCHEDULES[`Frequency${value}` as keyof typeof SCHEDULES],
  Period: (value) => SCHEDULES[`Period${value}` as keyof typeof SCHEDULES],
  Report: (value) => REPORTS[value as keyof typeof REPORTS]?.title,
  OccupancyStatus: (value) => occupancyMessage(Number(value)),
  StatusGroupIds: (value) => groupMessage(Number(value)),
  StatusGroups: (value) => groupMessage(Number(value)),
  ...Object.fromEntries(['Role', 'RoleTypeId', 'UserRole', 'DefaultRole'].map((field) => [field, roleOf])),
  Condition: (value) => CONDITIONS[value as keyof typeof CONDITIONS],
  By: (value) => ({ password: session('LabelPassword') })[value as string],
  Kind: (value) => SECOND_STEPS[value as keyof typeof SECOND_STEPS],
  ...Object.fromEntries(
    settings.map(({ Name, Choices }) => [Name, (value: unknown) => Choices?.find((choice) => choice.Value === value)?.Text]),
  ),
})
const SCHEDULES = {
  FrequencyDaily: schedule('FrequencyDaily'),
  FrequencyWeekly: schedule('FrequencyWeekly'),
  FrequencyMonthly: schedule('FrequencyMonthly'),
  PeriodYesterday: schedule('PeriodYesterday'),
  PeriodLast7Days: schedule('PeriodLast7Days'),
  PeriodLast30Days: schedule('PeriodLast30Days'),
  PeriodLastMonth: schedule('PeriodLastMonth'),
}
const SECOND_STEPS = { app: secondStep('SectionApp'), passkey: t('AuditWordPasskey') }
const CONDITIONS = {
  good: t('AuditWordGood'),
  dirty: LOCKER_STATES.Dirty,
  flagged: LOCKER_STATES.Flagged,
  disabled: LOCKER_STATES.Disabled,
}
const AGENT_ROLES = {
  deliveryagent: agent('RoleDelivery'),
  deliveryrecoveryagent: agent('RoleDeliveryRecovery'),
  drycleaningagent: agent('RoleDryCleaning'),
}
/** A role by its key, or its id as agents have it. */
function roleOf(value: unknown): Message | undefined {
  const key = Object.entries(ROLES).find(([name, { id }]) => name === value || id === value)?.[0]
  const portalRole = PORTAL_ROLES.find((role) => role === key)
  return portalRole ? roleName(portalRole) : AGENT_ROLES[key as keyof typeof AGENT_ROLES]
}

/** The name of a field as its record's form has it; null for one that has none. */
export const fieldLabel = (field: string): Message | null => LABELS.get(keyOf(field)) ?? null

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** The ids in the values, whose names a reader wants instead. */
export const idsOf = (changes: readonly ValueChange[]): string[] => [
  ...new Set(
    changes
      .flatMap(({ Before, After }) => [Before, After])
      .flat()
      .filter((value): value is string => typeof value === 'string' && UUID.test(value)),
  ),
]

/** A value as people read it, or null; times and days stay ISO 8601. `names`: of records by id. */
function valueMessage(field: string, value: unknown, names: ReadonlyMap<string, string>): Message | null {
  if (value === null || value === undefined || value === '') return null
  if (Array.isArray(value)) {
    if (value.length === 0) return null
    return t('AuditItems', { items: value.flatMap((one) => valueMessage(field, one, names) ?? []) })
  }
  if (isValues(value))
    return t('AuditItems', {
      items: Object.entries(value).flatMap(([name, inner]) => {
        const words = valueMessage(name, inner, names)
        return words ? t('AuditNamed', { name: fieldMessage(name), value: words }) : []
      }),
    })
  const word = WORDS.get(keyOf(field))?.(value)
  if (word) return word
  if (typeof value === 'boolean' || value === 'true' || value === 'false')
    return tPages(String(value) === 'true' ? 'WordYes' : 'WordNo')
  if (value === 'changed') return t('AuditWordChanged')
  // Lists of changed fields.
  const name = ['changed', 'filteredby'].includes(keyOf(field)) ? fieldLabel(String(value)) : null
  return name ?? plainMessage(names.get(String(value)) ?? String(value))
}
const fieldMessage = (field: string): Message => fieldLabel(field) ?? plainMessage(field)

/** A change with the label of its field and readable values. */
export const readable = ({ Field, Before, After }: ValueChange, names: ReadonlyMap<string, string>) => ({
  Field,
  Label: fieldMessage(Field),
  Before: valueMessage(Field, Before, names),
  After: valueMessage(Field, After, names),
})
