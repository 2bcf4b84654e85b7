import { type Insertable, sql } from 'kysely'
import type { Tables } from '#database/tables.ts'
import type { SavedWord } from '#platform/audit.ts'
import { existing } from './entities.ts'
import type { Db, Tenant } from './postgres/db.ts'
import type { Query } from './postgres/paging.ts'
import { anyOf, rowVersion, sameText } from './postgres/sql-helpers.ts'

/** The tables of named records that are hidden when they are deleted. */
type RecordTable = {
  [T in keyof Tables]: 'organisation_id' | 'id' | 'name' | 'deleted_at' extends keyof Tables[T] ? T : never
}[keyof Tables]
type Key = 'organisation_id' | 'id'

type Options<T extends RecordTable, Row, Draft> = {
  readonly table: T
  /** The alias of the table in `records`. */
  readonly alias: string
  /** What the audit trail calls a record, such as `vehicle` of `vehicle created`. */
  readonly word: SavedWord
  /** The records that the tenant sees and that were not deleted, with the columns of the form. */
  readonly records: (db: Db) => Query<Row>
  /** The columns that a save writes, from its input. */
  readonly columns: (draft: Draft) => Omit<Insertable<Tables[T]>, Key>
}

/** A record to be saved: its id, and the locked record as it is, or null for a new one. */
export type Opened<Row> = { readonly id: string; readonly before: (Row & { readonly Version: string }) | null }

/** The statements of a kind of record in a table of its own: read, lock, write and hide. */
export function recordStore<const T extends RecordTable, Row, Draft>(options: Options<T, Row, Draft>) {
  const { table, alias, word, records, columns } = options
  const id = sql.ref<string>(`${alias}.id`)

  const withVersion = (db: Db, recordId: string): Query =>
    records(db).select(rowVersion(alias).as('Version')).where(sql<boolean>`${id} = ${recordId}`)

  /** A record with its version, which changes with each save; 404 for one that the tenant does not see. */
  const read = (db: Db, recordId: string): Promise<Row & { Version: string }> => existing(withVersion(db, recordId))

  /** The same, locked against changes and against new references. */
  const readLocked = (db: Db, recordId: string): Promise<Row & { Version: string }> =>
    existing(withVersion(db, recordId).forUpdate(alias))

  /** Locks those of the records that exist as `readLocked` does, in the order of their ids. */
  const lock = (db: Db, ids: readonly string[]): Promise<{ id: string; name: string }[]> =>
    records(db)
      .clearSelect()
      .select([id.as('id'), sql.ref<string>(`${alias}.name`).as('name')])
      .where(sql<boolean>`${id} = ${anyOf(ids)}`)
      .orderBy(id)
      .forUpdate(alias)
      .execute()

  /** Inserts a new record, or updates the locked one. */
  const write = (db: Db, { organisationId }: Tenant, { id: recordId, before }: Opened<object>, draft: Draft) => {
    const values = Object.entries(columns(draft))
    if (before) {
      const assignments = sql.join(values.map(([name, value]) => sql`${sql.ref(name)} = ${value}`))
      return sql`update ${sql.table(table)} set ${assignments} where id = ${recordId}`.execute(db)
    }
    const row = [['organisation_id', organisationId], ['id', recordId], ...values] as const
    const names = sql.join(row.map(([name]) => sql.ref(name)))
    return sql`insert into ${sql.table(table)} (${names}) values (${sql.join(row.map(([, value]) => value))})`.execute(db)
  }

  /** Deletes locked records: they are hidden, histories keep their ids. */
  const hide = (db: Db, ids: readonly string[], now: Date) =>
    sql`update ${sql.table(table)} set deleted_at = ${now} where id = ${anyOf(ids)}`.execute(db)

  return { table, word, read, readLocked, lock, write, hide }
}

/** Whether another of the records, of the table with this alias, has the name, ignoring case. */
export const isNameTaken = async (
  records: Query,
  alias: string,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<boolean> =>
  (await records
    .select(sql`1`.as('one'))
    .where(sameText(`${alias}.name`, name))
    .where(sql<boolean>`${sql.ref(`${alias}.id`)} <> ${id}`)
    .executeTakeFirst()) !== undefined
