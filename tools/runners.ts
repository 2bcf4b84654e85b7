import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { checked, ending, type Outcome } from './steps.ts'

export const ROOT = join(import.meta.dirname, '..')

type Options = { readonly env?: Readonly<Record<string, string>>; readonly cwd?: string; readonly silent?: boolean }

/** Runs a script with the product's Node, with inherited output. Returns its exit code. */
export async function runProgram(
  [script, ...args]: readonly string[],
  { env = {}, cwd = ROOT, silent = false }: Options = {},
): Promise<number> {
  const child = spawn(process.execPath, [resolve(ROOT, script!), ...args], {
    cwd,
    env: { ...process.env, ...env },
    stdio: silent ? 'ignore' : ['ignore', 'inherit', 'inherit'],
  })
  // Ctrl-C reaches the program by itself.
  ending.signal.addEventListener('abort', () => ending.signal.reason === 'SIGTERM' && child.kill('SIGTERM'))
  const [code] = (await once(child, 'close')) as [number | null]
  return code ?? 1
}

export const types = async () => checked((await runProgram(['node_modules/typescript/bin/tsc', '--noEmit'])) === 0)
export const lint = async () => checked((await runProgram(['node_modules/@biomejs/biome/bin/biome', 'check'])) === 0)
export const unusedCode = async () => checked((await runProgram(['node_modules/knip/bin/knip.js', '--no-progress'])) === 0)
export const script = async (path: string) => checked((await runProgram([path])) === 0)

/** Runs Vitest and counts by its JSON report; `args` start with its command. A file that cannot be loaded counts as one failed test. */
export function vitest(args: readonly string[] = ['run'], options: Options = {}): Promise<Outcome> {
  return withReport(outcomeOfVitest, (report) => {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    return runProgram(['node_modules/vitest/vitest.mjs', ...args, ...reporters], options)
  })
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

/** Runs a runner that writes a report. An exit code other than 0 without a reported failure counts as one failed test. */
async function withReport(read: (report: Json) => Outcome, run: (file: string) => Promise<number>): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'parcelhall-report-'))
  try {
    const file = join(folder, 'report.json')
    const code = await run(file)
    const found = existsSync(file) ? read(JSON.parse(readFileSync(file, 'utf8'))) : { passed: 0, failures: [] }
    return code !== 0 && found.failures.length === 0 ? { ...found, failures: [`ended with ${code}`] } : found
  } finally {
    rmSync(folder, { recursive: true })
  }
}

// biome-ignore lint/suspicious/noExplicitAny: only a few values of the runners' reports are read
type Json = any

function outcomeOfVitest({ numPassedTests, testResults }: Json): Outcome {
  const failures = testResults
    .filter(({ status }: Json) => status === 'failed')
    .flatMap(({ name, message, assertionResults }: Json) => {
      const failed = assertionResults.filter(({ status }: Json) => status === 'failed')
      const tests = failed.map(({ fullName, failureMessages }: Json) => `${fullName}: ${failureMessages[0]}`)
      return (tests.length > 0 ? tests : [message]).map((text: string) => `${relative(ROOT, name)}: ${text}`)
    })
  return { passed: numPassedTests, failures }
}

function outcomeOfPlaywright({ stats, suites, errors }: Json): Outcome {
  const failed = suites
    .flatMap(specsOf)
    .flatMap(({ file, title, tests }: Json) =>
      tests
        .filter(({ status }: Json) => status === 'unexpected')
        .map(({ results }: Json) => `${file}: ${title}: ${results.at(-1)?.error?.message}`),
    )
  return { passed: stats.expected + stats.flaky, failures: [...failed, ...errors.map(({ message }: Json) => message)] }
}

const specsOf = ({ specs, suites = [] }: Json): Json[] => [...specs, ...suites.flatMap(specsOf)]
