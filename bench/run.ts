import type { Bench } from './bench.ts'
import { closingLines, exitCodeOf, type Gate } from './gates.ts'
import { memoryOf } from './load.ts'
import { auditTrail } from './measures/audit-trail.ts'
import { designer } from './measures/designer.ts'
import { live } from './measures/live.ts'
import { notices } from './measures/notices.ts'
import { opening } from './measures/opening.ts'
import { packageChanges } from './measures/package-changes.ts'
import { bulkExtension, packageLists, packagesCsv } from './measures/package-lists.ts'
import { packagePages } from './measures/package-pages.ts'
import { partSearch } from './measures/part-search.ts'
import { reports } from './measures/reports.ts'
import { residentImport } from './measures/resident-import.ts'
import { residents } from './measures/residents.ts'
import { start } from './measures/start.ts'
import { organisationList, structure } from './measures/structure.ts'
import { summary } from './measures/summary.ts'
import { runMeasures } from './run-measures.ts'
import { isQuick, QUICK } from './scale.ts'
import { seededBench } from './seeded.ts'

/** Resident memory of the server after the load, in MB. */
const MEMORY_LIMIT = 250
/** Seconds after which a measure has failed. */
const LIMIT_SECONDS = 1500

const SEEDED: Readonly<Record<string, (bench: Bench) => Promise<readonly Gate[]>>> = {
  packagePages,
  packageLists,
  packagesCsv,
  bulkExtension,
  packageChanges,
  partSearch,
  residents,
  structure,
  organisationList,
  auditTrail,
  reports,
  import: residentImport,
  summary,
  designer,
  opening,
  memory,
}
/** Measures that need none of the seeded databases. */
const ALONE: Readonly<Record<string, () => Promise<readonly Gate[]>>> = { live, notices, start }

async function memory({ product }: Bench): Promise<Gate[]> {
  const used = memoryOf(product.pid)
  return [
    {
      name: 'memory of the server after the load, of 250 MB',
      ratio: used / MEMORY_LIMIT,
      bound: { atMost: 1 },
      figures: `${used.toFixed(0)} MB`,
    },
  ]
}

/** Runs these measures, with `--quick` at a tenth of the size. Returns the exit code. */
async function run(names: readonly string[]): Promise<number> {
  const began = performance.now()
  const seeded = seededBench(print)
  if (names.some((name) => name in SEEDED)) await seeded.seed()
  const measureOf = (name: string) => (name in SEEDED ? seeded.measure(SEEDED[name]!) : ALONE[name]!)
  const measures = Object.fromEntries(names.map((name) => [name, measureOf(name)]))
  const outcomes = await runMeasures(measures, { print, limitSeconds: LIMIT_SECONDS, giveUp: seeded.stopProcesses })
  await seeded.stop()
  for (const line of closingLines(outcomes)) print(line)
  if (isQuick) print('A tenth of the rows: the bounds are those of the full size.')
  print(`${((performance.now() - began) / 60_000).toFixed(1)} min`)
  return exitCodeOf(outcomes)
}

const print = (line: string) => console.log(line)

const every = [...Object.keys(SEEDED), ...Object.keys(ALONE)]
const names = process.argv.slice(2).filter((name) => name !== QUICK)
const unknown = names.find((name) => !every.includes(name))
if (unknown) {
  print(`Usage: npm run bench [-- [${QUICK}] [measure …]]\nWithout a measure, all run: ${every.join(', ')}.`)
  process.exit(2)
}
// A measure that was given up may still be running.
process.exit(await run(names.length ? names : every))
