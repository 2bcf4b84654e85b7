import { Unreadable } from '#platform/server/parser-thread.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { anyOf } from '#platform/server/postgres/sql-helpers.ts'
import { type FieldName, fieldsOf, headingKey, whyNotRead } from '../../fields.ts'
import { recordsOf } from './records.ts'

const MAX_HEADINGS = 500
const MAX_HEADING = 200
/** Bytes that are longer than the longest line. */
const BEGINNING = 150_000

/** The headings of a first line; null if they cannot be those of a list. */
export function headingsOf(cells: readonly string[] | null | undefined): string[] | null {
  const headings = (cells ?? []).map((cell) => cell.replace(/\p{Cc}/gu, ' ').trim())
  const isReadable = headings.length > 0 && headings.length <= MAX_HEADINGS && headings.every((one) => one.length <= MAX_HEADING)
  return isReadable ? headings : null
}

/** The field of each heading, as the organisation has assigned them before. */
export async function assignedFields(db: Db, headings: readonly string[]): Promise<(FieldName | '')[]> {
  const remembered = await db
    .selectFrom('import_headings')
    .select(['heading', 'field'])
    .where('heading', '=', anyOf(headings.map(headingKey)))
    .execute()
  return fieldsOf(headings, new Map(remembered.map(({ heading, field }) => [heading, field])))
}

/** The headings of a file in UTF-8 that has lines below them; null if it cannot be read. Waits for a parser thread: not within a transaction. */
export async function readHeadings(file: Buffer): Promise<readonly string[] | null> {
  try {
    const lines = []
    for await (const some of recordsOf([file.subarray(0, BEGINNING)])) lines.push(...some)
    return lines.length === 1 ? null : headingsOf(lines[0]?.cells)
  } catch (error) {
    if (error instanceof Unreadable) return null
    throw error
  }
}

/** Whether a file with these headings is a list, whose check will not fail as a whole. */
export const isList = async (db: Db, headings: readonly string[] | null): Promise<boolean> =>
  headings !== null && whyNotRead(await assignedFields(db, headings)) === null
