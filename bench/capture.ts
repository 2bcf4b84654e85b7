import pg from 'pg'

export type Statement = { text: string; values: unknown[] }

/** The statements, with their values, that `work` sends over any connection of this process. */
export async function captured(work: () => Promise<unknown>): Promise<Statement[]> {
  const original = pg.Client.prototype.query
  const statements: Statement[] = []
  pg.Client.prototype.query = function (this: pg.Client, ...all: [string | Partial<Statement>, unknown[]?]) {
    const [query, ofText] = all
    const { text, values } = typeof query === 'string' ? { text: query, values: ofText } : query
    if (text !== undefined) statements.push({ text, values: values ?? [] })
    return Reflect.apply(original, this, all)
  } as typeof original
  try {
    await work()
  } finally {
    pg.Client.prototype.query = original
  }
  return statements
}
