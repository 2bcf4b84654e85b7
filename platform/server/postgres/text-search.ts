import { type Expression, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { comparedWords, foldText, unitKey, withoutPlaceWords, wordsWithUnits } from '#platform/fold-text.ts'
import { readingsOfLabel } from '#platform/label-text.ts'
import { soughtPhone } from '#platform/phone-number.ts'
import { wordsOf } from '#platform/wire.ts'
import { type Db, executePlanned } from './db.ts'
import { escapeLike, naturalOrder } from './sql-helpers.ts'

/** A trigram index finds parts of a text from this length on. */
const SHORTEST_PART = 3
/** Digits that are likely to be in the middle of some longer number. */
const SHORT_NUMBER = /^[0-9]{1,4}$/
const SHORT_NUMBERS = /^[0-9]{1,4}[-/.][0-9]{1,2}$|^[0-9]{1,2}[-/.][0-9]{1,4}$/
/** Sort behind every continuation of a text: by code point, and in natural order. */
const LAST_CHARACTER = '\u{10FFFF}'
const LAST_IN_ORDER = '\uFFFF'

/** The pattern of a word in a `search_text`, where a space is before each word: anywhere in it, but a short one as a beginning. */
function patternOf(word: string): string {
  const folded = foldText(word)
  return `${folded.length < SHORTEST_PART ? '% ' : '%'}${escapeLike(folded)}%`
}

const hasPart = (searchText: RawBuilder<unknown>, word: string): RawBuilder<boolean> =>
  sql<boolean>`${searchText} ilike ${patternOf(word)}`

/** A phone number or another long one that is written in groups, which are searched as digits too. */
const GROUPS = /^[+(]*[0-9][0-9()./-]*$/
const LONG_NUMBER = 7
function hasWord(searchText: RawBuilder<unknown>, word: string): RawBuilder<boolean> {
  const plain = foldText(word)
  const digits = GROUPS.test(plain) ? plain.replace(/[^0-9]/g, '') : ''
  if (digits.length < LONG_NUMBER || digits === plain) return hasPart(searchText, word)
  return sql<boolean>`(${hasPart(searchText, word)} or ${hasPart(searchText, digits)})`
}

/**
 * Whether a folded text has a word: a column `search_text`, or `searchTextOf`. A word of up to four digits is the beginning or the end
 * of a number, not its middle: "101" finds unit 101 and number 7000101, but not phone number 7101900. Two with a mark between begin a
 * number: "1-11" does not find 21-11.
 */
export function matchesWord(searchText: RawBuilder<unknown>, word: string): RawBuilder<boolean> {
  const folded = foldText(word)
  if (SHORT_NUMBER.test(folded))
    return sql<boolean>`(${hasPart(searchText, word)} and ${searchText} ~ ${`(^|[^0-9])${folded}|${folded}($|[^0-9])`})`
  if (SHORT_NUMBERS.test(folded))
    return sql<boolean>`(${hasPart(searchText, word)} and ${searchText} ~ ${`(^|[^0-9])${folded.replace(/[^0-9]/, '[$&]')}`})`
  return hasWord(searchText, word)
}

/** Whether a word of a folded text begins with a word. */
export const beginsWord = (searchText: RawBuilder<unknown>, word: string): RawBuilder<boolean> =>
  sql<boolean>`${searchText} ilike ${`% ${escapeLike(foldText(word))}%`}`

/** A condition for each word of a text; true for a text without words, false for one with nothing but marks. */
export const everyWord = (text: string, condition: (word: string) => RawBuilder<boolean>): RawBuilder<boolean> =>
  every(wordsOf(text), condition)
function every(words: readonly string[], condition: (word: string) => RawBuilder<boolean>): RawBuilder<boolean> {
  const compared = comparedWords(words)
  if (compared.length === 0) return sql<boolean>`${sql.lit(words.length === 0)}`
  return sql<boolean>`(${sql.join(compared.map(condition), sql` and `)})`
}

/**
 * The rows that have every word of a text which may name a place. Where none has, "Bldg A" finds the places with the word A, such as
 * Haus A. Add the other conditions of the query before.
 */
export function wherePlace<D, T extends keyof D, O>(
  query: SelectQueryBuilder<D, T, O>,
  text: string,
  condition: (word: string) => RawBuilder<boolean>,
): SelectQueryBuilder<D, T, O> {
  const all = everyWord(text, condition)
  const name = withoutPlaceWords(text)
  if (name === undefined) return query.where(all)
  return query.where(sql<boolean>`(${all} or (not exists (${query.where(all)}) and ${everyWord(name, condition)}))`)
}

/**
 * Whether a column `search_text` (`fold_text` of 0010-finding.sql) has every word of a text, in any order, whatever their case,
 * accents, hyphens and apostrophes. Words of one or two letters match the beginning of a word, up to four digits the beginning or the
 * end of a number (`matchesWord`). A trigram index on the column serves it.
 */
export const matchesWords = (column: string, text: string): RawBuilder<boolean> =>
  everyWord(text, (word) => matchesWord(sql.ref(column), word))

/** The rows of places whose column `search_text` has them (`wherePlace`). */
export const withPlaceNames = <D, T extends keyof D, O>(query: SelectQueryBuilder<D, T, O>, column: string, text: string) =>
  wherePlace(query, text, (word) => matchesWord(sql.ref(column), word))

/**
 * The same for a text with a unit in any spelling: "apt 12 C" finds 12-C, and "0901" finds 901. The column has `unit_key` in it. Of
 * texts with | between them one is enough.
 */
export function matchesWordsOrUnit(column: string, text: string): RawBuilder<boolean> {
  const texts = text.split('|').filter((one) => one.trim() !== '')
  if (texts.length < 2) return hasWordsOrUnit(column, text)
  return sql<boolean>`(${sql.join(
    texts.map((one) => hasWordsOrUnit(column, one)),
    sql` or `,
  )})`
}
function hasWordsOrUnit(column: string, text: string): RawBuilder<boolean> {
  const withUnit = wordsWithUnits(text)
  const matches = matchesWords(column, text)
  if (withUnit.map(foldText).join(' ') === wordsOf(text).map(foldText).join(' ')) return matches
  return sql<boolean>`(${matches} or ${every(withUnit, (word) => matchesWord(sql.ref(column), word))})`
}

/** The same for persons: also with a phone number in any spelling, alone or behind other words, whose digits the column has. */
export const matchesPerson = (column: string, text: string): RawBuilder<boolean> =>
  orPhone(text, matchesWordsOrUnit(column, text), (word) => matchesWord(sql.ref(column), word))

/**
 * A condition on a text, or on the phone number in it: `condition` is that of one word. A trigram index serves it, because the parts of
 * a number are long.
 */
export function orPhone(
  text: string,
  matches: RawBuilder<boolean>,
  condition: (word: string) => RawBuilder<boolean>,
): RawBuilder<boolean> {
  const { rest, parts } = soughtPhone(text) ?? { rest: '', parts: [] }
  if (parts.length === 0) return matches
  return sql<boolean>`(${matches} or (${everyWord(rest, condition)} and (${sql.join(parts.map(condition), sql` or `)})))`
}

/**
 * The text by which a search finds: as it is typed, or as a label is read (`readingsOfLabel`) where no row of `query` matches it. Only a
 * text that a label may have costs more: one or two questions whether there is a row, which the index of the texts answers.
 */
export async function labelText(db: Db, text: string, query: (text: string) => Expression<unknown>): Promise<string> {
  const readings = readingsOfLabel(text)
  const tried = [text, ...readings].slice(0, -1)
  for (const one of tried) if (await hasRows(db, query(one))) return one
  return readings.at(-1) ?? text
}

/** Planned as if all rows were read, which uses the index; the first one is enough. */
async function hasRows(db: Db, query: Expression<unknown>): Promise<boolean> {
  const [row] = await executePlanned<{ has: boolean }>(
    db,
    sql`with found as materialized (${query}) select exists (select from found) as has`,
  )
  return row?.has === true
}

/** A folded text of columns, also of several tables. No index serves it: for tables of few rows. */
export const searchTextOf = (...columns: readonly string[]): RawBuilder<string> =>
  sql<string>`fold_text(${sql.join(
    columns.map((column) => sql`' ' || ${sql.ref(column)}`),
    sql` || `,
  )})`

/**
 * Whether a column contains a text, as names and words compare, or begins with it when the text is short; false for nothing but hyphens
 * and apostrophes. The index of `searchText`, which contains the column, serves it.
 */
export const contains = (column: string, text: string, searchText: string): RawBuilder<boolean> =>
  foldText(text) === ''
    ? sql<boolean>`false`
    : sql<boolean>`(${hasPart(sql.ref(searchText), text)} and ${foldedColumn(column)} like ${partOf(text)})`

/** The same for a text of several words, any of which may begin with a short text. */
export const containsWord = (column: string, text: string, searchText: string): RawBuilder<boolean> =>
  isShort(text) && foldText(text) !== ''
    ? sql<boolean>`(${hasPart(sql.ref(searchText), text)} and ' ' || ${foldedColumn(column)} like ${`% ${partOf(text)}`})`
    : contains(column, text, searchText)

const isShort = (text: string) => foldText(text).length < SHORTEST_PART
const foldedColumn = (column: string) => sql`fold_text(${sql.ref(column)})`
const partOf = (text: string) => `${isShort(text) ? '' : '%'}${escapeLike(foldText(text))}%`

/** Whether a column in lower case begins with a text; a range, because under row-level security no index serves `like`. */
export const beginsWith = (lowerCaseColumn: string, text: string): RawBuilder<boolean> => {
  const column = sql.ref(lowerCaseColumn)
  const from = text.toLowerCase()
  return sql<boolean>`${column} >= ${from} and ${column} < ${from + LAST_CHARACTER}`
}

/** Whether a column `unit_key` is that of a unit, in whichever way it is written; false for marks alone. */
export const isUnit = (column: string, unit: string): RawBuilder<boolean> =>
  ofUnit(unit, (key) => sql<boolean>`${sql.ref(column)} = ${key}`)
/** Whether it begins with a unit. */
export const unitBeginsWith = (column: string, unit: string): RawBuilder<boolean> =>
  ofUnit(unit, (key) => beginsWith(column, key))
const ofUnit = (unit: string, condition: (key: string) => RawBuilder<boolean>) =>
  unitKey(unit) === '' ? sql<boolean>`false` : condition(unitKey(unit))

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
