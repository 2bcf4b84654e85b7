import pg from 'pg'
import type { Bench } from './bench.ts'
import { type Gate, report } from './gates.ts'
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
import { type Process, startBare, startProduct } from './processes.ts'
import { benchCluster } from './seed.ts'

/** Resident memory of the server after the load, in MB. */
const MEMORY_LIMIT = 250

type Measure = (bench: Bench) => Promise<Gate[]>
const MEASURES: Readonly<Record<string, Measure>> = {
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
  live,
  memory,
}
/** Measures that need none of the seeded databases. */
const ALONE: Readonly<Record<string, () => Promise<Gate[]>>> = { notices, start }

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

/** Runs all measures; `npm run bench -- summary` runs selected ones. */
async function run(names: readonly string[]): Promise<boolean> {
  const gates: Gate[] = []
  const seeded = names.filter((name) => name in MEASURES)
  try {
    if (seeded.length > 0) gates.push(...(await runSeeded(seeded)))
    for (const name of names) if (name in ALONE) gates.push(...(await ALONE[name]!()))
    return report(gates, print)
  } catch (error) {
    console.error(error)
    return false
  }
}

const print = (line: string) => console.log(line)

/** Runs measures on the seeded databases. */
async function runSeeded(names: readonly string[]): Promise<Gate[]> {
  const cluster = await benchCluster(print)
  const started: Process[] = []
  const keep = async (process: Promise<Process>) => {
    started.push(await process)
    return started.at(-1)!
  }
  try {
    const urls = { app: cluster.url('bench_large', 'parcelhall_app'), superuser: cluster.url('bench_large', 'postgres') }
    const connect = async (as: 'app' | 'superuser') => {
      const client = new pg.Client({ connectionString: urls[as] })
      // After a failed measure, the connection ends with the cluster.
      client.on('error', () => {})
      await client.connect()
      return client
    }
    const owner = await connect('superuser')
    const { rows } = await owner.query(`select id from organisations where system_name = 'bench0'`)
    await owner.end()
    const bench: Bench = {
      product: await keep(startProduct(urls.app)),
      small: await keep(startProduct(cluster.url('bench_small', 'parcelhall_app'))),
      bare: await keep(startBare(urls.superuser)),
      organisationId: rows[0].id,
      appUrl: urls.app,
      connect,
    }
    const gates: Gate[] = []
    for (const name of names) gates.push(...(await MEASURES[name]!(bench)))
    return gates
  } catch (error) {
    // Logged before the cluster stops, which breaks open connections of the measure.
    console.error(error)
    throw new Error('a measure failed')
  } finally {
    for (const process of started.reverse()) await process.stop()
    await cluster.stop()
  }
}

const names = process.argv.slice(2)
const every = { ...MEASURES, ...ALONE }
const unknown = names.find((name) => !(name in every))
if (unknown) throw new Error(`${unknown} is none of ${Object.keys(every).join(', ')}`)
process.exitCode = (await run(names.length ? names : Object.keys(every))) ? 0 : 1
