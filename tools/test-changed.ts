import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { coverageRows, pathOf } from './coverage.ts'
import { browserTests, ROOT, vitest } from './runners.ts'
import { runLanes, type Step } from './steps.ts'

const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()

/** The commit where the branch left `main`; on `main` itself, the last commit. */
function baseCommit(): string {
  const hasMain = git('branch', '--list', 'main') !== ''
  return hasMain ? git('merge-base', 'main', 'HEAD') : git('rev-parse', 'HEAD')
}

const changedSince = (base: string): string[] =>
  [git('diff', '--name-only', base), git('ls-files', '--others', '--exclude-standard')].join('\n').split('\n').filter(Boolean)

/** The folder by which a file is related to browser tests: a feature, an app, or a part of the platform's portal. */
const areaOf = (file: string): string | undefined =>
  /^(features\/[^/]+|apps\/[^/]+\/[^/]+|platform\/portal\/[^/]+)\//.exec(file)?.[1]

/** The browser specs that changed, and those that docs/coverage names for a changed feature. All when their fixtures changed. */
export function specsFor(changed: readonly string[], rows = coverageRows()): string[] {
  const isTest = (file: string) => /\.test\.tsx?$/.test(file) || file.includes('/testing/')
  if (changed.some((file) => /^(e2e\/(fixtures|product)\.ts|playwright\.config\.ts)$/.test(file))) return ['e2e']
  const areas = new Set(changed.filter((file) => !isTest(file)).map(areaOf))
  const named = rows
    .filter(({ files }) => files.some((file) => areas.has(areaOf(relative(ROOT, pathOf(file))) ?? '')))
    .flatMap(({ tests }) => tests.map(({ file }) => file))
  const specs = [...changed, ...named].filter((file) => /^e2e\/.*\.spec\.ts$/.test(file) && existsSync(join(ROOT, file)))
  return [...new Set(specs)].sort()
}

if (import.meta.main) {
  const base = process.argv[2] ?? baseCommit()
  const specs = specsFor(changedSince(base))
  const unitTests: Step = {
    name: 'Unit and server tests of what changed',
    run: (print) => vitest(['run', `--changed=${base}`, '--passWithNoTests'], { print }),
  }
  process.exitCode = await runLanes(specs.length > 0 ? [[unitTests], [browserTests(specs)]] : [[unitTests]])
}
