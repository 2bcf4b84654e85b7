import { setTimeout as sleep } from 'node:timers/promises'
import { type Gate, linesOf, type Outcome } from './gates.ts'

export type Measure = () => Promise<readonly Gate[]>
type Options = {
  readonly print: (line: string) => void
  /** A measure that takes longer has failed. */
  readonly limitSeconds: number
  /** Seconds in which a measure that is still running after its failure may undo its changes. */
  readonly graceSeconds?: number
  /** Ends what a measure that is still running after its failure uses, so that it ends too. */
  readonly giveUp?: () => Promise<unknown>
}

/**
 * Runs measures one after the other and prints the gates of each when it ends. A measure that throws, exceeds the limit, or
 * causes an uncaught error has failed; the others run all the same.
 */
export async function runMeasures(measures: Readonly<Record<string, Measure>>, options: Options): Promise<Outcome[]> {
  const { print, limitSeconds, graceSeconds = 30, giveUp } = options
  const strays: Error[] = []
  const betweenMeasures = (error: Error): void => {
    strays.push(error)
  }
  let abort: (error: Error) => void = betweenMeasures
  const onUncaught = (error: Error) => {
    print(`uncaught error: ${error.stack}`)
    abort(error)
  }
  process.on('uncaughtException', onUncaught)
  const outcomes: Outcome[] = []
  for (const [measure, work] of Object.entries(measures)) {
    const began = performance.now()
    const aborted = Promise.withResolvers<never>()
    abort = aborted.reject
    const timer = setTimeout(() => abort(new Error(`did not end within ${limitSeconds} s`)), limitSeconds * 1000)
    const working = (async () => work())()
    const outcome = await Promise.race([working, aborted.promise]).then(
      (gates): Outcome => ({ measure, gates }),
      (error: Error): Outcome => {
        print(`${error.stack}`)
        return { measure, gates: [], failure: reasonOf(error) }
      },
    )
    clearTimeout(timer)
    abort = betweenMeasures
    const isRunning = await Promise.race([working.then(ended, ended), sleep(0, true)])
    if (isRunning) await Promise.allSettled([giveUp?.(), Promise.race([working, sleep(graceSeconds * 1000)])])
    outcomes.push(outcome)
    print(`${measure}: ${((performance.now() - began) / 1000).toFixed(1)} s`)
    for (const line of linesOf(outcome)) print(`  ${line}`)
  }
  process.off('uncaughtException', onUncaught)
  outcomes.push(...strays.map((error) => ({ measure: 'after a measure', gates: [], failure: reasonOf(error) })))
  return outcomes
}

const ended = () => false

/** The first lines of an error and of those that it contains. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const contained =
    error instanceof SuppressedError ? [error.error, error.suppressed] : error instanceof AggregateError ? error.errors : []
  return [error.message.split('\n')[0], ...contained.map(reasonOf)].filter(Boolean).join('; ')
}
