import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Db } from './db.ts'

type Values = Readonly<Record<string, unknown>>
type Shape = Readonly<Record<string, string | number>>
/** The values of a query as parameters; an undefined value has no parameter. */
export type Params<V extends Values> = { readonly [K in keyof V]: RawBuilder<NonNullable<V[K]>> | Extract<V[K], undefined> }
type CachedQuery<V extends Values, Row, S extends Shape> = (db: Db, values: V, shape?: S) => Promise<Row[]>

/** The placeholder of a value in a compiled query. */
class Param {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}
const namesOf = (values: Values) => Object.keys(values).filter((name) => values[name] !== undefined)
const paramsOf = <V extends Values>(values: V, param: (name: string) => RawBuilder<unknown>) =>
  Object.fromEntries(namesOf(values).map((name) => [name, param(name)])) as Params<V>

/** The values themselves as parameters, for a query that is not cached. */
export const asParams = <V extends Values>(values: V): Params<V> => paramsOf(values, (name) => sql`${values[name]}`)

/**
 * A query that is built and compiled once per shape, because Kysely needs up to 80 µs to build it, as long as a small reply
 * takes otherwise. The shape is `shape` and the names of the values that are not undefined; `build` must depend on nothing else.
 */
export function cachedQuery<V extends Values, Row, S extends Shape = Record<never, never>>(
  build: (db: Db, values: Params<V>, shape: S) => { compile(db: Db): CompiledQuery<Row> },
): CachedQuery<V, Row, S> {
  const compiled = new Map<string, CompiledQuery<Row>>()
  return async (db, values, shape = {} as S) => {
    const key = JSON.stringify([shape, namesOf(values)])
    let query = compiled.get(key)
    if (!query) {
      const params = paramsOf(values, (name) => sql`${new Param(name)}`)
      query = build(db, params, shape).compile(db)
      compiled.set(key, query)
    }
    const parameters = query.parameters.map((value) => (value instanceof Param ? values[value.name] : value))
    return (await db.executeQuery<Row>({ ...query, parameters })).rows
  }
}
