import { importRules, lengths, lint, types, unitTests, unusedCode } from './runners.ts'
import { runLanes, type Step } from './steps.ts'

/** The checks that need neither a browser nor a database. */
export const checks: readonly Step[] = [types, lint, importRules, lengths, unusedCode]

if (import.meta.main) process.exitCode = await runLanes([[...checks, unitTests]])
