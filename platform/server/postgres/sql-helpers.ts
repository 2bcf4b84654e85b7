import { sql } from 'kysely'

/** A text with the wildcards of `like` escaped, for use inside a pattern. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** Orders names as people do: digits as numbers, case ignored at first (collation of 0001-structure.sql). */
export const naturalOrder = (column: string) => sql<string>`${sql.ref(column)} collate natural_order`

/**
 * An array as a parameter in PostgreSQL's text form, which takes a quarter of the driver's time for large arrays. Values that
 * need escaping, where JSON and PostgreSQL differ, are left to the driver.
 */
export function arrayText(values: readonly (string | number | boolean | null)[]): string | readonly unknown[] {
  const text = JSON.stringify(values)
  return text.includes('\\') ? values : `{${text.slice(1, -1)}}`
}
