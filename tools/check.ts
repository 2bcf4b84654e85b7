import { lint, script, types, vitest } from './runners.ts'
import { runSteps, type Step } from './steps.ts'

/** Everything that needs no browser: types, style, import rules, tests of units and of the server. */
export const checks: readonly Step[] = [
  { name: 'Types', run: types },
  { name: 'Style', run: lint },
  { name: 'Import rules', run: () => script('tools/import-rules.ts') },
  { name: 'Tests of units and of the server', run: vitest },
]

if (import.meta.main) process.exitCode = await runSteps(checks)
