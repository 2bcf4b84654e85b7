import { type RawBuilder, sql } from 'kysely'
import type { Changes } from '../../model.ts'

/** The order of a report's rows: its own, or the reader's column; `always` comes first, so that groups stay together. */
export function orderOf(
  { sort }: Changes,
  sorts: Readonly<Record<string, RawBuilder<unknown>>>,
  { always = [], byDefault }: { always?: readonly RawBuilder<unknown>[]; byDefault: readonly RawBuilder<unknown>[] },
): RawBuilder<unknown> {
  const chosen = sort && sorts[sort.column]
  const order = chosen ? [sql`${chosen} ${sql.raw(sort.direction)} nulls last`, ...byDefault] : byDefault
  return sql`order by ${sql.join([...always, ...order])}`
}
