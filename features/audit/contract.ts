import { z } from 'zod'
import { packMessage } from '#platform/define-messages.ts'
import { operation } from '#platform/operation.ts'
import { RecordActor } from '#platform/record.ts'
import { AnyId, Choice, Id, MessageText, pageOf, pageQuery, searchText, Time } from '#platform/wire.ts'
import { t } from './messages.ts'
import { ACTIONS, SUBJECT_KINDS } from './subjects.ts'

/** Entries of one export; the latest ones are exported when more match. */
export const MAX_EXPORT = 100_000
/** People that the search of the filter finds at once. */
export const MAX_PEOPLE = 50

const Day = z.iso
  .date({ error: packMessage(t('MsgAuditNotADay')) })
  .nullish()
  .transform((day) => day ?? undefined)

const filters = {
  /** Who did it. */
  ActorId: AnyId,
  /** The record that was changed. */
  SubjectId: AnyId,
  Action: z
    .enum(ACTIONS as [string, ...string[]])
    .nullish()
    .transform((action) => action ?? undefined),
  /** The kind of record. */
  SubjectKind: z
    .enum(SUBJECT_KINDS)
    .nullish()
    .transform((kind) => kind ?? undefined),
  /** The first and the last day, in the organisation's time zone. */
  FromDay: Day,
  UntilDay: Day,
}
export const AuditFilters = z.object(filters)
export type AuditFilters = z.output<typeof AuditFilters>

/** An entry of the audit trail as it is listed. */
export const AuditRow = z.object({
  Id: z.string(),
  At: Time,
  UserName: z.string(),
  Actor: RecordActor,
  /** Who did it, also when the person's record was deleted or belongs to another organisation. */
  ActorId: z.string().nullable(),
  Action: MessageText,
  /** The action's name in every language. */
  ActionKey: z.string(),
  /** The kind of the record; null for several kinds. */
  SubjectKind: z.enum(SUBJECT_KINDS).nullable(),
  SubjectId: z.string().nullable(),
  /** Null where the entry and the records do not have it. */
  SubjectName: z.string().nullable(),
  /** The locker bank of a locker. */
  LockerBankId: z.string().nullable(),
  /** The network that the request came from; null for the server's own work and for visitors. */
  Address: z.string().nullable(),
  /** Null for entries of older versions. */
  Client: z.enum(['browser', 'kiosk', 'program', 'job']).nullable(),
})
export type AuditRow = z.infer<typeof AuditRow>

/** An entry with what was changed. */
export const AuditEntry = AuditRow.extend({
  Changes: z.array(
    z.object({
      /** As the entry recorded it. */
      Field: z.string(),
      /** The field's name in the form of its record. */
      Label: MessageText,
      /** Names in place of ids; times and days as ISO 8601. */
      Before: MessageText.nullable(),
      After: MessageText.nullable(),
    }),
  ),
  /** Whether values cannot be read: the resident was erased. */
  IsErased: z.boolean(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const audit = {
  page: operation('POST', '/audit/getpaged', {
    reads: true,
    permission: 'ViewAudit',
    summary: 'Entries of the audit trail by page, latest first',
    input: pageQuery(['At'], 'desc').extend(filters),
    output: pageOf(AuditRow),
  }),
  get: operation('GET', '/audit/get/{entryId}', {
    permission: 'ViewAudit',
    summary: 'An entry of the audit trail, with what was changed',
    params: z.object({ entryId: Id }),
    output: AuditEntry,
  }),
  people: operation('GET', '/audit/people', {
    permission: 'ViewAudit',
    summary: `Portal users and agents for the filter by words, those that were deleted too, at most ${MAX_PEOPLE}, and the chosen one`,
    query: z.object({ Q: searchText(), Chosen: AnyId }),
    output: z.array(Choice.extend({ Name: MessageText })),
  }),
  export: operation('POST', '/audit/export', {
    permission: 'ViewAudit',
    confirmed: true,
    summary: `The filtered entries as CSV, latest first, at most ${MAX_EXPORT}`,
    input: AuditFilters,
    output: z.string(),
  }),
}
