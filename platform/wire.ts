import { z } from 'zod'
import { type Message, packMessage } from './define-messages.ts'
import { t } from './messages.ts'

// Shapes shared by all operations (decisions "Wire"). Names on the wire are capitalised.
export const EMPTY_GUID = '00000000-0000-0000-0000-000000000000'
export const MAX_INT = 2147483647
/** Default rows of a grid page (spec 1 §9). */
export const PAGE_SIZE = 20
export const MAX_PAGE_SIZE = 500
/** Widths in px that a user can give to a column of a list. */
export const MIN_WIDTH = 48
export const MAX_WIDTH = 800
/** Rows beyond this are reached by `After`, not by page number: OFFSET reads all rows that it skips. */
export const MAX_OFFSET = 10_000
/** Longest cursor: it holds a sort value of up to 201 characters of 4 bytes, in base64. */
const MAX_CURSOR = 2000
/** Rows counted exactly where there is no maintained counter; above it a page has `TotalIsAtLeast`. */
export const COUNT_LIMIT = 10_000

export const Id = z.guid(packMessage(t('MsgNotAnId'))).transform((id) => id.toLowerCase())
/** An id that may be left out: absent, null, empty and the all-zero GUID become undefined; in a filter they mean 'any'. */
export const AnyId = z
  .union([z.literal(''), Id], { error: packMessage(t('MsgNotAnId')) })
  .nullish()
  .transform((id) => (id && id !== EMPTY_GUID ? id : undefined))
/** The ids of a filter, each once, without the all-zero GUID; absent, null and an empty list mean 'any' and become undefined. */
export const anyIds = (max: number) =>
  z
    .array(Id)
    .max(max, `Not more than ${max} at once.`)
    .nullish()
    .transform((ids) => {
      const real = new Set(ids?.filter((id) => id !== EMPTY_GUID))
      return real.size > 0 ? [...real] : undefined
    })
/** The id of a required choice; `empty` is the message for a missing, an empty and the all-zero id. */
export function requiredChoice(empty: Message) {
  const error = packMessage(empty)
  return z
    .string({ error })
    .refine((id) => id !== '' && id !== EMPTY_GUID, { error, abort: true })
    .pipe(Id)
}
const notSortOrder = packMessage(t('MsgSortOrderNotNumber'))
/** A place in a list of choices. */
export const SortOrder = z.int({ error: notSortOrder }).min(0, notSortOrder).max(MAX_INT, notSortOrder)
/** ISO 8601 in UTC. */
export const Time = z.string().meta({ format: 'date-time' })
export const NullableTime = Time.nullable()

/**
 * Control characters: PostgreSQL cannot store NUL, and bidirectional controls and invisible characters make one name look like
 * another. Joiners are allowed: some languages need them.
 */
const FORBIDDEN = /(?![\t\n\r\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]/u
/** A text without those characters, for texts that people paste from elsewhere. */
export const withoutForbidden = (text: string): string => text.replace(new RegExp(FORBIDDEN, 'gu'), '')
/** Whether a text has a character that can be seen: no white space, and none that is drawn as nothing, such as a joiner. */
export const hasVisibleText = (text: string): boolean => /[^\s\p{Z}\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text)
/** Text input: trimmed, at most `max` characters, without control characters. */
export const text = (max: number, tooLong = t('MsgTextTooLong', { max })) =>
  z
    .string()
    .trim()
    .max(max, packMessage(tooLong))
    .refine((s) => !FORBIDDEN.test(s), packMessage(t('MsgTextCharacters')))
export function requiredText(max: number, empty: Message, tooLong?: Message) {
  const error = packMessage(empty)
  return z.string({ error }).trim().min(1, error).refine(hasVisibleText, error).pipe(text(max, tooLong))
}
/** Text that may be absent, null or empty; becomes ''. */
export const optionalText = (max: number, tooLong?: Message) =>
  text(max, tooLong)
    .nullish()
    .transform((s) => s ?? '')

/** A search or filter text; empty and null become undefined. */
export const filterText = (max = 100) =>
  text(max)
    .nullish()
    .transform((s) => s || undefined)

/** Most words of a search text; each is a condition. */
export const MAX_WORDS = 10
/** The words of a search text: what is between spaces, commas and semicolons. */
export const wordsOf = (text: string): readonly string[] => text.split(/[\s,;]+/).filter((word) => word !== '')
/** A search text of words in any order, whatever their case and accents (decisions "Search by words"). */
export const searchText = (max = 100) =>
  filterText(max).refine(
    (s) => s === undefined || wordsOf(s).length <= MAX_WORDS,
    packMessage(t('MsgTooManyWords', { max: MAX_WORDS })),
  )

/** A paged query (spec 1 §7). `sorts` are the sortable columns; the first is the default. */
export function pageQuery<const S extends readonly [string, ...string[]]>(
  sorts: S,
  direction: 'asc' | 'desc' = 'asc',
  size = PAGE_SIZE,
) {
  return z.object({
    PageIndex: z.int('PageIndex must be a whole number.').min(1, 'PageIndex starts at 1.').max(MAX_INT).default(1),
    PageSize: z
      .int('PageSize must be a whole number.')
      .min(1, 'PageSize must be at least 1.')
      .max(MAX_PAGE_SIZE, `PageSize cannot be more than ${MAX_PAGE_SIZE}.`)
      .default(size),
    SortColumn: z.preprocess(
      (v) => v || undefined,
      z.enum(sorts, { error: 'This column cannot be sorted by.' }).default(sorts[0] as S[number]),
    ),
    SortDirectionText: z.preprocess(
      (v) => (typeof v === 'string' && v ? v.toLowerCase() : v || undefined),
      z.enum(['asc', 'desc'], { error: 'SortDirectionText must be asc or desc.' }).default(direction),
    ),
    OrganisationId: AnyId,
    /** Keyset cursor: the `After` of the previous reply. */
    After: z
      .string()
      .max(MAX_CURSOR)
      .nullish()
      .transform((s) => s || undefined),
  })
}

/** A paged reply. `TotalIsAtLeast`: counting stopped at `Total`. `After`: cursor of the next page, null at the end. */
export const pageOf = <T extends z.ZodType>(row: T) =>
  z.object({
    Data: z.array(row),
    Total: z.int(),
    TotalIsAtLeast: z.boolean().optional(),
    After: z.string().nullable().optional(),
  })

/**
 * Interface text in a reply: the server returns a message, the caller receives its text in the language of the request. Not for
 * user input or values that programs compare.
 */
export const MessageText = z.string().meta({ 'x-message': true }) as unknown as z.ZodType<string, Message>
export const Saved = z.object({ Message: MessageText, Id: z.string() })
export const Done = z.object({ Message: MessageText })
/** The result of deleting selected rows: refused ones with their reason, the others are deleted. */
export const Removed = z.object({
  Message: MessageText,
  Removed: z.array(z.string()),
  Refused: z.array(z.object({ Id: z.string(), Reason: MessageText })),
})
export const IdList = z
  .array(Id, { error: 'A list of ids is expected.' })
  .min(1, packMessage(t('MsgNothingSelected')))
  .max(MAX_PAGE_SIZE, packMessage(t('MsgTooManySelected', { max: MAX_PAGE_SIZE })))
export const Choice = z.object({ Id: z.string(), Name: z.string() })

/** The code of the refusal of a save whose record somebody else has changed since it was read. */
export const CHANGED_ELSEWHERE = 'MsgChangedElsewhere'

/** The shape of every error (decisions "Wire"). */
export const Failure = z.object({
  Title: z.string(),
  Message: z.string(),
  ErrorMessage: z.string(),
  Code: z.string(),
  Field: z.string().optional(),
  /** Every field that is wrong, when there are several; the first is `Field`. */
  Errors: z.array(z.object({ Field: z.string(), Message: z.string() })).optional(),
  /** The number that the message is about, for programs: of rows that match by now. */
  Count: z.int().optional(),
  /** What exactly was refused, where `Message` is a general one (spec 3 §8). */
  ExceptionMessage: z.string().optional(),
})
export type Failure = z.infer<typeof Failure>

/** Most choices of the lists that return them without pages; a search finds the others. */
export const MOST_LISTED = 500
