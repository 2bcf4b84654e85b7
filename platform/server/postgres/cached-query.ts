import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import { type Db, deferToCommit } from './db.ts'

type Values = Readonly<Record<string, unknown>>
type Shape = Readonly<Record<string, string | number>>
/** The values of a query as its text holds them; one that is undefined has no place in it. */
export type Params<V extends Values> = { readonly [K in keyof V]: RawBuilder<NonNullable<V[K]>> | Extract<V[K], undefined> }

/** Stands in a compiled query where a value will be. */
class Param {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}
const namesOf = (values: Values) => Object.keys(values).filter((name) => values[name] !== undefined)
const each = <V extends Values>(values: V, put: (name: string) => RawBuilder<unknown>) =>
  Object.fromEntries(namesOf(values).map((name) => [name, put(name)])) as Params<V>

/** Values as they are, for a query that is built for them alone. */
export const asParams = <V extends Values>(values: V): Params<V> => each(values, (name) => sql`${values[name]}`)

export type CachedQuery<V extends Values, Row, S extends Shape> = {
  (db: Db, values: V, shape?: S): Promise<Row[]>
  /** See `writeLast`. */
  last(db: Db, values: V, shape?: S): Promise<void>
}

/**
 * A query that is asked for often, or that somebody waits for: built and compiled once for each shape, because that takes as
 * long as everything else that this process does for a small reply. Its shape is the names of the values that are not
 * undefined, and what `shape` says besides; `build` must look at nothing else.
 */
export function cachedQuery<V extends Values, Row, S extends Shape = Record<never, never>>(
  build: (db: Db, values: Params<V>, shape: S) => { compile(db: Db): CompiledQuery<Row> },
): CachedQuery<V, Row, S> {
  const compiled = new Map<string, CompiledQuery<Row>>()
  const filled = (db: Db, values: V, shape = {} as S): CompiledQuery<Row> => {
    const key = JSON.stringify([shape, namesOf(values)])
    let query = compiled.get(key)
    if (!query) {
      const places = each(values, (name) => sql`${new Param(name)}`)
      query = build(db, places, shape).compile(db)
      compiled.set(key, query)
    }
    return { ...query, parameters: query.parameters.map((value) => (value instanceof Param ? values[value.name] : value)) }
  }
  const ask = async (db: Db, values: V, shape?: S) => (await db.executeQuery<Row>(filled(db, values, shape))).rows
  const last = (db: Db, values: V, shape?: S) => deferToCommit(db, filled(db, values, shape))
  return Object.assign(ask, { last })
}
