import { type RawBuilder, sql } from 'kysely'
import type { Tenant } from './db.ts'

/** A text with the wildcards of `like` escaped, for use inside a pattern. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** The id of a joined record as a reply has it: null when the record was deleted, so that nothing links to it. */
export const idUnlessDeleted = (table: string) =>
  sql<string | null>`case when ${sql.ref(`${table}.deleted_at`)} is null then ${sql.ref(`${table}.id`)} end`

/** Orders names as people do: digits as numbers, case ignored at first (collation of 0001-organisations.sql). */
export const naturalOrder = (column: string) => sql<string>`${sql.ref(column)} collate natural_order`

/** Whether a text column is the text, ignoring case. */
export const sameText = (column: string, text: string) => sql<boolean>`lower(${sql.ref(column)}) = lower(${text})`

/** Compares with each of `values`, sent as one array parameter: `.where('id', '=', anyOf(ids))`. */
export const anyOf = <T>(values: readonly T[]) => sql<T>`any(${values})`

/**
 * Whether a column is one of the tenant's properties, as row-level security requires too: an index serves this condition, the policy
 * is checked for every row.
 */
export const inProperties = (column: string, { propertyIds }: Tenant): RawBuilder<boolean> =>
  propertyIds === '*' ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} = ${anyOf(propertyIds)}`

/**
 * The version of a row: PostgreSQL's id of the transaction that wrote it last. Only for comparing within minutes, because the
 * transaction ids of a restored database are different.
 */
export const rowVersion = (table: string) => sql<string>`${sql.ref(`${table}.xmin`)}::text`
