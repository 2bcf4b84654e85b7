import { z } from 'zod'
import { MEDIA, NOTICE_TYPES } from '#features/notification-templates/types.ts'
import { SMS_PATHS } from '#features/organisations/contract.ts'
import { BulkJob, bulkInput } from '#platform/bulk.ts'
import { operation } from '#platform/operation.ts'
import { AnyId, Done, Id, IdList, MessageText, NullableTime, pageOf, pageQuery, searchText, Time } from '#platform/wire.ts'

export const NOTICE_STATUSES = ['Waiting', 'Sending', 'Sent', 'Delivered', 'Failed', 'Cancelled'] as const
/** Notices of a package in one reply, the latest ones. */
export const MAX_OF_PACKAGE = 100
const MAX_SEARCH = 100
/** Addresses and texts of notices are deleted after so many days. */
export const KEPT_DAYS = 730
/** Days that a search goes back unless it names its first day. */
export const SEARCHED_DAYS = 90

const filters = {
  PropertyId: AnyId,
  ResidentId: AnyId,
  Status: z
    .enum(NOTICE_STATUSES)
    .nullish()
    .transform((status) => status ?? undefined),
  TypeId: z
    .literal(Object.values(NOTICE_TYPES).map(({ id }) => id))
    .nullish()
    .transform((id) => id ?? undefined),
  MediumId: z
    .literal(Object.values(MEDIA))
    .nullish()
    .transform((id) => id ?? undefined),
  /** The first day on which they were made, in UTC. A search without it is of the last `SEARCHED_DAYS` days. */
  Since: z.iso
    .date()
    .nullish()
    .transform((day) => day ?? undefined),
  /** Words in the recipient's name or unit, the package or tracking number, the address or the text that was sent. */
  Q: searchText(MAX_SEARCH),
}

/** A notice about a package as it is listed. */
export const NoticeRow = z.object({
  Id: z.string(),
  PackageId: z.string(),
  PackageNumber: z.string(),
  ResidentId: z.string().nullable(),
  ResidentName: z.string(),
  UnitNumber: z.string(),
  PropertyTimezoneId: z.string(),
  TypeId: z.int(),
  Type: MessageText,
  MediumId: z.int(),
  Medium: MessageText,
  Address: z.string(),
  Status: z.enum(NOTICE_STATUSES),
  StatusName: MessageText,
  /** Why it was not sent, or will be tried again. */
  Reason: MessageText.nullable(),
  CreatedAt: Time,
  /** When it will be sent or tried again; null when nothing more will happen. */
  DueAt: NullableTime,
  SentAt: NullableTime,
})
export type NoticeRow = z.infer<typeof NoticeRow>

/** A notice with its text as it was sent; empty before. */
export const NoticeDetail = NoticeRow.extend({ Subject: z.string(), Body: z.string() })
export type NoticeDetail = z.infer<typeof NoticeDetail>

/** What somebody has written back to a text message. */
export const ReplyRow = z.object({
  Id: z.string(),
  ReceivedAt: Time,
  PropertyTimezoneId: z.string(),
  PropertyName: z.string(),
  ResidentId: z.string().nullable(),
  ResidentName: z.string(),
  UnitNumber: z.string(),
  Number: z.string(),
  Text: z.string(),
})
export type ReplyRow = z.infer<typeof ReplyRow>

const pageInput = pageQuery(['CreatedAt'], 'desc').extend(filters)

/** The form of a status call-back or an incoming message, as the SMS service sends it. */
const Form = z.record(z.string().max(100), z.string().max(4000))

export const notices = {
  page: operation('POST', '/notices/getpaged', {
    reads: true,
    permission: 'ViewPackage',
    summary: 'Notices about packages by page, latest first',
    input: pageInput,
    output: pageOf(NoticeRow),
  }),
  get: operation('GET', '/notices/get/{noticeId}', {
    permission: 'ViewPackage',
    summary: 'A notice with its text',
    params: z.object({ noticeId: Id }),
    output: NoticeDetail,
  }),
  ofPackage: operation('GET', '/notices/package/{packageId}', {
    permission: ['ViewPackage', 'EditPackage'],
    summary: `The notices of a package, latest first, at most ${MAX_OF_PACKAGE}`,
    params: z.object({ packageId: Id }),
    output: z.array(NoticeDetail),
  }),
  sendAgain: operation('POST', '/notices/sendagain', {
    permission: 'EditPackage',
    summary: 'Sends notices again that were not sent',
    input: IdList,
    output: Done,
  }),
  sendAgainMany: operation('POST', '/notices/sendagainmany', {
    permission: 'EditPackage',
    summary: 'Sends many notices again, of those that were not sent',
    input: bulkInput(pageInput, {}),
    output: BulkJob,
  }),
  replies: operation('POST', '/notices/replies/getpaged', {
    reads: true,
    permission: 'ViewPackage',
    summary: 'What recipients have written back to text messages, latest first',
    input: pageQuery(['ReceivedAt'], 'desc'),
    output: pageOf(ReplyRow),
  }),
  smsStatus: operation('POST', `${SMS_PATHS.status}/{organisationId}/{noticeId}`, {
    access: 'public',
    form: true,
    summary: 'What became of an SMS; called and signed by the SMS service',
    params: z.object({ organisationId: Id, noticeId: Id }),
    input: Form,
    output: z.string(),
  }),
  smsIncoming: operation('POST', `${SMS_PATHS.incoming}/{organisationId}`, {
    access: 'public',
    form: true,
    summary:
      'An SMS to the organisation; STOP opts its sender out, START in again, and others are for staff. Called and signed by the SMS service',
    params: z.object({ organisationId: Id }),
    input: Form,
    output: z.string(),
  }),
}
export type NoticeFilters = Omit<
  z.output<typeof notices.page.input>,
  'PageIndex' | 'PageSize' | 'SortColumn' | 'SortDirectionText' | 'After'
>
