import { z } from 'zod'
import { LOCKER_CARE } from '#features/kiosks/access.ts'
import { LayoutColumn, LayoutLocker } from '#features/layout/contract.ts'
import { t as tLayout } from '#features/layout/messages.ts'
import { CONDITIONS } from '#features/layout/model.ts'
import { LOCKER_NAME_MAX } from '#features/layout/rules.ts'
import { versions } from '#features/locker-banks/contract.ts'
import { STATUS_NAMES, type StatusName, statusById } from '#features/package-statuses/statuses.ts'
import { PackageInLocker } from '#features/packages/contract.ts'
import { plainMessage } from '#platform/define-messages.ts'
import { operation } from '#platform/operation.ts'
import { RecordChange } from '#platform/record.ts'
import {
  AnyId,
  Choice,
  Done,
  Id,
  MAX_INT,
  MessageText,
  NullableTime,
  PAGE_SIZE,
  pageOf,
  pageQuery,
  requiredText,
  searchText,
  Time,
} from '#platform/wire.ts'

/** What may need attention at a bank. */
export const ATTENTIONS = ['offline', 'expired', 'flagged'] as const
export type Attention = (typeof ATTENTIONS)[number]

/** The first is property, building and name, which also orders equal rows of every other sort. */
export const SUMMARY_SORTS = [
  'PropertyName',
  'BuildingName',
  'LockerBankName',
  'Status',
  'Capacity',
  'LB_Active',
  'LB_Outbound',
  'LB_Expired',
  'LB_Flagged',
  'LB_Available',
  'LB_Utilisation',
  'MR_Current',
] as const

/** The one call whose page size may be the largest integer: its rows are the locker banks (spec 1 §9, decisions "Wire"). */
const SummaryQuery = pageQuery(SUMMARY_SORTS).extend({
  PageSize: z.int('PageSize must be a whole number.').min(1, 'PageSize must be at least 1.').max(MAX_INT).default(PAGE_SIZE),
  PropertyId: AnyId,
  /** Only banks that need attention for this. */
  Attention: z
    .enum(ATTENTIONS, { error: `Attention is one of ${ATTENTIONS.join(', ')}.` })
    .nullish()
    .transform((attention) => attention ?? undefined),
})

/** One locker bank in numbers (spec 1 §3 "Dashboard summary row"), with the ids that a screen needs for its links. */
export const SummaryRow = z.object({
  PropertyId: z.string(),
  PropertyName: z.string(),
  PropertyTimezoneId: z.string(),
  BuildingId: z.string(),
  BuildingName: z.string(),
  LockerBankId: z.string(),
  LockerBankName: z.string(),
  Status: z.enum(['ONLINE', 'OFFLINE']),
  LastHeartBeat: NullableTime,
  ...versions,
  /** Lockers of type locker, mode not removed. */
  Capacity: z.int(),
  LB_Active: z.int(),
  LB_Outbound: z.int(),
  LB_Expired: z.int(),
  LB_Flagged: z.int(),
  LB_Available: z.int(),
  /** Occupied of capacity, in whole percent. */
  LB_Utilisation: z.int(),
  /** The bank's own mailroom, null when it has none. */
  MailroomId: z.string().nullable(),
  /** Live packages in that mailroom. */
  MR_Current: z.int(),
})
export type SummaryRow = z.infer<typeof SummaryRow>

const ofSize = { Size: z.string() }
/** Lockers of one size by their visual category (spec 1 §3 "Locker summary"). */
export const LockerSummaryRow = z.object({
  ...ofSize,
  Available: z.int(),
  Occupied: z.int(),
  Dirty: z.int(),
  OutOfService: z.int(),
  Disabled: z.int(),
  All: z.int(),
})
export type LockerSummaryRow = z.infer<typeof LockerSummaryRow>
/** Packages in lockers of one size (spec 1 §3 "Package summary"); one that is on hold counts under All only. */
export const PackageSummaryRow = z.object({
  ...ofSize,
  Active: z.int(),
  Outbound: z.int(),
  Expired: z.int(),
  Missing: z.int(),
  WrongRecipient: z.int(),
  Unconfirmed: z.int(),
  Pending: z.int(),
  All: z.int(),
})
export type PackageSummaryRow = z.infer<typeof PackageSummaryRow>

/** A door of the drawn cabinet with the packages behind it, oldest first. */
export const CabinetLocker = LayoutLocker.extend({
  Packages: z.array(
    z.object({
      StatusId: z.int(),
      DroppedAt: Time,
      /** The name and unit of the recipient, for callers who may see packages or residents; otherwise null. */
      Recipient: z.string().nullable(),
      UnitNumber: z.string().nullable(),
    }),
  ),
})
export type CabinetLocker = z.infer<typeof CabinetLocker>
const CabinetColumn = LayoutColumn.extend({ LockerCollection: z.array(CabinetLocker) })

/** Spec 1 §4 writes one name in two ways. */
const spelled = (name: unknown) => (name === 'ServiceRecoveredForRecipient' ? 'ServiceRecoveredforRecipient' : name)

/** A package status by its id or its name; absent, null, 0 and '' are Verify, which changes nothing (spec 1 §4). */
const RequestedStatus = z
  .union([z.literal(''), z.int(), z.preprocess(spelled, z.enum(STATUS_NAMES as [StatusName, ...StatusName[]]))], {
    error: 'Not a package status.',
  })
  .nullish()
  .transform((status, context): StatusName | null => {
    if (!status) return null
    const name = typeof status === 'number' ? statusById(status) : status
    if (!name) context.addIssue({ code: 'custom', message: 'Not a package status.' })
    return name ?? null
  })

const Asks = z.enum(['no', 'optional', 'required'])
/** An action on a package when its locker is opened; the first is preselected (spec 1 §4). */
export const OpenChoice = z.object({
  Label: MessageText,
  /** The status to request; null (Verify) only opens the door. */
  StatusId: z.int().nullable(),
  Mailroom: Asks,
})
export type OpenChoice = z.infer<typeof OpenChoice>
export const LockerChoices = z.object({
  Packages: z.array(z.object({ PackageId: z.string(), Choices: z.array(OpenChoice) })),
  /** For a locker without a package. */
  Empty: z.array(OpenChoice),
  /** Where its packages may go; empty when the bank has no mailroom or their building none. */
  Mailrooms: z.array(Choice),
})
export type LockerChoices = z.infer<typeof LockerChoices>

/** One locker by its name. */
export const LockerDetail = LayoutLocker.omit({ LockerState: true, IsDeviceAssociated: true }).extend({
  StateAsString: LayoutLocker.shape.LockerState,
  IsMapped: z.boolean(),
  /** Empty unless requested. */
  Packages: z.array(PackageInLocker),
  /** Null unless requested, and for an unmapped locker. */
  Device: z.object({ SerialNumber: z.string(), LockerNumber: z.string() }).nullable(),
})
const Flag = z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] }).default(false)

/** Doors of a search. */
export const MAX_DOORS = 8
const FoundDoor = z.object({
  LockerId: z.string(),
  LockerName: z.string(),
  LockerBankId: z.string(),
  LockerBankName: z.string(),
  BuildingName: z.string(),
})

const ofBank = { params: z.object({ lockerBankId: Id }) }
const onBankScreen = { permission: 'ViewLockerBankDashboard', ...ofBank } as const
/** A locker by its id or its name (decisions "Locker banks"). */
const ofLocker = {
  params: z.object({ lockerBankId: Id, locker: requiredText(LOCKER_NAME_MAX, plainMessage('A locker is expected.')) }),
}
/** The selector on the locker bank's own screen reads the same rows as the grid. */
const onEitherScreen = { permission: ['ViewDashboard', 'ViewLockerBankDashboard'] } as const

export const dashboards = {
  summary: operation('POST', '/dashboard/getsummary', {
    reads: true,
    ...onEitherScreen,
    summary: 'One row for each locker bank, by property, building and name',
    input: SummaryQuery,
    output: pageOf(SummaryRow),
  }),
  findDoors: operation('GET', '/dashboard/finddoors', {
    permission: 'ViewLockerBankDashboard',
    summary: `Doors by words in their name and in the names of bank, building and property, at most ${MAX_DOORS}`,
    query: z.object({ Q: searchText() }),
    output: z.array(FoundDoor),
  }),
  lockerSummary: operation('GET', '/layoutdashboard/lockerbank/{lockerBankId}/lockersummary', {
    ...onBankScreen,
    summary: 'The lockers of a bank by size and state',
    output: z.array(LockerSummaryRow),
  }),
  packageSummary: operation('GET', '/layoutdashboard/lockerbank/{lockerBankId}/packagesummary', {
    ...onBankScreen,
    summary: 'The packages in the lockers of a bank by the locker’s size and the package’s status',
    output: z.array(PackageSummaryRow),
  }),
  layout: operation('GET', '/layoutdashboard/lockerbank/{lockerBankId}/layout', {
    ...onBankScreen,
    summary: 'The columns of a bank with their doors and the packages behind them, left to right and top to bottom',
    output: z.array(CabinetColumn),
  }),
  locker: operation('GET', '/lockerbank/{lockerBankId}/lockerName/{name}', {
    // Those who set up a bank read its devices.
    permission: ['ViewLockerBankDashboard', 'SetupLockerBank'],
    summary: 'One locker by its name, optionally with its packages and its device',
    params: z.object({ lockerBankId: Id, name: requiredText(LOCKER_NAME_MAX, tLayout('MsgLayoutLockerNameEmpty')) }),
    query: z.object({ IncludePackageInfo: Flag, IncludeDeviceInfo: Flag }),
    output: LockerDetail,
  }),
  choices: operation('GET', '/layoutdashboard/lockerbank/{lockerBankId}/lockers/{locker}/choices', {
    permission: 'OpenLocker',
    summary: 'The actions offered for each package when a locker is opened, and the mailrooms for transfers',
    ...ofLocker,
    output: LockerChoices,
  }),
  open: operation('POST', '/lockerbank/{lockerBankId}/lockers/{locker}/open', {
    permission: 'OpenLocker',
    summary: 'Opens a locker; with a status, which also needs EditPackage, the opened door changes the package',
    ...ofLocker,
    input: z.object({ Status: RequestedStatus, PackageId: AnyId, MailroomId: AnyId }),
    output: Done.extend({
      /** False: the kiosk tried, but did not detect that the door opened. */
      IsOpen: z.boolean(),
    }),
  }),
  lockerChanges: operation('GET', '/lockerbank/{lockerBankId}/lockers/{locker}/changes', {
    permission: 'ViewLockerBankDashboard',
    summary: 'The changes and remote openings of a locker by whom and when, latest first',
    ...ofLocker,
    output: z.array(RecordChange),
  }),
  setCondition: operation('PUT', '/lockerbank/{lockerBankId}/lockers/{locker}/condition', {
    permission: LOCKER_CARE,
    summary: 'Sets the condition of a locker: good, dirty, out of service or disabled',
    ...ofLocker,
    input: z.object({ Condition: z.enum(CONDITIONS, { error: `The condition is one of ${CONDITIONS.join(', ')}.` }) }),
    output: Done,
  }),
}
