import { type RawBuilder, sql } from 'kysely'
import { escapeLike, naturalOrder } from './sql-helpers.ts'

/** A trigram index finds parts of a text from this length on. */
const SHORTEST_PART = 3
/** Sort behind every continuation of a text: by code point, and in natural order. */
const LAST_CHARACTER = '\u{10FFFF}'
const LAST_IN_ORDER = '\uFFFF'

/** Whether a column contains a text in either case, or begins with it when the text is short; for a trigram index. */
export const contains = (column: string, text: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} ilike ${text.length < SHORTEST_PART ? `${escapeLike(text)}%` : `%${escapeLike(text)}%`}`

/** The same for a text of several words, any of which may begin with a short text. */
export const containsWord = (column: string, text: string): RawBuilder<boolean> =>
  text.length < SHORTEST_PART
    ? sql<boolean>`(${contains(column, text)} or ${sql.ref(column)} ilike ${`% ${escapeLike(text)}%`})`
    : contains(column, text)

/** Whether a column in lower case begins with a text; a range, because under row-level security no index serves `like`. */
export const beginsWith = (lowerCaseColumn: string, text: string): RawBuilder<boolean> => {
  const column = sql.ref(lowerCaseColumn)
  const from = text.toLowerCase()
  return sql<boolean>`${column} >= ${from} and ${column} < ${from + LAST_CHARACTER}`
}

/**
 * Whether a name begins with a text in either case; for an index in natural order. Numbers sort by value there (10 is not between 1
 * and 2), so that a text with digits at its end has the range of all digits in their place.
 */
export const nameBeginsWith = (column: string, text: string): RawBuilder<boolean> => {
  const order = naturalOrder(column)
  const start = text.toLowerCase()
  const stem = start.replace(/\d+$/, '')
  const [from, to] = stem === start ? [start, start + LAST_IN_ORDER] : [`${stem}0`, `${stem}a`]
  return sql<boolean>`${order} >= ${from} and ${order} < ${to} and starts_with(lower(${sql.ref(column)}), ${start})`
}
