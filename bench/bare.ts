import Fastify from 'fastify'
import pg from 'pg'

/**
 * The baseline of the measurements: Fastify and pg with named statements and nothing else — no tenancy, no permissions, no
 * validation, no contract. A process of its own, on the same database under a role that sees everything. `/prepare/{name}` stores
 * statements; `/run/{name}` executes them on one connection and returns the result of the last, or with `wrap` of all.
 */
type Statement = { readonly text: string; readonly values?: readonly unknown[] }
type Prepared = { readonly statements: readonly Statement[]; readonly wrap: boolean }

pg.types.setTypeParser(pg.types.builtins.INT8, Number)
const pool = new pg.Pool({ connectionString: process.argv[2], max: 10 })
const prepared = new Map<string, Prepared>()
const app = Fastify({ bodyLimit: 10_000_000 })
type Named = { Params: { name: string } }

app.post<Named & { Body: Prepared }>('/prepare/:name', async ({ params, body }) => {
  prepared.set(params.name, body)
  return {}
})

app.post<Named>('/run/:name', async ({ params }) => {
  const { statements, wrap } = prepared.get(params.name)!
  const client = await pool.connect()
  try {
    const results: unknown[][] = []
    for (const [i, { text, values }] of statements.entries()) {
      const { rows } = await client.query(values?.length ? { name: `${params.name} ${i}`, text, values: [...values] } : text)
      results.push(rows)
    }
    return wrap ? results : (results.findLast((rows) => rows?.length) ?? [])
  } finally {
    client.release()
  }
})

process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`)
