import { type RawBuilder, sql } from 'kysely'
import type { NamedTable } from '#platform/server/feature.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { anyOf } from '#platform/server/postgres/sql-helpers.ts'

/** The names of records, from the tables that the features name. */
export type RecordNames = {
  /** The name of the subject of the entry `a`: the record's present one, or the one that the entry recorded. */
  readonly subject: RawBuilder<string | null>
  /** Names of records by id, as far as the caller may see the records: one query for all ids. */
  readonly of: (db: Db, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
}

export function recordNames(tables: readonly NamedTable[]): RecordNames {
  const subjects = tables.filter(({ shown }) => shown !== 'value')
  const values = tables.filter(({ shown }) => shown !== 'subject')
  const nameIn = ({ table, name }: NamedTable) =>
    sql`(select ${sql.raw(name)} from ${sql.table(table)} x where x.organisation_id = a.organisation_id and x.id = a.subject_id)`
  return {
    subject: sql<string | null>`coalesce(${sql.join(subjects.map(nameIn))},
      a.detail ->> 'name', a.detail -> 'after' ->> 'Name', a.detail -> 'before' ->> 'Name')`,
    of: async (db, ids) => {
      if (ids.length === 0) return new Map()
      const named = ({ table, name }: NamedTable) =>
        sql`select x.id, ${sql.raw(name)} as name from ${sql.table(table)} x where x.id = ${anyOf(ids)}`
      const all = sql.join(values.map(named), sql` union all `)
      const { rows } = await sql<{ id: string; name: string }>`${all}`.execute(db)
      return new Map(rows.map((row) => [row.id, row.name]))
    },
  }
}
