import type { ColumnType } from 'kysely'

export type Made<T> = ColumnType<T, T | undefined, T>
/** timestamptz: ISO 8601 text when read, text or Date when written. */
export type At = ColumnType<string, string | Date, string | Date>
export type MadeAt = ColumnType<string, string | Date | undefined, string | Date>
export type MaybeAt = ColumnType<string | null, string | Date | null | undefined, string | Date | null>
export type Maybe<T> = ColumnType<T | null, T | null | undefined, T | null>
export type Computed<T> = ColumnType<T, never, never>

export type Owned = { organisation_id: string; id: string }
export type OfProperty = Owned & { property_id: string }
