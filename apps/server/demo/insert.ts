import { type InsertObject, sql } from 'kysely'
import type { Tables } from '#database/tables.ts'
import type { Db } from '#platform/server/postgres/db.ts'

/** Binary values travel in PostgreSQL's own text form. */
const asJson = (_column: string, value: unknown) => {
  const buffer = value as { type?: string; data?: number[] } | null
  return buffer?.type === 'Buffer' ? `\\x${Buffer.from(buffer.data!).toString('hex')}` : value
}

/** Many rows in one statement, whatever their number; each names the columns that the first names. */
export async function insertRows<T extends keyof Tables>(
  db: Db,
  table: T,
  rows: readonly InsertObject<Tables, T>[],
): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = sql.join(Object.keys(first).map((column) => sql.ref(column)))
  const name = sql.table(table)
  await sql`insert into ${name} (${columns})
    select ${columns} from json_populate_recordset(null::${name}, ${JSON.stringify(rows, asJson)}::json)`.execute(db)
}
