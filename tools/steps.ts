import { stripVTControlCharacters } from 'node:util'

/** What a step found: how many tests passed, and each that failed, with its reason. A check that is no test counts only when it fails, as one. */
export type Outcome = { readonly passed: number; readonly failures: readonly string[] }
export type Step = { readonly name: string; run(): Promise<Outcome> }

/** A check that is no test, from whether it is kept. */
export const checked = (kept: boolean, reason = 'what it says stands above'): Outcome => ({
  passed: 0,
  failures: kept ? [] : [reason],
})

/** How much of a failure is said again at the end: what was expected and what came, not the whole screen. */
const FAILURE_LENGTH = 700

/** Aborted, with the signal as its reason, when somebody asks for an end: what is under way may clear up, nothing new begins. */
export const ending = new AbortController()
const INTERRUPTED = 130

/**
 * Runs the steps one after the other, all of them, and says of each how long it took. A step that throws has failed.
 * Ends with a line for each failure, since the output above is long, and with one line, `N passed, N failed`. Gives the
 * exit code: 1 when something failed or no test ran.
 */
export async function runSteps(steps: readonly Step[], say: (line: string) => void = console.log): Promise<number> {
  const end = (signal: string) => ending.abort(signal)
  process.on('SIGINT', end).on('SIGTERM', end)
  let passed = 0
  const failures: string[] = []
  for (const { name, run } of steps) {
    say(`\n▶ ${name}`)
    const begin = performance.now()
    const outcome = await run().catch((error: unknown) => {
      say(String(error))
      return checked(false, String(error))
    })
    if (ending.signal.aborted) break
    passed += outcome.passed
    failures.push(...outcome.failures.map((failure) => `${name}: ${inOneLine(failure)}`))
    const failed = outcome.failures.length
    const counts = outcome.passed + failed > 0 ? ` (${closingLine(outcome.passed, failed)})` : ''
    say(`${failed > 0 ? '✗' : '✓'} ${name}: ${((performance.now() - begin) / 1000).toFixed(1)} s${counts}`)
  }
  process.off('SIGINT', end).off('SIGTERM', end)
  if (ending.signal.aborted) return INTERRUPTED
  for (const failure of failures) say(`✗ ${failure}`)
  say(`\n${closingLine(passed, failures.length)}`)
  return failures.length > 0 || passed === 0 ? 1 : 0
}

const closingLine = (passed: number, failed: number) => `${passed} passed, ${failed} failed`
const inOneLine = (text: string) => stripVTControlCharacters(text).replace(/\s+/g, ' ').trim().slice(0, FAILURE_LENGTH)
