import type pg from 'pg'
import { beginAs } from '#platform/server/postgres/db.ts'
import type { Bench } from '../bench.ts'
import type { Gate } from '../gates.ts'
import { timed } from '../load.ts'
import { repetitions } from '../scale.ts'

const TIMES = repetitions(200)
/** Substring search as the product's role under row security, against the table's owner without it. */
export async function partSearch({ connect, organisationId }: Bench): Promise<Gate[]> {
  const app = await connect('app')
  const owner = await connect('superuser')
  const gates: Gate[] = []
  for (const [what, part] of [
    ['tracking number', '%c4ca42%'],
    ['name', '%kafor-c%'],
  ] as const) {
    const text = `select package_id from package_labels where organisation_id::text = $1 and search_text ilike $2 order by drop_off_time desc, package_id desc limit 20`
    const run = (client: pg.Client) => client.query({ name: 'part', text, values: [organisationId, part] })
    const bound = await timed(TIMES, async () => {
      await app.query(beginAs({ organisationId, propertyIds: '*' }))
      await run(app)
      await app.query('commit')
    })
    const free = await timed(TIMES, async () => {
      await owner.query('begin; select 1')
      await run(owner)
      await owner.query('commit')
    })
    gates.push({
      name: `part of a ${what} under row security`,
      ratio: bound.median / free.median,
      bound: { atMost: 5 },
      figures: `${bound.median.toFixed(2)} against ${free.median.toFixed(2)} ms`,
    })
  }
  await app.end()
  await owner.end()
  return gates
}
