import type { Bench } from '../bench.ts'
import { ask, signIn } from '../client.ts'
import type { Gate } from '../gates.ts'
import { timed } from '../load.ts'
import { repetitions } from '../scale.ts'

const TIMES = repetitions(300)
const PAGE = { pageIndex: 1, pageSize: 2147483647 }
/** The summary with counted packages, for comparison. */
const COUNTED = `select locker_bank_id, status_group, count(*) from packages where organisation_id = $1 and locker_bank_id is not null group by 1, 2`

/** The dashboard's counters, whose cost does not depend on the number of packages. */
export async function summary({ product, small, connect, organisationId }: Bench): Promise<Gate[]> {
  const [large, little] = await Promise.all(
    [product, small].map(async ({ address }) => ({
      url: `${address}/api/dashboard/getsummary`,
      token: await signIn(address, 'manager'),
    })),
  )
  const ofLarge = await timed(TIMES, () => ask(large!.url, large!.token, PAGE))
  const ofSmall = await timed(TIMES, () => ask(little!.url, little!.token, PAGE))
  const owner = await connect('superuser')
  const counted = await timed(5, () => owner.query(COUNTED, [organisationId]))
  await owner.end()
  return [
    {
      name: 'dashboard summary with a hundred times the packages',
      ratio: ofLarge.median / ofSmall.median,
      bound: { atMost: 1.25 },
      figures: `${ofLarge.median.toFixed(2)} against ${ofSmall.median.toFixed(2)} ms`,
    },
    {
      name: 'dashboard summary against counting',
      ratio: counted.median / ofLarge.median,
      bound: { atLeast: 50 },
      figures: `${ofLarge.median.toFixed(2)} against ${counted.median.toFixed(1)} ms`,
    },
  ]
}
