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

/** A function that runs work in the order in which it is asked to, each when the one before has ended, however it ended. */
export function createTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const mine = last.then(work)
    last = mine.catch(() => {})
    return mine
  }
}
