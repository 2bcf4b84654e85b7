import type { Gate } from './gates.ts'
import { timed } from './load.ts'
import { repetitions } from './scale.ts'

/** Limit in ms of the 99th percentile of a list or a look-up, one at a time. */
const LIMIT_MS = 100
const TIMES = repetitions(200)
const WARM_UP = repetitions(30)
/** The best of at most so many rounds counts, so that other load on the machine affects one of them only. */
const ROUNDS = 3
/** A warm-up ends after so many ms, and a round that cannot keep the limit any more. */
const MOST_MS = repetitions(5_000)
/** Requests of a round that may exceed the limit. */
const EXCEPTIONS = TIMES - 1 - Math.floor(TIMES * 0.99)

/** Measures `work`, called with 0, 1, 2 and so on, against the limit. */
export async function measured(name: string, work: (i: number) => Promise<unknown>, limitMs = LIMIT_MS): Promise<Gate> {
  const hasMissed = (took: readonly number[]) => took.filter((ms) => ms > limitMs).length > EXCEPTIONS
  const round = () => timed(TIMES, work, (took, ms) => ms > MOST_MS && hasMissed(took))
  await timed(WARM_UP, work, (_, ms) => ms > MOST_MS)
  let best = await round()
  for (let i = 2; i <= ROUNDS && best.p99 > limitMs; i++) {
    const again = await round()
    if (again.p99 < best.p99) best = again
  }
  const { median, p99 } = best
  return {
    name: `${name}: p99`,
    ratio: p99 / limitMs,
    bound: { atMost: 1 },
    figures: `p50 ${median.toFixed(2)}, p99 ${p99.toFixed(2)} of ${limitMs} ms`,
  }
}
