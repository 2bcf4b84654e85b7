/**
 * Processes items in their order, at most `count` at a time. After a failure no further item is started; the running ones are
 * awaited, then the first error is thrown.
 */
export async function forEachConcurrent<T>(
  count: number,
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const waiting = [...items]
  const worker = async () => {
    try {
      for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item)
    } catch (error) {
      waiting.length = 0
      throw error
    }
  }
  const results = await Promise.allSettled(Array.from({ length: count }, worker))
  const failed = results.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
}

/** A function that runs work first in, first out, at most `count` at a time, whether earlier work succeeded or failed. */
export function createQueue(count = 1): <T>(work: () => Promise<T>) => Promise<T> {
  let free = count
  const waiting: (() => void)[] = []
  return async (work) => {
    if (free > 0) free -= 1
    else await new Promise<void>((start) => waiting.push(start))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}

/** Waits at most `ms` for `work`; true if it succeeded by then. Work that takes longer is not cancelled. */
export function succeedsWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  return new Promise((resolve) => {
    const finish = (succeeded: boolean) => {
      clearTimeout(timeout)
      resolve(succeeded)
    }
    const timeout = setTimeout(finish, ms, false)
    work.then(
      () => finish(true),
      () => finish(false),
    )
  })
}
