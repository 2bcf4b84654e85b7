import { stripVTControlCharacters } from 'node:util'

/** The result of a step: passed tests, and each failure with its reason. A check without tests counts only when it fails, as one. */
export type Outcome = { readonly passed: number; readonly failures: readonly string[]; readonly suites?: readonly Suite[] }
/** A test file, and the seconds of its tests. */
export type Suite = { readonly name: string; readonly seconds: number }
/** Receives what a step prints, in pieces of any length. */
export type Print = (text: string) => void
export type Step = { readonly name: string; run(print: Print): Promise<Outcome> }

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

type Result = { readonly step: string; readonly outcome: Outcome; readonly seconds: number }

/**
 * Runs lanes at once, and the steps of a lane one after the other. The output of a lane is in one piece: that of the first
 * as it comes, that of the others after it. A step that throws has failed; the others continue. Ends with the seconds of
 * each step and each test file, a line for each failure, since the output above is long, and one line, `N passed, N failed`.
 * @returns the exit code: 1 when something failed or no test ran
 */
export async function runLanes(lanes: readonly (readonly Step[])[], print: Print = write): Promise<number> {
  const end = (signal: string) => ending.abort(signal)
  process.on('SIGINT', end).on('SIGTERM', end)
  const results: Result[] = []
  const outputs = lanes.map(() => createBuffer())
  const running = lanes.map((steps, index) => runLane(steps, outputs[index]!.print))
  for (const [index, lane] of running.entries()) {
    outputs[index]!.passTo(print)
    results.push(...(await lane))
  }
  process.off('SIGINT', end).off('SIGTERM', end)
  if (ending.signal.aborted) return INTERRUPTED
  return summary(results, (line) => print(`${line}\n`))
}

async function runLane(steps: readonly Step[], print: Print): Promise<Result[]> {
  const results: Result[] = []
  for (const { name, run } of steps) {
    print(`\n▶ ${name}\n`)
    const begin = performance.now()
    const outcome = await run(print).catch((error: unknown) => {
      print(`${error}\n`)
      return checked(false, String(error))
    })
    if (ending.signal.aborted) break
    results.push({ step: name, outcome, seconds: (performance.now() - begin) / 1000 })
    print(`${lineOf(results.at(-1)!)}\n`)
  }
  return results
}

/** Keeps what is printed until it is passed to another output, and from then on passes everything. */
function createBuffer() {
  const texts: string[] = []
  let next: Print = (text) => texts.push(text)
  return {
    print: (text: string) => next(text),
    passTo: (print: Print) => {
      for (const text of texts.splice(0)) print(text)
      next = print
    },
  }
}

function lineOf({ step, outcome: { passed, failures }, seconds }: Result): string {
  const counts = passed + failures.length > 0 ? ` (${closingLine(passed, failures.length)})` : ''
  return `${failures.length > 0 ? '✗' : '✓'} ${step}: ${seconds.toFixed(1)} s${counts}`
}

/** Logs the seconds and the totals; returns the exit code. */
function summary(results: readonly Result[], log: (line: string) => void): number {
  for (const { step, outcome } of results) for (const line of suiteLines(outcome.suites ?? [])) log(`${line}  ${step}`)
  for (const result of results) log(lineOf(result))
  const failures = results.flatMap(({ step, outcome }) => outcome.failures.map((failure) => `${step}: ${inOneLine(failure)}`))
  for (const failure of failures) log(`✗ ${failure}`)
  const passed = results.reduce((sum, { outcome }) => sum + outcome.passed, 0)
  log(`\n${closingLine(passed, failures.length)}`)
  return failures.length > 0 || passed === 0 ? 1 : 0
}

/** The suites with their seconds, the longest first; those below a second as one line. */
function suiteLines(suites: readonly Suite[]): string[] {
  const [short = [], long = []] = [true, false].map((isShort) => suites.filter(({ seconds }) => seconds < 1 === isShort))
  const all = long.toSorted((one, other) => other.seconds - one.seconds)
  if (short.length > 0)
    all.push({ name: `${short.length} files below 1 s`, seconds: short.reduce((sum, { seconds }) => sum + seconds, 0) })
  return all.map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${name}`)
}

const write: Print = (text) => process.stdout.write(text)
const closingLine = (passed: number, failed: number) => `${passed} passed, ${failed} failed`
const inOneLine = (text: string) => stripVTControlCharacters(text).replace(/\s+/g, ' ').trim().slice(0, FAILURE_LENGTH)
