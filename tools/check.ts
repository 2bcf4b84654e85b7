import { lint, script, types, unusedCode, vitest } from './runners.ts'
import { runSteps, type Step } from './steps.ts'

/** The checks and tests that need no browser. */
export const checks: readonly Step[] = [
  { name: 'Types', run: types },
  { name: 'Format and lint', run: lint },
  { name: 'Import rules', run: () => script('tools/import-rules/import-rules.ts') },
  { name: 'Unused code', run: unusedCode },
  { name: 'Unit and server tests', run: vitest },
]

if (import.meta.main) process.exitCode = await runSteps(checks)
