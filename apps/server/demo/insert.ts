import { type InsertObject, sql } from 'kysely'
import type { Tables } from '#database/tables.ts'
import type { Db } from '#platform/server/postgres/db.ts'

/** Rows of one organisation by table. The rows of a table have the same columns. */
export type Rows = { readonly [T in keyof Tables]?: readonly Omit<InsertObject<Tables, T>, 'organisation_id'>[] }

/** Inserts the rows in the order of the tables, each table in one statement. */
export async function insertRows(db: Db, organisation_id: string, tables: Rows): Promise<void> {
  for (const [table, rows] of Object.entries(tables)) {
    if (rows.length === 0) continue
    const complete = table === 'organisations' ? rows : rows.map((row) => ({ organisation_id, ...row }))
    const columns = sql.join(Object.keys(complete[0]!).map((column) => sql.ref(column)))
    const name = sql.table(table)
    await sql`insert into ${name} (${columns})
      select ${columns} from json_populate_recordset(null::${name}, ${JSON.stringify(complete, asJson)}::json)`.execute(db)
  }
}

/** PostgreSQL reads a buffer from JSON in its own text form. */
const asJson = (_column: string, value: unknown) => {
  const buffer = value as { type?: string; data?: number[] } | null
  return buffer?.type === 'Buffer' ? `\\x${Buffer.from(buffer.data!).toString('hex')}` : value
}
