import { sql } from 'kysely'
import type { Changes } from '../../model.ts'
import type { Sql } from './definition.ts'

type Sortable = { readonly id: string; readonly sort?: Sql }
/** `always` comes first, so that groups stay together. */
export type Order = { readonly always?: readonly Sql[]; readonly byDefault: readonly Sql[] }

/** The order of a report's rows: its own, or that of the reader's column. */
export function orderOf({ sort }: Changes, columns: readonly Sortable[], { always = [], byDefault }: Order): Sql {
  const chosen = sort && columns.find(({ id }) => id === sort.column)?.sort
  const order = chosen ? [sql`${chosen} ${sql.raw(sort.direction)} nulls last`, ...byDefault] : byDefault
  return sql`order by ${sql.join([...always, ...order])}`
}
