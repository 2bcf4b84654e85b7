import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { ImportDetail } from '#features/imports/contract.ts'
import { csvLine } from '#platform/csv.ts'
import type { Bench } from '../bench.ts'
import { ask, signIn } from '../client.ts'
import type { Gate } from '../gates.ts'
import { memoryOf, timed } from '../load.ts'
import { repetitions, rows } from '../scale.ts'

/** New residents of the file, in an organisation that already has some. */
const LINES = rows(100_000)
const ORGANISATION = 1
/** MB by which the server may grow during the import. */
const MEMORY = 150
/** Interval of the requests of other users, in ms: short enough for a p99 over one import. Idle is measured about as long. */
const PAUSE_MS = 100
const IDLE_MS = repetitions(20_000)
const WARM_UP = repetitions(100)
const POLL_MS = 50
const COPIED = 'bench_copied_residents'

type PropertyAndBuilding = { property: string; building: string }

function fileOf(places: readonly PropertyAndBuilding[]): string {
  const lines = [csvLine(['Property', 'Building', 'UnitNumber', 'FirstName', 'LastName', 'Email', 'MobilePhone', 'ExternalId'])]
  for (let i = 0; i < LINES; i += 1) {
    const { property, building } = places[i % places.length] as PropertyAndBuilding
    const person = [`Ada${i % 997}`, `Import${i}`, `i${i}@example.test`, `+44 7700 ${String(900_000 + (i % 99_999))}`]
    lines.push(csvLine([property, building, String(i % 9000), ...person, `PMS${i}`]))
  }
  return lines.join('')
}

/**
 * An import of 100,000 residents from the upload to the end, against COPY of the same rows into a table with the same indexes and
 * keys; the latency of other requests during the import; the memory of the server.
 */
export async function residentImport({ product, connect }: Bench): Promise<Gate[]> {
  await using undo = new AsyncDisposableStack()
  const owner = await connect('superuser')
  // Lines of an interrupted run would not be new.
  await deleteImports(owner)
  undo.defer(() => deleteImports(owner))
  const { rows: places } = await owner.query<PropertyAndBuilding>(
    `select p.name as property, b.name as building from buildings b join properties p on p.id = b.property_id
     join organisations o on o.id = b.organisation_id where o.system_name = $1 order by b.id`,
    [`bench${ORGANISATION}`],
  )
  const token = await signIn(product.address, 'manager', ORGANISATION)
  const api = `${product.address}/api`
  const others = [
    () => ask(`${api}/resident/getallresidents`, token, { PageSize: 20, LastName: 'Okafor' }),
    () => ask(`${api}/packages/getpackages`, token, { PageSize: 20 }),
  ]
  const file = new Blob([fileOf(places)])
  await timed(WARM_UP, async () => {
    for (const request of others) await request()
  })
  const before = memoryOf(product.pid)
  const meanwhile = <T>(work: () => Promise<T>) => watched(product.pid, others, work)
  const idle = await meanwhile(() => sleep(IDLE_MS))
  const began = performance.now()
  const { result, p99, most } = await meanwhile(() => imported(api, token, file))
  const { importId, steps, ended } = result
  const took = ended - began
  const { result: copy } = await meanwhile(() => copied(owner, importId))
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
  return [
    {
      name: `import of ${LINES} residents against COPY of the same rows`,
      ratio: took / copy,
      bound: { atMost: 2 },
      figures: `${seconds(took)} (${steps.map(seconds).join(' to check, ')} to apply) against ${seconds(copy)}`,
    },
    {
      name: 'import: p99 of other requests against idle',
      ratio: p99 / idle.p99,
      bound: { atMost: 2 },
      figures: `${p99.toFixed(1)} against ${idle.p99.toFixed(1)} ms`,
    },
    {
      name: `import: memory of the server, of ${MEMORY} MB more`,
      ratio: (most - before) / MEMORY,
      bound: { atMost: 1 },
      figures: `${before.toFixed(0)} to ${most.toFixed(0)} MB`,
    },
  ]
}

/** Times requests one by one and samples the memory while `work` runs. */
async function watched<T>(pid: number, others: readonly (() => Promise<unknown>)[], work: () => Promise<T>) {
  let hasEnded = false
  let most = 0
  const took: number[] = []
  const asking = async () => {
    while (!hasEnded) {
      for (const request of others) {
        const began = performance.now()
        await request()
        took.push(performance.now() - began)
      }
      most = Math.max(most, memoryOf(pid))
      await sleep(PAUSE_MS)
    }
  }
  const working = work().finally(() => {
    hasEnded = true
  })
  const [result] = await Promise.all([working, asking()])
  const sorted = took.toSorted((a, b) => a - b)
  return { result, p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0, most }
}

/** Uploads and applies a file; returns the ms of the check and of the import, and when it ended. */
async function imported(api: string, token: string, file: Blob) {
  const preload = await ask<{ Organisation: { Id: string } }>(`${api}/postlogin/preload`, token)
  const organisationId = preload.Organisation.Id
  const form = new FormData()
  form.set('file', file, 'residents.csv')
  const began = performance.now()
  const headers = { authorization: `Bearer ${token}` }
  const reply = await fetch(`${api}/organisation/${organisationId}/residents`, { method: 'POST', headers, body: form })
  if (!reply.ok) throw new Error(`upload: ${reply.status} ${await reply.text()}`)
  const { Id } = (await reply.json()) as { Id: string }
  const untilStatus = async (status: string) => {
    for (;;) {
      const job = await ask<ImportDetail>(`${api}/importfile/${Id}`, token)
      if (job.Status === status) return job
      if (job.Status === 'Failed') throw new Error(`import: ${job.Failure}`)
      await sleep(POLL_MS)
    }
  }
  const { New } = await untilStatus('Ready')
  if (New !== LINES) throw new Error(`import: ${New} of ${LINES} lines are new`)
  const checked = performance.now()
  await ask(`${api}/importfile/save`, token, { Id, Apply: true })
  await untilStatus('Done')
  const ended = performance.now()
  return { importId: Id, steps: [checked - began, ended - checked], ended }
}

/** The ms of COPY of the imported residents, in the order of the file, into a table with the same columns, indexes and keys. */
async function copied(owner: pg.Client, importId: string): Promise<number> {
  const file = join(tmpdir(), `parcelhall-bench-${importId}.copy`)
  const { rows } = await owner.query<{ names: string }>(
    `select string_agg(quote_ident(column_name), ', ' order by ordinal_position) as names from information_schema.columns
     where table_schema = 'public' and table_name = 'residents' and is_generated = 'NEVER'`,
  )
  const names = rows[0]!.names
  await using undo = new AsyncDisposableStack()
  undo.defer(() => rmSync(file, { force: true }))
  const dropTable = async () => {
    await owner.query(`drop table if exists ${COPIED}`)
  }
  await dropTable()
  undo.defer(dropTable)
  await owner.query(`create table ${COPIED} (like residents including all)`)
  await owner.query(
    `alter table ${COPIED} add foreign key (organisation_id, property_id, building_id) references buildings (organisation_id, property_id, id)`,
  )
  await owner.query(
    `copy (select ${names} from residents join (select resident_id as id, line from import_rows where import_id = '${importId}') as one using (id)
     order by line) to '${file}'`,
  )
  const began = performance.now()
  await owner.query(`copy ${COPIED} (${names}) from '${file}'`)
  return performance.now() - began
}

/** Deletes all imports of the organisation with their residents. */
async function deleteImports(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ organisation_id: string; id: string }>(
    `select j.organisation_id, j.id from import_jobs j join organisations o on o.id = j.organisation_id where o.system_name = $1`,
    [`bench${ORGANISATION}`],
  )
  for (const { organisation_id, id } of rows) await deleteImport(owner, organisation_id, id)
}

/** Deletes an import with its residents, without triggers, and recomputes the counters. */
async function deleteImport(owner: pg.Client, organisationId: string, importId: string): Promise<void> {
  await owner.query('analyze import_rows, audit')
  await owner.query('set session_replication_role = replica')
  const imported = `select resident_id from import_rows where import_id = '${importId}'`
  await owner.query(`delete from audit where organisation_id = '${organisationId}' and subject_id in (${imported})`)
  await owner.query(`delete from residents where organisation_id = '${organisationId}' and id in (${imported})`)
  for (const table of ['import_rows', 'import_moves']) await owner.query(`delete from ${table} where import_id = '${importId}'`)
  await owner.query(`delete from import_jobs where id = '${importId}'`)
  await owner.query(`delete from resident_counts where organisation_id = '${organisationId}'`)
  await owner.query(
    `insert into resident_counts (organisation_id, property_id, building_id, facet, residents)
     select organisation_id, property_id, building_id, facet, count(*) from residents
     where organisation_id = '${organisationId}' and deleted_at is null group by 1, 2, 3, 4`,
  )
  await owner.query('set session_replication_role = origin')
  await owner.query('vacuum analyze residents, audit')
}
