import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import type { JSONReport, JSONReportSpec, JSONReportSuite } from '@playwright/test/reporter'
import type { JsonTestResults } from 'vitest/node'
import { checked, ending, type Outcome, type Print, type Step, type Suite } from './steps.ts'

export const ROOT = join(import.meta.dirname, '..')

type Options = { readonly env?: Readonly<Record<string, string>>; readonly cwd?: string; readonly print?: Print }

/** Runs a script with the product's Node; prints its output. Returns its exit code. */
export async function runProgram(
  [script, ...args]: readonly string[],
  { env = {}, cwd = ROOT, print = () => {} }: Options = {},
): Promise<number> {
  if (ending.signal.aborted) return 1
  const child = spawn(process.execPath, [resolve(ROOT, script!), ...args], {
    cwd,
    env: { ...process.env, ...(process.stdout.isTTY && { FORCE_COLOR: '1' }), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', print)
  // Ctrl-C reaches the program by itself.
  const end = () => ending.signal.reason === 'SIGTERM' && child.kill('SIGTERM')
  ending.signal.addEventListener('abort', end)
  const [code] = (await once(child, 'close')) as [number | null]
  ending.signal.removeEventListener('abort', end)
  return code ?? 1
}

/** A step that passes when the script's exit code is 0. */
const check = (name: string, ...program: readonly string[]): Step => ({
  name,
  run: async (print) => checked((await runProgram(program, { print })) === 0),
})
export const types = check('Types', 'node_modules/typescript/bin/tsc', '--noEmit')
export const lint = check('Format and lint', 'node_modules/@biomejs/biome/bin/biome', 'check')
export const importRules = check('Import rules', 'tools/import-rules/import-rules.ts')
export const lengths = check('Lengths', 'tools/import-rules/lengths.ts')
export const unusedCode = check('Unused code', 'node_modules/knip/bin/knip.js', '--no-progress')
export const bundleSize = check('Bundle size', 'tools/bundle-size.ts')

/** Runs Vitest and counts by its JSON report; `args` start with its command. A file that cannot be loaded counts as one failed test. */
export function vitest(args: readonly string[] = ['run'], options: Options = {}): Promise<Outcome> {
  return withReport(
    (report: JsonTestResults) => outcomeOfVitest(report, options.cwd),
    (report) => {
      const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
      return runProgram(['node_modules/vitest/vitest.mjs', ...args, ...reporters], options)
    },
  )
}

/** Runs Playwright and counts by its JSON report. A test that passed at its second attempt has passed. */
export function playwright(args: readonly string[] = [], { env, ...options }: Options = {}): Promise<Outcome> {
  return withReport(outcomeOfPlaywright, (report) =>
    runProgram(['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json', ...args], {
      ...options,
      env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    }),
  )
}

export const unitTests: Step = { name: 'Unit and server tests', run: (print) => vitest(['run'], { print }) }
/** The browser tests of these specs, or of all. */
export const browserTests = (specs: readonly string[] = []): Step => ({
  name: specs.length > 0 ? `Browser tests of ${specs.join(', ')}` : 'Browser tests',
  run: (print) => playwright(specs, { print }),
})

/** Runs a runner that writes a report. An exit code other than 0 without a reported failure counts as one failed test. */
async function withReport<Report>(read: (report: Report) => Outcome, run: (file: string) => Promise<number>): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'parcelhall-report-'))
  try {
    const file = join(folder, 'report.json')
    const code = await run(file)
    const found = existsSync(file) ? read(JSON.parse(readFileSync(file, 'utf8'))) : { passed: 0, failures: [], suites: [] }
    return code !== 0 && found.failures.length === 0 ? { ...found, failures: [`ended with ${code}`] } : found
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function outcomeOfVitest({ numPassedTests, testResults }: JsonTestResults, root = ROOT): Outcome {
  const failures = testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed')
      const tests = failed.map(({ fullName, failureMessages }) => `${fullName}: ${failureMessages?.[0]}`)
      return (tests.length > 0 ? tests : [message]).map((text) => `${relative(root, name)}: ${text}`)
    })
  const suites = testResults.map(({ name, startTime, endTime }) => ({
    name: relative(root, name),
    seconds: (endTime - startTime) / 1000,
  }))
  return { passed: numPassedTests, failures, suites }
}

function outcomeOfPlaywright({ stats, suites, errors }: JSONReport): Outcome {
  const specs = suites.flatMap(specsOf)
  const failed = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected')
      .map(({ results }) => `${file}: ${title}: ${results.at(-1)?.error?.message}`),
  )
  const seconds = new Map<string, number>()
  for (const { file, tests } of specs)
    for (const { duration } of tests.flatMap(({ results }) => results))
      seconds.set(file, (seconds.get(file) ?? 0) + duration / 1000)
  return {
    passed: stats.expected + stats.flaky,
    failures: [...failed, ...errors.map(({ message }) => `${message}`)],
    suites: [...seconds].map(([name, seconds]): Suite => ({ name, seconds })),
  }
}

const specsOf = ({ specs, suites = [] }: JSONReportSuite): JSONReportSpec[] => [...specs, ...suites.flatMap(specsOf)]
