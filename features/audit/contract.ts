import { z } from 'zod'
import { auditAction, auditKind } from '#platform/audit.ts'
import { packMessage } from '#platform/define-messages.ts'
import { operation } from '#platform/operation.ts'
import { RecordActor } from '#platform/record.ts'
import { AnyId, Choice, Id, MessageText, pageOf, pageQuery, searchText, Time } from '#platform/wire.ts'
import { t } from './messages.ts'

/** Entries of one export; the latest ones are exported when more match. */
export const MAX_EXPORT = 100_000
/** People that the search of the filter finds at once. */
export const MAX_PEOPLE = 50

/** Longest action or kind of record, in characters. */
const MAX_WORD = 100

const Day = z.iso
  .date({ error: packMessage(t('MsgAuditNotADay')) })
  .nullish()
  .transform((day) => day ?? undefined)

/** A word that a feature has declared. Only the server checks it. */
const declaredWord = (wordOf: (word: string) => unknown) =>
  z
    .string()
    .max(MAX_WORD)
    .refine((word) => wordOf(word) !== undefined)
    .nullish()
    .transform((word) => word ?? undefined)

const filters = {
  /** Who did it. */
  ActorId: AnyId,
  /** The record that was changed. */
  SubjectId: AnyId,
  Action: declaredWord(auditAction),
  /** The kind of record. */
  SubjectKind: declaredWord(auditKind),
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
  SubjectKind: z.string().nullable(),
  SubjectKindName: MessageText.nullable(),
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

/** A choice of a filter, by its name in the reader's language. */
const NamedChoice = Choice.extend({ Name: MessageText })

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
  words: operation('GET', '/audit/words', {
    permission: 'ViewAudit',
    summary: 'The actions and the kinds of record for the filter, with their names',
    output: z.object({ Actions: z.array(NamedChoice), Kinds: z.array(NamedChoice) }),
  }),
  people: operation('GET', '/audit/people', {
    permission: 'ViewAudit',
    summary: `Portal users and agents for the filter by words, those that were deleted too, at most ${MAX_PEOPLE}, and the chosen one`,
    query: z.object({ Q: searchText(), Chosen: AnyId }),
    output: z.array(NamedChoice),
  }),
  export: operation('POST', '/audit/export', {
    permission: 'ViewAudit',
    confirmed: true,
    summary: `The filtered entries as CSV, latest first, at most ${MAX_EXPORT}`,
    input: AuditFilters,
    output: z.string(),
  }),
}
