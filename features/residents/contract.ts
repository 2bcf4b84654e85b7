import { z } from 'zod'
import { HistoryRow } from '#features/packages/contract.ts'
import { BulkJob, bulkInput } from '#platform/bulk.ts'
import { CONTACT } from '#platform/contact-fields.ts'
import { packMessage } from '#platform/define-messages.ts'
import { entity } from '#platform/entity.ts'
import { LANGUAGES } from '#platform/language.ts'
import { operation } from '#platform/operation.ts'
import { changesOf } from '#platform/record.ts'
import {
  AnyId,
  Done,
  filterText,
  Id,
  IdList,
  MessageText,
  pageOf,
  pageQuery,
  Removed,
  Saved,
  searchText,
} from '#platform/wire.ts'
import { residentDelegates } from './delegate-contract.ts'
import { RESIDENT_MAX, residentFields } from './fields.ts'
import { t } from './messages.ts'
import { OCCUPANCY, RESIDENT_FLAGS } from './rules.ts'

export const MAX_HISTORY = 500

/** Every column of the list, each with an index. */
export const RESIDENT_SORTS = ['LastName', 'FirstName', 'UnitNumber', 'BuildingName', 'PropertyName', 'Status'] as const

const maybeOneOf = (ids: readonly number[], error: string) =>
  z
    .literal([...ids, 0], { error })
    .nullish()
    .transform((id) => id || undefined)

/** The list's query (spec 2 §7). A filter that is left out, null or empty means 'any'. */
export const ResidentQuery = pageQuery(RESIDENT_SORTS).extend({
  PropertyId: AnyId,
  BuildingId: AnyId,
  /** Words in names, unit, e-mail address, mobile phone and external id. */
  SearchText: searchText(),
  /** A prefix. */
  UnitNumber: filterText(RESIDENT_MAX.unitNumber),
  /** Substrings; one or two characters are a prefix. */
  LastName: filterText(RESIDENT_MAX.name),
  FirstName: filterText(RESIDENT_MAX.name),
  Email: filterText(CONTACT.emailMax),
  OccupancyStatusType: maybeOneOf(Object.values(OCCUPANCY), packMessage(t('MsgOccupancyStatusInvalid'))),
  ResidentFlag: maybeOneOf(
    Object.values(RESIDENT_FLAGS).map(({ id }) => id),
    'ResidentFlag must be 1, 2 or 3.',
  ),
})
export type ResidentQuery = z.output<typeof ResidentQuery>

/** An absence for many residents; without days it is only a flag. */
export const OutOfTown = z.object({ HoldFrom: residentFields.HoldFrom, HoldUntil: residentFields.HoldUntil })

const NullableDay = z.string().nullable()
const flags = {
  IsActive: z.boolean(),
  OccupancyStatus: z.int(),
  IsOutofTown: z.boolean(),
  IsDisabled: z.boolean(),
  HasOptedOut: z.boolean(),
}

/** A row of the grid (spec 2 §3). */
export const ResidentRow = z.object({
  Id: z.string(),
  FirstName: z.string(),
  LastName: z.string(),
  UnitNumber: z.string(),
  BuildingId: z.string(),
  BuildingName: z.string(),
  PropertyId: z.string(),
  PropertyName: z.string(),
  Status: MessageText,
  ...flags,
})
export type ResidentRow = z.infer<typeof ResidentRow>

/** The input of a save, and the form's values. */
export const ResidentDraft = z.object(residentFields).superRefine(({ IsOutofTown, HoldFrom, HoldUntil }, context) => {
  const isIncomplete = IsOutofTown && (HoldFrom === null) !== (HoldUntil === null)
  const path = [HoldFrom === null ? 'HoldFrom' : 'HoldUntil']
  if (isIncomplete) context.addIssue({ code: 'custom', message: packMessage(t('MsgHoldIncomplete')), path })
})
export type ResidentDraft = z.output<typeof ResidentDraft>

/** The input of a change. With a version it is 409 when the resident has changed since. */
export const ResidentChange = ResidentDraft.safeExtend({ Version: z.string().nullish() })
export type ResidentChange = z.output<typeof ResidentChange>

/** A resident without the access code. */
export const ResidentInfo = z.object({
  Id: z.string(),
  /** The same as Id: residents have no sign-in of their own. */
  UserId: z.string(),
  OrganisationId: z.string(),
  PropertyId: z.string(),
  PropertyName: z.string(),
  /** The property's; days are local to it. */
  PropertyTimezoneId: z.string(),
  BuildingId: z.string(),
  BuildingName: z.string(),
  UnitNumber: z.string(),
  FirstName: z.string(),
  LastName: z.string(),
  EmailId: z.string(),
  MobilePhone: z.string(),
  Phone1: z.string(),
  Phone2: z.string(),
  Address: z.string(),
  ...flags,
  Status: MessageText,
  HoldFrom: NullableDay,
  HoldUntil: NullableDay,
  IsEmailNotificationEnabled: z.boolean(),
  IsSmsNotificationEnabled: z.boolean(),
  /** Of messages; '' follows the organisation. */
  Language: z.literal(['', ...LANGUAGES]),
  HasLockerAccessCode: z.boolean(),
})
export type ResidentInfo = z.infer<typeof ResidentInfo>
/** A resident for the form. */
export const Resident = ResidentInfo.extend({ LockerAccessCode: z.string(), Version: z.string() })
export type Resident = z.infer<typeof Resident>

/** A history row of a resident's packages. */
export const ResidentEvent = HistoryRow.extend({
  PackageId: z.string(),
  PackageNumber: z.string(),
  TrackingNumber: z.string(),
  CourierId: z.string().nullable(),
  CourierName: z.string().nullable(),
})
export type ResidentEvent = z.infer<typeof ResidentEvent>

const StatusTypes = z.array(z.object({ Id: z.int(), Name: MessageText }))
const residentId = Id
const ofResident = { params: z.object({ residentId }) }
export const residents = {
  page: operation('POST', '/resident/getallresidents', {
    reads: true,
    permission: 'ViewResident',
    summary: 'Residents by page',
    input: ResidentQuery,
    output: pageOf(ResidentRow),
  }),
  get: operation('GET', '/resident/{residentId}', {
    permission: 'EditResident',
    summary: 'A resident as the form shows it, with the access code unless it is not asked for; reading a code is audited',
    ...ofResident,
    query: z.object({ IncludeAccessCode: z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] }).default(true) }),
    output: Resident,
    secret: true,
  }),
  info: operation('GET', '/resident/GetResidentInfo/{residentId}', {
    permission: 'ViewResident',
    summary: 'A resident without the access code',
    ...ofResident,
    output: ResidentInfo.extend({ Version: z.string() }),
  }),
  create: operation('POST', '/resident/create/{residentId}', {
    permission: 'AddResident',
    summary: 'Creates a resident with the caller’s id, or with a new one for the all-zero id',
    ...ofResident,
    input: ResidentDraft,
    output: Saved,
    secret: true,
  }),
  update: operation('PUT', '/resident/create/{residentId}', {
    permission: 'EditResident',
    summary:
      'Changes a resident; an access code that is left out stays as it is. With the Version that was read it is refused (409) when the resident has changed since',
    ...ofResident,
    input: ResidentChange,
    output: Saved.extend({ Version: z.string() }),
    secret: true,
  }),
  remove: operation('POST', '/resident/deleteresidents', {
    permission: 'DeleteResident',
    summary: 'Deletes residents without live packages, each if possible, with their access codes',
    input: IdList,
    output: Removed,
  }),
  removeMany: operation('POST', '/resident/bulk/delete', {
    permission: 'DeleteResident',
    summary: 'Deletes many residents without live packages, with their access codes',
    input: bulkInput(ResidentQuery, {}),
    output: BulkJob,
  }),
  sendCodes: operation('POST', '/resident/bulk/sendlockeraccesscode', {
    permission: 'EditResident',
    summary: 'Sends many active residents their access codes by e-mail',
    input: bulkInput(ResidentQuery, {}),
    output: BulkJob,
  }),
  outOfTown: operation('POST', '/resident/bulk/outoftown', {
    permission: 'EditResident',
    summary: 'Marks many residents as out of town, with both days or without; can be undone for 10 seconds',
    input: bulkInput(ResidentQuery, OutOfTown.shape)
      .refine(({ HoldFrom, HoldUntil }) => (HoldFrom === null) === (HoldUntil === null), {
        error: packMessage(t('MsgHoldIncomplete')),
        path: ['HoldUntil'],
      })
      .refine(({ HoldFrom, HoldUntil }) => !HoldFrom || !HoldUntil || HoldUntil > HoldFrom, {
        error: packMessage(t('MsgHoldOrder')),
        path: ['HoldUntil'],
      }),
    output: BulkJob,
  }),
  moveOut: operation('POST', '/resident/bulk/moveout', {
    permission: 'EditResident',
    summary: 'Marks many residents without live packages as moved out, which ends their access; can be undone for 10 seconds',
    input: bulkInput(ResidentQuery, {}),
    output: BulkJob,
  }),
  generateCode: operation('POST', '/resident/generatelockeraccesscode', {
    permission: 'EditResident',
    summary: 'A random access code that is free in the property; it is valid once it is saved',
    input: z.object({ PropertyId: residentFields.PropertyId }),
    output: z.object({ LockerAccessCode: z.string() }),
    secret: true,
  }),
  sendCode: operation('POST', '/resident/sendlockeraccesscode', {
    permission: 'EditResident',
    summary: 'Sends an active resident the access code by e-mail',
    input: z.tuple([Id], { error: 'A list of one id is expected.' }),
    output: Done,
  }),
  history: operation('GET', '/resident/{residentId}/history', {
    permission: 'ViewResident',
    summary: `The history of a resident’s packages, latest first, at most ${MAX_HISTORY}`,
    ...ofResident,
    output: z.array(ResidentEvent),
  }),
  changes: changesOf(entity('Resident')),
  ...residentDelegates,
  personalData: operation('GET', '/resident/{residentId}/personaldata', {
    permission: 'EditResident',
    summary: 'All stored data of a resident, as JSON; every export is audited',
    ...ofResident,
    output: z.record(z.string(), z.unknown()),
    secret: true,
  }),
  erase: operation('POST', '/resident/{residentId}/erase', {
    permission: 'EraseResident',
    summary: 'Erases the personal data of a resident without live packages; counts and ids stay',
    ...ofResident,
    output: Done,
  }),
  occupancyStatusTypes: operation('GET', '/Organisation/getorganisationoccupancystatustypes', {
    permission: ['ViewResident', 'AddResident', 'EditResident'],
    summary: 'The occupancy statuses',
    query: z.object({ OrganisationId: AnyId }),
    output: StatusTypes,
  }),
}
