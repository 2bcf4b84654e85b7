import pg from 'pg'

export type Statement = { text: string; values: unknown[] }

/** The statements, with their values, that `work` sends over any connection of this process. */
export async function captured(work: () => Promise<unknown>): Promise<Statement[]> {
  const original = pg.Client.prototype.query
  const statements: Statement[] = []
  // biome-ignore-start lint/suspicious/noExplicitAny: pg's overloads
  pg.Client.prototype.query = function (this: pg.Client, query: any, ...rest: [any?, any?]) {
    if (typeof query === 'string') statements.push({ text: query, values: rest[0] ?? [] })
    else if (typeof query?.text === 'string') statements.push({ text: query.text, values: query.values ?? [] })
    return (original as (...all: any[]) => any).call(this, query, ...rest)
  } as typeof original
  // biome-ignore-end lint/suspicious/noExplicitAny: pg's overloads
  try {
    await work()
  } finally {
    pg.Client.prototype.query = original
  }
  return statements
}
