import { execFileSync } from 'node:child_process'
import { appendFileSync, cpSync, existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { devNull } from 'node:os'
import { dirname, join } from 'node:path'
import { temporaryFolder } from '#platform/server/testing/temporary-folder.ts'
import { ROOT, runProgram, vitest } from '../runners.ts'
import { checked, ending, type Outcome, type Print, runLanes, type Step, type Suite } from '../steps.ts'
import { affectedTests } from './affected-tests.ts'

const NAME = 'lost-items'
const OPTIONS = ['--all', '--keep'] as const

type Options = {
  /** Runs all unit and server tests instead of those that a new feature affects. */
  readonly all?: boolean
  /** Keeps the copy. */
  readonly keep?: boolean
  /** Plural, and singular where its end does not show it. */
  readonly names?: readonly string[]
}

/**
 * Runs `npm run new feature lost-items` in a copy of the repository, then what `npm run check` runs, of the unit and server tests
 * only those that a new feature affects: its own, those that import what it changes, and those that list files, operations or
 * tables.
 */
async function checkNewFeature(print: Print, { all = false, keep = false, names = [NAME] }: Options): Promise<Outcome> {
  const folder = temporaryFolder()
  const copy = join(folder, 'copy')
  try {
    copyRepository(copy)
    const total = { passed: 0, failures: [] as string[], suites: [] as Suite[] }
    for (const { name, run, isRequired } of stepsIn(copy, names, all)) {
      if (ending.signal.aborted) break
      print(`  ${name}\n`)
      const begin = performance.now()
      const { passed, failures, suites = [] } = await run(print)
      print(`  ${name}: ${((performance.now() - begin) / 1000).toFixed(1)} s\n`)
      total.passed += passed
      total.suites.push(...suites)
      total.failures.push(...failures.map((failure) => `${name}: ${failure}`))
      if (isRequired && failures.length > 0) break
    }
    return total
  } finally {
    if (keep) print(`  The copy is ${copy}\n`)
    else rmSync(folder, { recursive: true, force: true })
  }
}

/** A step in the copy. `isRequired`: no further step runs when it has failed. */
type CopyStep = Step & { readonly isRequired?: boolean }

/** What a newcomer runs, in the copy; programs that take the root from their own path are the copy's. */
function stepsIn(copy: string, names: readonly string[], all: boolean): readonly CopyStep[] {
  const run =
    (...program: string[]) =>
    async (print: Print) =>
      checked((await runProgram(program, { cwd: copy, print })) === 0)
  const tests = () => {
    const own = `features/${names[0]}/`
    return all ? ['run'] : ['run', '--maxWorkers=1', own, ...affectedTests(copy, changedIn(copy))]
  }
  return [
    {
      name: `npm run new feature ${names.join(' ')}`,
      run: run(join(copy, 'tools/new.ts'), 'feature', ...names),
      isRequired: true,
    },
    // Several checkers repeat half of each other's work, while other tests need the processors.
    { name: 'Types', run: run('node_modules/typescript/bin/tsc', '--noEmit', '--checkers', '1') },
    { name: 'Format and lint', run: run('node_modules/@biomejs/biome/bin/biome', 'check') },
    { name: 'Import rules', run: run(join(copy, 'tools/import-rules/import-rules.ts')) },
    { name: 'Unused code', run: run('node_modules/knip/bin/knip.js', '--no-progress') },
    { name: all ? 'All unit and server tests' : 'Affected tests', run: (print) => vitest(tests(), { cwd: copy, print }) },
  ]
}

export const testOfGenerator = (options: Options = {}): Step => ({
  name: 'Test of the generator',
  run: (print) => checkNewFeature(print, options),
})

/** Runs git in a folder, whatever repository and settings its caller has. */
function gitIn(folder: string, ...args: string[]): string {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')))
  const settings = [
    'safe.directory=*',
    'commit.gpgsign=false',
    `core.hooksPath=${devNull}`,
    'user.name=Test',
    'user.email=test@example.test',
  ]
  return execFileSync('git', [...settings.flatMap((one) => ['-c', one]), ...args], { cwd: folder, encoding: 'utf8', env })
}
const filesOf = (text: string) => text.split('\0').filter(Boolean)

/** Copies what is not ignored, uncommitted changes too, into a repository of its own with one commit. */
function copyRepository(copy: string): void {
  for (const file of filesOf(gitIn(ROOT, 'ls-files', '-z', '--cached', '--others', '--exclude-standard'))) {
    if (!existsSync(join(ROOT, file))) continue
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    cpSync(join(ROOT, file), join(copy, file))
  }
  gitIn(copy, 'init', '--quiet')
  gitIn(copy, 'add', '--all')
  gitIn(copy, 'commit', '--quiet', '--message', 'all: copy for the test of the generator')
  // The pattern node_modules/ of .gitignore matches no link.
  appendFileSync(join(copy, '.git/info/exclude'), 'node_modules\n')
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
}

/** The files that the generator has changed, not those that it has added. */
const changedIn = (copy: string) => filesOf(gitIn(copy, 'diff', '-z', '--name-only'))

if (import.meta.main) {
  const args = process.argv.slice(2)
  const names = args.filter((arg) => !arg.startsWith('--'))
  const wrong = args.filter((arg) => arg.startsWith('--') && !OPTIONS.some((option) => option === arg))
  if (wrong.length > 0) {
    console.error(`Usage: npm run test:new-feature -- [${OPTIONS.join('] [')}] [<plural> [<singular>]]`)
    process.exit(2)
  }
  const options = { all: args.includes('--all'), keep: args.includes('--keep'), ...(names.length > 0 ? { names } : {}) }
  process.exitCode = await runLanes([[testOfGenerator(options)]])
}
