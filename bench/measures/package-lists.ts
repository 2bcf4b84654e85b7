import { request } from 'node:http'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { GROUPS, LIVE_GROUPS } from '#features/package-statuses/statuses.ts'
import { PACKAGE_SORTS } from '#features/packages/contract.ts'
import { PERIODS } from '#features/trends/contract.ts'
import type { BulkJob } from '#platform/bulk.ts'
import type { Bench } from '../bench.ts'
import { ask, signIn } from '../client.ts'
import type { Gate } from '../gates.ts'
import { memoryOf } from '../load.ts'
import { measured } from '../measured.ts'

type Page = { Data: { PackageId: string; PropertyId: string }[]; After: string | null }
/** Rows of a page, and which page is far behind. */
const PAGE_SIZE = 20
const FAR = 10
const NAMES = ['Ben', 'Adler', 'Jonas', 'Patel', 'Tess', 'okafor']
const nth = <T>(list: readonly T[], i: number): T => list[i % list.length] as T
const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

type Places = Readonly<Record<'properties' | 'buildings' | 'banks' | 'mailrooms' | 'residents', readonly string[]>>

/** The filters of the Package Viewer. */
const filtersOf = (places: Places): Readonly<Record<string, (i: number) => object>> => ({
  'no filter': () => ({}),
  property: (i) => ({ PropertyId: nth(places.properties, i) }),
  building: (i) => ({ BuildingId: nth(places.buildings, i) }),
  'locker bank': (i) => ({ LocationIds: [nth(places.banks, i)] }),
  'locker banks and a mailroom': (i) => ({
    LocationIds: [nth(places.banks, i), nth(places.banks, i + 1), nth(places.mailrooms, i)],
  }),
  resident: (i) => ({ ResidentId: nth(places.residents, i) }),
  'status group': (i) => ({ StatusGroupIds: [nth(Object.values(GROUPS), i)] }),
  'live packages of a property': (i) => ({ PropertyId: nth(places.properties, i), StatusGroupIds: [1, 3] }),
  'two weeks': (i) => ({ DroppedFrom: dayBefore(14 + (i % 300)), DroppedBefore: dayBefore(i % 300) }),
  'unit number': (i) => ({ UnitNumber: `${i % 400}A` }),
  name: (i) => ({ ResidentName: nth(NAMES, i) }),
  'tracking number': (i) => ({ TrackingNumber: `1Z${i.toString(16).padStart(2, '0').toUpperCase()}` }),
  words: (i) => ({ Q: `${nth(NAMES, i)} ${i % 400}` }),
})

/**
 * The Package Viewer at a million packages: each filter, each sort, and each sort with all the filters in turn, the first page and
 * the tenth, and the pictures.
 */
export async function packageLists({ product, connect, organisationId }: Bench): Promise<Gate[]> {
  const owner = await connect('superuser')
  const idsOf = async (table: string) => {
    const { rows } = await owner.query<{ id: string }>(
      `select id from ${table} where organisation_id = $1 order by id limit 500`,
      [organisationId],
    )
    return rows.map(({ id }) => id)
  }
  const filters = filtersOf({
    properties: await idsOf('properties'),
    buildings: await idsOf('buildings'),
    banks: await idsOf('locker_banks'),
    mailrooms: await idsOf('mailrooms'),
    residents: await idsOf('residents'),
  })
  await owner.end()
  const gates: Gate[] = []
  for (const user of ['manager', 'concierge'] as const) {
    // Each with a token of its own: all of them take longer than one is valid.
    const measure = async (name: string, work: (token: string, i: number) => Promise<unknown>) => {
      const token = await signIn(product.address, user)
      gates.push(await measured(`packages, ${user}: ${name}`, (i) => work(token, i)))
    }
    const page = (token: string, body: object) =>
      ask<Page>(`${product.address}/api/packages/getpackages`, token, { PageIndex: 1, PageSize: PAGE_SIZE, ...body })
    for (const [name, filter] of Object.entries(filters)) {
      await measure(name, (token, i) => page(token, filter(i)))
      await measure(`${name}, page ${FAR}`, (token, i) => page(token, { ...filter(i), PageIndex: FAR }))
    }
    for (const SortColumn of PACKAGE_SORTS) {
      for (const SortDirectionText of ['asc', 'desc']) {
        await measure(`by ${SortColumn} ${SortDirectionText}`, (token) => page(token, { SortColumn, SortDirectionText }))
        await measure(`by ${SortColumn} ${SortDirectionText}, page ${FAR}`, (token) =>
          page(token, { SortColumn, SortDirectionText, PageIndex: FAR }),
        )
      }
      await measure(`by ${SortColumn}, with the filters in turn`, (token, i) => {
        const [direction, PageIndex] = [i % 2 ? 'asc' : 'desc', i % 3 ? 1 : FAR]
        return page(token, { ...nth(Object.values(filters), i)(i), SortColumn, SortDirectionText: direction, PageIndex })
      })
    }
    await measure('trends', (token, i) => ask(`${product.address}/api/trends`, token, { Days: nth(PERIODS, i) }))
  }
  return gates
}

const CSV_COLUMNS = ['PackageNumber', 'ResidentName', 'UnitNumber', 'Status', 'LockerBankName', 'DropOffTime', 'TrackingNumber']
/** MB by which the server may grow while it writes the CSV. */
const CSV_MEMORY = 50

/** The CSV of all packages of the large organisation, against COPY of the same columns by the database itself. */
export async function packagesCsv({ product, connect, organisationId }: Bench): Promise<Gate[]> {
  const token = await signIn(product.address, 'manager')
  const owner = await connect('superuser')
  const before = memoryOf(product.pid)
  let most = before
  const sampled = setInterval(() => {
    most = Math.max(most, memoryOf(product.pid))
  }, 50)
  const ours = await exported(`${product.address}/api/packages/export`, token).finally(() => clearInterval(sampled))
  const bare = await copied(owner, organisationId)
  const figures = `${ours.lines - 1} rows, ${(ours.ms / 1000).toFixed(1)} s against ${(bare / 1000).toFixed(1)} s`
  return [
    { name: 'CSV of all packages against COPY', ratio: ours.ms / bare, bound: { atMost: 2 }, figures },
    {
      name: `CSV: memory of the server, of ${CSV_MEMORY} MB more`,
      ratio: (most - before) / CSV_MEMORY,
      bound: { atMost: 1 },
      figures: `${before.toFixed(0)} to ${most.toFixed(0)} MB`,
    },
  ]
}

/** A sink that counts lines. */
function lineCounter() {
  let lines = 0
  const sink = new Writable({
    write(chunk: Buffer, _, done) {
      for (const byte of chunk) if (byte === 10) lines += 1
      done()
    },
  })
  return { sink, count: () => lines }
}

async function exported(url: string, token: string): Promise<{ ms: number; lines: number }> {
  const body = JSON.stringify({ Columns: CSV_COLUMNS })
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'content-length': body.length }
  const { sink, count } = lineCounter()
  const began = performance.now()
  await new Promise<void>((done, failed) => {
    const sent = request(url, { method: 'POST', headers }, (reply) => {
      if (reply.statusCode !== 200) failed(new Error(`export: ${reply.statusCode}`))
      pipeline(reply, sink).then(done, failed)
    })
    sent.on('error', failed).end(body)
  })
  return { ms: performance.now() - began, lines: count() }
}

async function copied(owner: pg.Client, organisationId: string): Promise<number> {
  const statement = `copy (select p.package_number, p.recipient_name, p.unit_number, p.status_id, b.name as bank, l.name as locker, m.name as mailroom, p.drop_off_time, p.tracking_number
    from packages p left join locker_banks b on b.organisation_id = p.organisation_id and b.id = p.locker_bank_id
    left join lockers l on l.organisation_id = p.organisation_id and l.id = p.locker_id
    left join mailrooms m on m.organisation_id = p.organisation_id and m.id = p.mailroom_id
    where p.organisation_id = '${organisationId}' order by p.drop_off_time desc, p.id desc) to stdout with (format csv)`
  const began = performance.now()
  await pipeline(owner.query(copyTo(statement)), lineCounter().sink)
  return performance.now() - began
}

/** Seconds for 10,000 packages. */
const EXTENSION_SECONDS = 5

/** The expiry of all live packages extended at once: from the request to the end of the job. */
export async function bulkExtension({ product, connect, organisationId }: Bench): Promise<Gate[]> {
  await using undo = new AsyncDisposableStack()
  const owner = await connect('superuser')
  undo.defer(await rememberedExpiry(owner, organisationId))
  const token = await signIn(product.address, 'manager')
  const StatusGroupIds = LIVE_GROUPS.map((group) => GROUPS[group])
  const began = performance.now()
  let job = await ask<BulkJob>(`${product.address}/api/packages/extendexpiry/`, token, {
    Matching: { StatusGroupIds },
    Weekdays: 1,
  })
  while (job.Status === 'Running') {
    await sleep(50)
    job = await ask<BulkJob>(`${product.address}/api/bulk/${job.Id}`, token)
  }
  const seconds = (performance.now() - began) / 1000
  return [
    {
      name: `extension of packages, of ${EXTENSION_SECONDS} s for 10,000`,
      ratio: seconds / ((EXTENSION_SECONDS * job.Total) / 10_000),
      bound: { atMost: 1 },
      figures: `${job.Total} in ${seconds.toFixed(1)} s, ${job.Status}: ${job.Changed} changed, ${job.Refused} refused`,
    },
  ]
}

/** Remembers the expiry of all live packages; returns a function that restores it. */
async function rememberedExpiry(owner: pg.Client, organisationId: string): Promise<() => Promise<void>> {
  const { rows } = await owner.query<{ at: string }>('select now()::text as at')
  const at = rows[0]!.at
  await owner.query(
    `create temp table before as select id, expiry_time, last_transaction_at from packages
     where organisation_id = '${organisationId}' and status_group in (${LIVE_GROUPS.map((group) => GROUPS[group])})`,
  )
  return async () => {
    await owner.query(`
      update packages p set expiry_time = b.expiry_time, last_transaction_at = b.last_transaction_at from before b
        where p.organisation_id = '${organisationId}' and p.id = b.id and p.expiry_time is distinct from b.expiry_time;
      delete from package_history h using before b where h.organisation_id = '${organisationId}' and h.package_id = b.id and h.at >= '${at}';
      delete from bulk_jobs where organisation_id = '${organisationId}' and created_at >= '${at}'`)
  }
}
