/** Waits for `work`, at most `ms`. Gives whether it came to a good end by then; work that did not is not stopped. */
export function within(ms: number, work: Promise<unknown>): Promise<boolean> {
  return new Promise((resolve) => {
    const finish = (isDone: boolean) => {
      clearTimeout(late)
      resolve(isDone)
    }
    const late = setTimeout(finish, ms, false)
    work.then(
      () => finish(true),
      () => finish(false),
    )
  })
}
