/**
 * Works through items, at most `count` of them at a time, in their order. When one fails no other is begun; what is under way
 * comes to its end first, and then the first error is thrown on.
 */
export async function atOnce<T>(count: number, items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const waiting = [...items]
  const turns = async () => {
    try {
      for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item)
    } catch (error) {
      waiting.length = 0
      throw error
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: count }, turns))
  const failed = ended.find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
}

/** A function that runs work in the order in which it is asked to, `count` at a time, each when one before has ended, however it ended. */
export function createTurns(count = 1): <T>(work: () => Promise<T>) => Promise<T> {
  let free = count
  const waiting: (() => void)[] = []
  return async (work) => {
    if (free > 0) free -= 1
    else await new Promise<void>((begin) => waiting.push(begin))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}
