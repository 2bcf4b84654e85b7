import { type RawBuilder, sql } from 'kysely'
import { escapeLike } from '#platform/server/postgres/sql-helpers.ts'
import type { ResidentQuery } from '../contract.ts'

type Sql = RawBuilder<unknown>
type Texts = Pick<ResidentQuery, 'UnitNumber' | 'FirstName' | 'LastName' | 'Email'>
type Order = Texts & Pick<ResidentQuery, 'SortColumn'>

/** Fewer characters than this have no trigram inside a word; they are looked for at its beginning. */
const SHORTEST_PART = 3
/** Sorts behind whatever goes on after a beginning. */
const LAST_CHARACTER = '\u{10FFFF}'

/** Whether a key, which is in lower case, begins with the text; a range, which an index serves under row-level security too. */
export const beginsWith = (key: Sql, text: string): Sql =>
  sql`${key} >= ${text.toLowerCase()} and ${key} < ${text.toLowerCase() + LAST_CHARACTER}`

/** A part of a column; of a short one the beginning of its key. */
const part = (column: Sql, key: Sql, text: string): Sql =>
  text.length < SHORTEST_PART ? beginsWith(key, text) : sql`${column} ilike ${`%${escapeLike(text)}%`}`

export const hasTexts = ({ UnitNumber, FirstName, LastName, Email }: Texts): boolean =>
  Boolean(UnitNumber || FirstName || LastName || Email)

/** What everything that matches begins with, of what the list is sorted by; in small letters. */
export function beginningOf({ SortColumn, ...asked }: Order): string | undefined {
  const text = asked[SortColumn]
  return text && (SortColumn === 'UnitNumber' || isKey(text)) ? text.toLowerCase() : undefined
}

const isKey = (text: string | undefined): text is string => text !== undefined && text.length < SHORTEST_PART

/**
 * Conditions on what a list is sorted by, which hold for whoever matches the texts: it has both names in it, and sorted by unit
 * the unit. An index of the order alone tells them.
 */
export const heldIn = (value: Sql, { UnitNumber, FirstName, LastName, SortColumn }: Order): readonly Sql[] => {
  // As it is compared: a beginning with keys, which are in lower case.
  const names = [FirstName, LastName].map((text) => (isKey(text) ? text.toLowerCase() : text))
  const unit = SortColumn === 'UnitNumber' ? UnitNumber?.toLowerCase() : undefined
  return [...names, unit].flatMap((text) => (text ? [sql`${value} collate "default" ilike ${`%${escapeLike(text)}%`}`] : []))
}

/**
 * The text filters as conditions on residents `r` of these properties (undefined: all). The index of a key begins with the
 * property, so that all are named where a key is asked for.
 */
export const matching = (
  { UnitNumber, FirstName, LastName, Email }: Texts,
  properties: readonly string[] | undefined,
): readonly Sql[] => [
  ...(!properties && (UnitNumber || [FirstName, LastName, Email].some(isKey))
    ? [sql`r.property_id = any(array(select id from properties))`]
    : []),
  ...(UnitNumber ? [beginsWith(sql`r.unit_key`, UnitNumber)] : []),
  ...(FirstName ? [part(sql`r.first_name`, sql`r.name_key`, FirstName)] : []),
  ...(LastName ? [part(sql`r.last_name`, sql`r.last_name_key`, LastName)] : []),
  ...(Email ? [part(sql`r.email`, sql`r.email_key`, Email)] : []),
]
