import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { to as copyTo } from 'pg-copy-streams'
import { REPORT_NAMES, type ReportName } from '#features/reports/reports.ts'
import type { RunRow } from '#features/reports/runs-contract.ts'
import type { Bench } from '../bench.ts'
import { ask, signIn } from '../client.ts'
import type { Gate } from '../gates.ts'
import { medianOf, memoryOf, timed } from '../load.ts'
import { repetitions, rows as scaled } from '../scale.ts'
import { pageTurns } from './page-turns.ts'

/** Documents that are begun for the first page of each report, and limit in ms. */
const FIRST_PAGES = repetitions(10)
const FIRST_PAGE_MS = 300
/** Requests of a list for its 99th percentile. */
const LISTS = repetitions(200)
const MEMORY_MB = 250
const CSV_MEMORY_MB = 50

type Source = { readonly report: ReportName; readonly values: Record<string, unknown> }
type Document = { readonly url: string }

/** A viewer of the report service. */
async function openViewer(address: string, token: string) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const send = async <T>(path: string, body: unknown): Promise<T> => {
    const reply = await fetch(`${address}/api/reports${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
    return (await reply.json()) as T
  }
  const { clientId } = await send<{ clientId: string }>('/clients', {})
  return {
    begin: async ({ report, values }: Source, Format: string): Promise<Document> => {
      const client = `/clients/${clientId}`
      const input = { Report: report, ParameterValues: values }
      const { instanceId } = await send<{ instanceId: string }>(`${client}/instances`, input)
      const instance = `${client}/instances/${instanceId}`
      const { documentId } = await send<{ documentId: string }>(`${instance}/documents`, { Format })
      return { url: `${address}/api/reports${instance}/documents/${documentId}` }
    },
    /** The reply once it is ready (200). */
    ready: async (url: string): Promise<unknown> => {
      for (;;) {
        const reply = await fetch(url, { headers })
        if (reply.status !== 200 && reply.status !== 202) throw new Error(`${url}: ${reply.status} ${await reply.text()}`)
        const body: unknown = await reply.json()
        if (reply.status === 200) return body
      }
    },
    /** Bytes of a file. */
    download: async ({ url }: Document): Promise<number> => (await (await fetch(url, { headers })).arrayBuffer()).byteLength,
    remove: ({ url }: Document) => fetch(url, { method: 'DELETE', headers }),
  }
}
type Viewer = Awaited<ReturnType<typeof openViewer>>

/** Reports at a million packages: the first page of each, files of several sizes, and a list while a file is made. */
export async function reports({ product, connect, organisationId }: Bench): Promise<Gate[]> {
  await using undo = new AsyncDisposableStack()
  const owner = await connect('superuser')
  const began = new Date()
  undo.defer(async () => {
    await owner.query('delete from report_runs where organisation_id = $1 and started_at >= $2', [organisationId, began])
  })
  const { rows } = await owner.query<{ id: string }>('select id from properties where organisation_id = $1 order by id', [
    organisationId,
  ])
  const { rows: people } = await owner.query<{ tenants: number }>(
    'select count(*)::int as tenants from residents where organisation_id = $1 and deleted_at is null and occupancy_status <> 3',
    [organisationId],
  )
  const each = people[0]!.tenants / rows.length
  const properties = (count: number) => rows.slice(0, Math.max(1, Math.floor(count / each))).map(({ id }) => id)
  const token = await signIn(product.address, 'manager')
  const viewer = await openViewer(product.address, token)
  const gates: Gate[] = []
  for (const report of REPORT_NAMES) gates.push(await firstPage(viewer, report))

  const tenantsOf = (count: number): Source => ({ report: 'Tenants', values: { PropertyIds: properties(count) } })
  const small: Source = { report: 'ActivePackages', values: { PropertyIds: properties(1) } }
  const lastRun = async () =>
    (await ask<{ Data: RunRow[] }>(`${product.address}/api/reportrun/getpaged`, token, { PageSize: 1 })).Data[0]!
  const file = async (source: Source, format: string) => {
    const before = memoryOf(product.pid)
    let most = before
    const sampled = setInterval(() => {
      most = Math.max(most, memoryOf(product.pid))
    }, 50)
    const began = performance.now()
    try {
      const document = await viewer.begin(source, format)
      await viewer.ready(`${document.url}/info`)
      const bytes = await viewer.download(document)
      const ms = performance.now() - began
      const { RowCount } = await lastRun()
      await viewer.remove(document)
      const figures = `${RowCount} rows, ${(bytes / 1e6).toFixed(1)} MB, ${ms.toFixed(0)} ms, memory ${before.toFixed(0)} to ${most.toFixed(0)} MB`
      return { ms, most, grown: most - before, figures }
    } finally {
      clearInterval(sampled)
    }
  }
  await file(small, 'PDF')
  for (const [source, limit] of [
    [small, 150],
    [tenantsOf(scaled(10_000)), 3_000],
    [tenantsOf(scaled(100_000)), 30_000],
  ] as const) {
    const { ms, figures, most } = await file(source, 'PDF')
    gates.push({ name: `PDF within ${limit} ms`, ratio: ms / limit, bound: { atMost: 1 }, figures })
    gates.push({ name: `PDF: memory of ${MEMORY_MB} MB`, ratio: most / MEMORY_MB, bound: { atMost: 1 }, figures })
  }

  const large = tenantsOf(scaled(100_000))
  const chosen = (large.values.PropertyIds as string[]).map((id) => `'${id}'`).join(', ')
  const copyBegan = performance.now()
  const copy =
    copyTo(`copy (select r.unit_number, r.full_name, r.is_active, r.email, r.mobile_phone, r.is_out_of_town, b.name, o.name
    from residents r join buildings b on b.organisation_id = r.organisation_id and b.id = r.building_id
    join properties o on o.organisation_id = r.organisation_id and o.id = r.property_id
    where r.organisation_id = '${organisationId}' and r.deleted_at is null and r.occupancy_status <> 3
    and r.property_id in (${chosen})
    order by o.name, b.name, b.id, r.unit_number collate natural_order, r.full_name, r.id) to stdout with (format csv)`)
  await pipeline(owner.query(copy), new Writable({ write: (_chunk, _encoding, done) => done() }))
  const bare = performance.now() - copyBegan
  for (const [format, times] of [
    ['XLSX', 6],
    ['CSV', 1.5],
  ] as const) {
    const { ms, grown, figures } = await file(large, format)
    const against = `${figures}, COPY ${bare.toFixed(0)} ms`
    gates.push({ name: `${format} against COPY`, ratio: ms / bare, bound: { atMost: times }, figures: against })
    if (format === 'CSV')
      gates.push({ name: 'CSV: memory, of 50 MB more', ratio: grown / CSV_MEMORY_MB, bound: { atMost: 1 }, figures })
  }
  gates.push(await listMeanwhile(product.address, token, viewer, large))
  gates.push(await pageTurns(product.address, token, properties(1_000)))
  return gates
}

/** From the request of a document to its first page. */
async function firstPage(viewer: Viewer, report: ReportName): Promise<Gate> {
  const took: number[] = []
  for (let i = 0; i <= FIRST_PAGES; i++) {
    const began = performance.now()
    const document = await viewer.begin({ report, values: {} }, 'HTML5Interactive')
    await viewer.ready(`${document.url}/pages/1`)
    // The first one compiles code.
    if (i > 0) took.push(performance.now() - began)
    await viewer.remove(document)
  }
  const [median, most] = [medianOf(took), Math.max(...took)]
  return {
    name: `report ${report}: first page`,
    ratio: median / FIRST_PAGE_MS,
    bound: { atMost: 1 },
    figures: `median ${median.toFixed(0)}, most ${most.toFixed(0)} of ${FIRST_PAGE_MS} ms`,
  }
}

/** A list of packages while the largest file is made, against the same list alone. */
async function listMeanwhile(address: string, token: string, viewer: Viewer, source: Source): Promise<Gate> {
  const page = () => ask(`${address}/api/packages/getpackages`, token, { PageIndex: 1, PageSize: 20 })
  await timed(LISTS, page)
  const idle = await timed(LISTS, page)
  const document = await viewer.begin(source, 'PDF')
  const busy = await timed(LISTS, page)
  await viewer.remove(document)
  return {
    name: `list of packages while a PDF of ${scaled(100_000)} rows is made: p99 against idle`,
    ratio: busy.p99 / idle.p99,
    bound: { atMost: 2 },
    figures: `p99 ${busy.p99.toFixed(1)} against ${idle.p99.toFixed(1)} ms`,
  }
}
