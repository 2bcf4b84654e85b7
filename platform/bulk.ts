import { z } from 'zod'
import { packMessage } from './define-messages.ts'
import { t } from './messages.ts'
import { type Operation, operation } from './operation.ts'
import { Id, IdList, MAX_PAGE_SIZE, MessageText } from './wire.ts'

/** Rows that a bulk action changes in its request. More rows are a job, with as many in each of its transactions. */
export const BULK_AT_ONCE = 100
/** Most rows of one bulk action. */
export const BULK_MAX = 50_000
/** How long a bulk action can be undone, in seconds after its end. */
export const UNDO_SECONDS = 10
/** Refused rows that a report lists; more are only counted. */
export const MAX_REFUSALS = 1000

/** A bulk action on rows of a list: what became of it so far. */
export const BulkJob = z.object({
  Id: z.string(),
  Status: z.enum(['Running', 'Done', 'Failed']),
  /** What was done, or why it stopped. */
  Message: MessageText,
  Total: z.int(),
  /** Rows that were changed or refused; the others are left to do. */
  Processed: z.int(),
  Changed: z.int(),
  Refused: z.int(),
  /** Refused rows with their reason, once it has ended; at most `MAX_REFUSALS`. */
  Refusals: z.array(z.object({ Id: z.string(), Name: z.string(), Reason: MessageText })),
  /** Whether it can be undone for `UNDO_SECONDS` from now. */
  MayUndo: z.boolean(),
})
export type BulkJob = z.output<typeof BulkJob>

/** The rows of a bulk action: named ones, or those that match the list's filters except some. */
const rowsOf = <Query extends z.ZodType>(list: Query) => ({
  Ids: IdList.optional(),
  /** The list's query; page, sort and cursor have no meaning here. */
  Matching: list.optional(),
  Except: z
    .array(Id)
    .max(MAX_PAGE_SIZE, packMessage(t('MsgTooManySelected', { max: MAX_PAGE_SIZE })))
    .default([]),
  /**
   * The number of rows that match, except those of `Except`, which the person has confirmed: 409 with the present number as `Count`
   * when more match by now. Without it any number is accepted.
   */
  Expected: z.int().min(0).optional(),
})
type Rows = { Ids?: string[] | undefined; Matching?: unknown; Except: string[]; Expected?: number | undefined }
const isOneOf = ({ Ids, Matching }: Pick<Rows, 'Ids' | 'Matching'>) => (Ids === undefined) !== (Matching === undefined)

/**
 * The input of a bulk action on the rows of `list`, the input of the list's operation, with the action's own fields. A bare list of ids
 * counts as `Ids`, as in the other calls for many records. Refuses input with neither or both of `Ids` and `Matching`.
 */
export const bulkInput = <Query extends z.ZodType, More extends z.ZodRawShape>(list: Query, more: More) =>
  z.preprocess(
    (input) => (Array.isArray(input) ? { Ids: input } : input),
    z.object({ ...rowsOf(list), ...more }).refine((input) => isOneOf(input as Rows), packMessage(t('MsgNothingSelected'))),
  )

/** The operation of a bulk action: rows by their ids or by the filters of their list, with the values that every row gets. */
export type BulkOperation = Operation<z.ZodType, z.ZodType, z.ZodType<Rows>, typeof BulkJob>

const ofJob = { access: 'authenticated', params: z.object({ jobId: Id }), output: BulkJob } as const

/** Operations that all bulk actions share; each is for the person who started the action. */
export const bulk = {
  job: operation('GET', '/bulk/{jobId}', { ...ofJob, summary: 'A bulk action of the caller: its progress and the refused rows' }),
  undo: operation('POST', '/bulk/{jobId}/undo', {
    ...ofJob,
    summary: `Restores the rows of a bulk action that ended at most ${UNDO_SECONDS} seconds ago, where nobody has changed them since`,
  }),
}
