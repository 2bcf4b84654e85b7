/** The server's time as far as this kiosk knows it. */
export type Clock = {
  now(): Date
  /** Learns the server's time from an answer that was asked for at `asked` and came at `answered` (performance.now()). */
  learn(serverTime: string, asked: number, answered: number): void
}

/**
 * Counts on from the last word of the server by the machine's steady counter, so that a wall clock that is wrong or jumps
 * makes no command late or early. Until the server was heard it is the wall clock.
 */
export function serverClock(): Clock {
  let since = { time: Date.now(), counter: performance.now() }
  return {
    now: () => new Date(since.time + performance.now() - since.counter),
    learn: (serverTime, asked, answered) => {
      since = { time: Date.parse(serverTime), counter: (asked + answered) / 2 }
    },
  }
}
