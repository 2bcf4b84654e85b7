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

/**
 * Runs at most `max` works of a key at a time. Further ones wait in order; with `limit` at most `waitMs`, then the error of `tooLong` is
 * thrown and the work does not begin.
 */
export function createLimiter(max: number, limit?: { readonly waitMs: number; readonly tooLong: () => Error }) {
  const lines = new Map<string, { running: number; readonly waiting: Set<() => void> }>()

  const turn = (waiting: Set<() => void>) =>
    new Promise<void>((resolve, reject) => {
      let timeout: ReturnType<typeof setTimeout> | undefined
      const begin = () => {
        clearTimeout(timeout)
        waiting.delete(begin)
        resolve()
      }
      const giveUp = ({ tooLong }: { readonly tooLong: () => Error }) => {
        waiting.delete(begin)
        reject(tooLong())
      }
      if (limit) timeout = setTimeout(giveUp, limit.waitMs, limit)
      waiting.add(begin)
    })

  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const line = lines.get(key) ?? { running: 0, waiting: new Set() }
    lines.set(key, line)
    if (line.running >= max) await turn(line.waiting)
    else line.running += 1
    try {
      return await work()
    } finally {
      const [next] = line.waiting
      if (next) next()
      else line.running -= 1
      if (line.running === 0) lines.delete(key)
    }
  }
}
