import { stripVTControlCharacters } from 'node:util'

/** The result of a step: passed tests, and each failure with its reason. A check without tests counts only when it fails, as one. */
export type Outcome = { readonly passed: number; readonly failures: readonly string[] }
export type Step = { readonly name: string; run(): Promise<Outcome> }

/** The result of a check without tests. */
export const checked = (isKept: boolean, reason = 'see its output above'): Outcome => ({
  passed: 0,
  failures: isKept ? [] : [reason],
})

/** Length of a failure repeated at the end: expected and received values, not the whole page. */
const FAILURE_LENGTH = 700

/** Aborted, with the signal as its reason, on SIGINT or SIGTERM: running steps may clean up, no further one starts. */
export const ending = new AbortController()
const INTERRUPTED = 130

/**
 * Runs all steps one after the other and logs the time of each. A step that throws has failed. Ends with a line for each
 * failure, since the output above is long, and with one line, `N passed, N failed`. Returns the exit code: 1 when
 * something failed or no test ran.
 */
export async function runSteps(steps: readonly Step[], log: (line: string) => void = console.log): Promise<number> {
  const end = (signal: string) => ending.abort(signal)
  process.on('SIGINT', end).on('SIGTERM', end)
  let passed = 0
  const failures: string[] = []
  for (const { name, run } of steps) {
    log(`\n▶ ${name}`)
    const begin = performance.now()
    const outcome = await run().catch((error: unknown) => {
      log(String(error))
      return checked(false, String(error))
    })
    if (ending.signal.aborted) break
    passed += outcome.passed
    failures.push(...outcome.failures.map((failure) => `${name}: ${inOneLine(failure)}`))
    const failed = outcome.failures.length
    const counts = outcome.passed + failed > 0 ? ` (${closingLine(outcome.passed, failed)})` : ''
    log(`${failed > 0 ? '✗' : '✓'} ${name}: ${((performance.now() - begin) / 1000).toFixed(1)} s${counts}`)
  }
  process.off('SIGINT', end).off('SIGTERM', end)
  if (ending.signal.aborted) return INTERRUPTED
  for (const failure of failures) log(`✗ ${failure}`)
  log(`\n${closingLine(passed, failures.length)}`)
  return failures.length > 0 || passed === 0 ? 1 : 0
}

const closingLine = (passed: number, failed: number) => `${passed} passed, ${failed} failed`
const inOneLine = (text: string) => stripVTControlCharacters(text).replace(/\s+/g, ' ').trim().slice(0, FAILURE_LENGTH)
