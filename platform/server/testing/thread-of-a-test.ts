import { getHeapStatistics } from 'node:v8'
import { doJobs, givenToThread } from '#platform/server/jobs/thread.ts'

/** How many threads of this have begun, as number 0, and how many jobs they have done, as number 1. */
const counts = new Int32Array(givenToThread<SharedArrayBuffer>())
Atomics.add(counts, 0, 1)

doJobs(async ({ id }) => {
  if (id === 'refuse') throw Object.assign(new Error('not this one'), { code: 'E1' })
  if (id === 'end') process.exit(1)
  if (id === 'end afterwards') setImmediate(() => process.exit(1))
  if (id === 'eat') for (const eaten: number[][] = []; ; ) eaten.push(Array.from({ length: 10_000 }, (_, i) => i))
  if (id === 'wait') await new Promise(() => {})
  if (id === 'measure') throw new Error(String(getHeapStatistics().heap_size_limit / 1_048_576))
  Atomics.add(counts, 1, 1)
})
