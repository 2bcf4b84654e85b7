/** An estimate of the server's time. */
export type Clock = {
  now(): Date
  /** Sets the clock from a response. `requestedAt` and `answeredAt` are values of performance.now(). */
  synchronise(serverTime: string, requestedAt: number, answeredAt: number): void
}

/**
 * A clock that advances by the monotonic counter since the last response of the server, so that a wrong or jumping wall
 * clock does not expire commands early or late. Before the first response it starts at the wall clock.
 */
export function serverClock(): Clock {
  let reference = { time: Date.now(), counter: performance.now() }
  return {
    now: () => new Date(reference.time + performance.now() - reference.counter),
    synchronise: (serverTime, requestedAt, answeredAt) => {
      reference = { time: Date.parse(serverTime), counter: (requestedAt + answeredAt) / 2 }
    },
  }
}
