import type { Gate } from './gates.ts'
import { timed } from './load.ts'

/** Limit in ms of the 99th percentile of a list or a look-up, one at a time. */
const LIMIT_MS = 100
const TIMES = 200
const WARM_UP = 30
/** The best of at most so many rounds counts, so that other load on the machine affects one of them only. */
const ROUNDS = 3

/** Measures `work`, called with 0, 1, 2 and so on, against the limit. */
export async function measured(name: string, work: (i: number) => Promise<unknown>): Promise<Gate> {
  await timed(WARM_UP, work)
  let best = await timed(TIMES, work)
  for (let round = 2; round <= ROUNDS && best.p99 > LIMIT_MS; round++) {
    const again = await timed(TIMES, work)
    if (again.p99 < best.p99) best = again
  }
  const { median, p99 } = best
  return {
    name: `${name}: p99`,
    ratio: p99 / LIMIT_MS,
    bound: { atMost: 1 },
    figures: `p50 ${median.toFixed(2)}, p99 ${p99.toFixed(2)} of ${LIMIT_MS} ms`,
  }
}
