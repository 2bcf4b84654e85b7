import { z } from 'zod'
import { MAX_RECIPIENT_NAME, MAX_TRACKING_NUMBER, MAX_UNIT_NUMBER } from '#features/package-statuses/limits.ts'
import { MAX_PERIOD } from '#features/package-statuses/periods.ts'
import { GROUPS, LIVE_GROUPS } from '#features/package-statuses/statuses.ts'
import { sought } from '#features/tracking-numbers/fields.ts'
import { LONGEST_TEXT } from '#features/tracking-numbers/scanned-text.ts'
import { BulkJob, bulkInput } from '#platform/bulk.ts'
import { DATE_FORMATS } from '#platform/date-format.ts'
import { operation } from '#platform/operation.ts'
import { AnyId, anyIds, filterText, Id, MessageText, NullableTime, pageOf, pageQuery, searchText, Time } from '#platform/wire.ts'

/** History rows in one reply; a package usually has about a dozen. */
export const MAX_HISTORY = 500
const MAX_LIST = 500

/** The columns of the Package Viewer (spec 2 §2); newest first (spec 1 §9). Only the first has an index for every filter. */
export const PACKAGE_SORTS = [
  'DropOffTime',
  'PackageId',
  'LockerBankName',
  'ResidentName',
  'UnitNumber',
  'PackageNumber',
  'TrackingNumber',
  'Status',
  'ExpiryTime',
  'CollectionTime',
  'RecoveryTime',
  'CourierName',
] as const
/** The columns of a locker bank's packages. */
export const BANK_PACKAGE_SORTS = [
  'DropOffTime',
  'LockerName',
  'StatusName',
  'Name',
  'UnitNumber',
  'ExpiryTime',
  'PackageNumber',
  'TrackingNumber',
  'CourierName',
] as const

const GroupIds = z
  .array(z.literal(Object.values(GROUPS), { error: 'StatusGroupIds must be status groups from 1 to 6.' }))
  .max(MAX_LIST)
  .nullish()
  .transform((ids) => (ids?.length ? [...new Set(ids)] : undefined))
export const AnyTime = z.iso
  .datetime({ offset: true, error: 'Not a valid time.' })
  .nullish()
  .transform((time) => time ?? undefined)

/** The Package Viewer's query (spec 2 §7). A missing, null or empty filter means 'any'. */
export const PackageQuery = pageQuery(PACKAGE_SORTS, 'desc').extend({
  PropertyId: AnyId,
  BuildingId: AnyId,
  StatusGroupIds: GroupIds,
  /** Locker banks and mailrooms: the package's place or, after it has left, its last place. */
  LocationIds: anyIds(MAX_LIST),
  LockerBankId: AnyId,
  ResidentId: AnyId,
  /** A substring; one or two characters match the beginning only. */
  TrackingNumber: sought.nullish().pipe(filterText(MAX_TRACKING_NUMBER)),
  /** A substring; one or two characters match the beginning of a word only. */
  ResidentName: filterText(MAX_RECIPIENT_NAME),
  /** A prefix. */
  UnitNumber: filterText(MAX_UNIT_NUMBER),
  /** Words in the recipient's name, unit, package and tracking number. */
  Q: sought.nullish().pipe(searchText(MAX_TRACKING_NUMBER)),
  /** The period of the drop-off: from, and before. */
  DroppedFrom: AnyTime,
  DroppedBefore: AnyTime,
})
export type PackageQuery = z.output<typeof PackageQuery>

/** A row of the Package Viewer (spec 2 §2); the property's id and time zone for its times. */
export const PackageRow = z.object({
  PackageId: z.string(),
  PropertyId: z.string(),
  PropertyTimezoneId: z.string(),
  LockerBankId: z.string().nullable(),
  LockerBankName: z.string().nullable(),
  /** Null after the package has left its locker. */
  LockerName: z.string().nullable(),
  MailRoomId: z.string().nullable(),
  MailRoomName: z.string().nullable(),
  ResidentId: z.string().nullable(),
  ResidentName: z.string(),
  UnitNumber: z.string(),
  PackageNumber: z.string(),
  TrackingNumber: z.string(),
  Status: MessageText,
  StatusId: z.int(),
  StatusGroupId: z.int(),
  DropOffTime: Time,
  ExpiryTime: NullableTime,
  CollectionTime: NullableTime,
  RecoveryTime: NullableTime,
  CourierId: z.string().nullable(),
  CourierName: z.string().nullable(),
})
export type PackageRow = z.infer<typeof PackageRow>

/** A package in a locker of a bank (spec 1 §3 "Locker detail"); both names of the two times. */
export const PackageInLocker = z.object({
  Id: z.string(),
  TrackingNumber: z.string(),
  PackageNumber: z.string(),
  CourierId: z.string().nullable(),
  CourierName: z.string().nullable(),
  StatusName: MessageText,
  StatusId: z.int(),
  StatusGroupId: z.int(),
  DroppedAt: Time,
  DropOffTime: Time,
  ExpiresAt: NullableTime,
  ExpiryTime: NullableTime,
  ResidentId: z.string().nullable(),
  Name: z.string(),
  UnitNumber: z.string(),
  LockerId: z.string().nullable(),
  LockerName: z.string().nullable(),
})
export type PackageInLocker = z.infer<typeof PackageInLocker>

/** Package detail (spec 2 §3). */
export const PackageDetail = z.object({
  Id: z.string(),
  /** The user of the last change: a portal user, an agent or a resident; null for the system. */
  UserId: z.string().nullable(),
  PackageNumber: z.string(),
  TrackingNumber: z.string(),
  CourierId: z.string().nullable(),
  CourierName: z.string().nullable(),
  /** Whether the courier has been deleted since. */
  IsCourierRemoved: z.boolean(),
  /** The id of the advice tag. */
  AdviceTag: z.string().nullable(),
  AdviceTagName: z.string().nullable(),
  /** Whether the advice tag has been deleted since. */
  IsAdviceTagRemoved: z.boolean(),
  /** Whether it is handed over with a proof only, which the form cannot take. */
  NeedsProof: z.boolean(),
  StatusId: z.int(),
  Status: MessageText,
  PackageStatus: z.object({ Id: z.int(), Name: MessageText, GroupId: z.int() }),
  ResidentId: z.string().nullable(),
  Name: z.string(),
  UnitNumber: z.string(),
  EmailId: z.string(),
  MobilePhone: z.string(),
  PropertyId: z.string(),
  PropertyName: z.string(),
  PropertyTimezoneId: z.string(),
  BuildingId: z.string(),
  BuildingName: z.string(),
  IsInLocker: z.boolean(),
  LockerBankId: z.string().nullable(),
  LockerBankName: z.string().nullable(),
  LockerId: z.string().nullable(),
  LockerName: z.string().nullable(),
  LockerStateDescription: MessageText.nullable(),
  MailRoomId: z.string().nullable(),
  MailRoomName: z.string().nullable(),
  DropOffTime: Time,
  ExpiryTime: NullableTime,
  CollectionTime: NullableTime,
  RecoveryTime: NullableTime,
  LastTransactionDate: Time,
  Note: z.string(),
  /** Whether a photo of its label was kept. */
  HasLabelPhoto: z.boolean(),
  UISettings: z.object({
    Name: z.string(),
    MailRoomEnabled: z.boolean(),
    ExpiryDateEnabled: z.boolean(),
    RecipientSearchEnabled: z.boolean(),
  }),
  /** What `save` expects of a form that shows this package. */
  Version: z.string(),
  /** The mailrooms that the package may go to. */
  MailRooms: z.array(z.string()),
})
export type PackageDetail = z.infer<typeof PackageDetail>

/** The resident or agent of a history row; null for other users, and for those whose record the caller may not open. */
export const Actor = z.object({ Kind: z.enum(['resident', 'agent']), Id: z.string() }).nullable()

/** A row of a package's history (spec 2 §3), the latest first. */
export const HistoryRow = z.object({
  TransactionDate: Time,
  StatusId: z.int(),
  Status: MessageText,
  LockerBankId: z.string().nullable(),
  LockerBankName: z.string().nullable(),
  LockerName: z.string().nullable(),
  MailRoomId: z.string().nullable(),
  MailRoomName: z.string().nullable(),
  UserName: z.string(),
  Actor,
  Note: z.string(),
  /** The hand-over whose proof was kept; only for users with EditPackage. */
  HandOverId: z.string().nullable(),
})
export type HistoryRow = z.infer<typeof HistoryRow>

/** The latest package of a tracking number; `Matches` is the number of packages. */
export const ResolvedTrackingNumber = z.object({
  TrackingNumber: z.string(),
  /** The packages with this number; 0 for a new one, of which only the courier is known. */
  Matches: z.int(),
  /** The organisation's courier whose number this is by its form and check digit. */
  RecognisedCourierId: z.string().nullable(),
  /** Those whose number it may be, the likeliest first, where no check digit tells. */
  OfferedCourierIds: z.array(z.string()),
  PackageId: z.string().nullable(),
  PackageNumber: z.string().nullable(),
  StatusId: z.int().nullable(),
  Status: MessageText.nullable(),
  CourierId: z.string().nullable(),
  PropertyId: z.string().nullable(),
  BuildingId: z.string().nullable(),
  ResidentId: z.string().nullable(),
  Name: z.string(),
  UnitNumber: z.string(),
})

/** Rows of packages of a list. */
const chosen = <More extends z.ZodRawShape>(more: More) => bulkInput(PackageQuery, more)

const byId = { permission: ['ViewPackage', 'EditPackage'], params: z.object({ packageId: Id }) } as const

export const packages = {
  page: operation('POST', '/packages/getpackages', {
    reads: true,
    permission: 'ViewPackage',
    summary: 'Packages by page',
    input: PackageQuery,
    output: pageOf(PackageRow),
  }),
  get: operation('GET', '/package/get/{packageId}', { ...byId, summary: 'A package', output: PackageDetail }),
  getPlural: operation('GET', '/packages/{packageId}', { ...byId, summary: 'A package', output: PackageDetail }),
  history: operation('GET', '/package/gethistory/{packageId}', {
    ...byId,
    summary: 'The history of a package, latest first',
    output: z.array(HistoryRow),
  }),
  statusTypes: operation('GET', '/package/getpackagestatustypes', {
    permission: ['ViewPackage', 'AddPackage', 'EditPackage', 'ViewLockerBankDashboard'],
    summary: 'The package statuses with their groups',
    output: z.array(z.object({ Id: z.int(), Name: MessageText, GroupId: z.int(), GroupName: z.string() })),
  }),
  resolveTrackingNumber: operation('GET', '/package/resolvetrackingnumber/{trackingNumber}', {
    permission: ['ViewPackage', 'AddPackage', 'EditPackage'],
    summary: 'The latest package of a tracking number, and the courier whose number it is; 404 when there is neither',
    params: z.object({ trackingNumber: z.string().trim().min(1).max(LONGEST_TEXT) }),
    output: ResolvedTrackingNumber,
  }),
  ofLockerBank: operation('POST', '/layoutdashboard/lockerbank/{lockerBankId}/packages', {
    reads: true,
    permission: 'ViewLockerBankDashboard',
    summary: 'Packages of a locker bank by page; those in its lockers unless other groups are requested',
    params: z.object({ lockerBankId: Id }),
    input: pageQuery(BANK_PACKAGE_SORTS, 'desc').extend({
      StatusGroupIds: GroupIds.transform((ids) => ids ?? LIVE_GROUPS.map((group) => GROUPS[group])),
    }),
    output: pageOf(PackageInLocker),
  }),
  export: operation('POST', '/packages/export', {
    permission: 'ViewPackage',
    reads: true,
    summary: 'The filtered packages as CSV, in the order of the list',
    input: PackageQuery.extend({
      Columns: z.array(z.enum(PACKAGE_SORTS)).min(1).max(PACKAGE_SORTS.length),
      DateFormat: z.enum(DATE_FORMATS).default('international'),
    }),
    output: z.string(),
  }),
  resendMany: operation('POST', '/packages/resendnotifications/', {
    permission: 'EditPackage',
    summary: 'Sends the notices of packages again',
    input: chosen({}),
    output: BulkJob,
  }),
  extendExpiry: operation('POST', '/packages/extendexpiry/', {
    permission: 'EditPackage',
    summary: 'Extends the expiry of active packages by weekdays',
    input: chosen({
      /** Weekdays from the present expiry, or from today when that is later; by default the period of the property, at least 1. */
      Weekdays: z.int().min(1).max(MAX_PERIOD).optional(),
    }),
    output: BulkJob,
  }),
}
