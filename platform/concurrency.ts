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
