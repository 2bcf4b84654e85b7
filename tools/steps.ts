/** What a step found: tests that passed and failed. A check that is no test counts only when it fails, as one. */
export type Outcome = { readonly passed: number; readonly failed: number }
export type Step = { readonly name: string; run(): Promise<Outcome> }

/** A check that is no test, from whether it is kept. */
export const checked = (kept: boolean): Outcome => ({ passed: 0, failed: kept ? 0 : 1 })

/** Aborted, with the signal as its reason, when somebody asks for an end: what is under way may clear up, nothing new begins. */
export const ending = new AbortController()
const INTERRUPTED = 130

/**
 * Runs the steps one after the other, all of them, and says of each how long it took. A step that throws has failed.
 * Ends with one line, `N passed, N failed`, and gives the exit code: 1 when something failed or no test ran.
 */
export async function runSteps(steps: readonly Step[], say: (line: string) => void = console.log): Promise<number> {
  const end = (signal: string) => ending.abort(signal)
  process.on('SIGINT', end).on('SIGTERM', end)
  const total = { passed: 0, failed: 0 }
  for (const { name, run } of steps) {
    say(`\n▶ ${name}`)
    const begin = performance.now()
    const { passed, failed } = await run().catch((error: unknown) => {
      say(String(error))
      return checked(false)
    })
    if (ending.signal.aborted) break
    total.passed += passed
    total.failed += failed
    const counts = passed + failed > 0 ? ` (${closingLine({ passed, failed })})` : ''
    say(`${failed > 0 ? '✗' : '✓'} ${name}: ${((performance.now() - begin) / 1000).toFixed(1)} s${counts}`)
  }
  process.off('SIGINT', end).off('SIGTERM', end)
  if (ending.signal.aborted) return INTERRUPTED
  say(`\n${closingLine(total)}`)
  return total.failed > 0 || total.passed === 0 ? 1 : 0
}

const closingLine = ({ passed, failed }: Outcome) => `${passed} passed, ${failed} failed`
