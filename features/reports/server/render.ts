import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Message, packMessage } from '#platform/define-messages.ts'
import { newId } from '#platform/ids.ts'
import { Refusal } from '#platform/server/http/refusal.ts'
import type { JobData, Queue } from '#platform/server/jobs/jobs.ts'
import { rowBatches } from '#platform/server/postgres/cursor.ts'
import type { Database, Db, Tenant } from '#platform/server/postgres/db.ts'
import { wholeOrganisation } from '#platform/server/postgres/db.ts'
import type { Bookmark } from '../contract.ts'
import { t } from '../messages.ts'
import type { Changes } from '../model.ts'
import { type FileFormat, type Format, isPageFormat, type ReportName } from '../reports.ts'
import type { Making, Values } from './engine/definition.ts'
import { htmlPages } from './engine/html.ts'
import { fileOf, logoOf, reportParts } from './make.ts'
import { endRun } from './runs.ts'

export const RENDER_QUEUE = 'render-report'
const RETRIES = 2
/** Bytes of a stored part of a file, and of a whole file. */
const PART_BYTES = 256_000
const MAX_BYTES = 250_000_000
/** How often a render looks whether somebody still wants it, in ms: a cancelled one ends its query within a second. */
const LOOK_MS = 500

type Deps = { readonly database: Database }

/** Renders documents. A render that was killed is taken over from its beginning by another node. */
export const renderQueue = (deps: Deps): Queue => ({
  name: RENDER_QUEUE,
  retries: RETRIES,
  retryAfter: 1,
  isLong: true,
  run: (data, signal) => runRender(deps, data, signal),
  giveUp: ({ organisationId, id }) => fail(deps.database, wholeOrganisation(organisationId), id, t('MsgReportFailed')),
})

/** Ends a render with the reason; what it has stored so far is deleted. */
async function fail({ inTenant }: Database, tenant: Tenant, id: string, reason: Message): Promise<void> {
  await inTenant(tenant, async (db) => {
    const failed = await db
      .updateTable('report_renders')
      .set({ state: 'Failed', failure: packMessage(reason) })
      .where('id', '=', id)
      .where('state', '=', 'Working')
      .returning('id')
      .executeTakeFirst()
    if (failed) await db.deleteFrom('report_parts').where('render_id', '=', id).execute()
    await endRun(db, id, { state: 'Failed', reason })
  })
}

/** The render is not wanted any more, or another run has taken it over. */
class NotWanted extends Error {}

export async function runRender({ database }: Deps, { organisationId, id }: JobData, signal?: AbortSignal): Promise<void> {
  const own = wholeOrganisation(organisationId)
  const runId = newId()
  const render = await database.inTenant(own, (db) => claim(db, id, runId))
  if (!render) return
  const { propertyIds } = render
  const tenant: Tenant = { organisationId, propertyIds: propertyIds ?? '*' }
  const store = storeOf(database, own, id, runId)
  try {
    const rowCount = await database.readInTenant(tenant, async (db) => {
      const ended = new AbortController()
      const unwanted = new AbortController()
      const watched = watch(database, own, { id, runId, pid: await pidOf(db), signal, ended: ended.signal, unwanted })
      const rows: Making['rows'] = (query) => rowBatches(database, tenant, query, { signal: unwanted.signal })
      try {
        return await write({ db, rows }, render, store)
      } finally {
        ended.abort()
        await watched
      }
    })
    await store.finish(rowCount)
  } catch (error) {
    if (signal?.aborted) throw error
    if (error instanceof NotWanted || !(await isWanted(database, own, id, runId))) return
    if (error instanceof Refusal) await fail(database, own, id, error.reason)
    else throw error
  }
}

/** Takes a render over; parts of an earlier run are deleted. Undefined when it is ready, failed or gone. */
async function claim(db: Db, id: string, runId: string) {
  const row = await db
    .updateTable('report_renders')
    .set({ run_id: runId, parts: 0, bookmarks: '[]' })
    .where('id', '=', id)
    .where('state', '=', 'Working')
    .returning(['report', 'format', 'parameters', 'changes', 'language', 'date_format', 'property_ids'])
    .executeTakeFirst()
  if (!row) return undefined
  await db.deleteFrom('report_parts').where('render_id', '=', id).execute()
  return {
    report: row.report as ReportName,
    format: row.format as Format,
    values: row.parameters as Values,
    changes: row.changes as Changes,
    language: row.language,
    dateFormat: row.date_format,
    propertyIds: row.property_ids,
  }
}
type Render = NonNullable<Awaited<ReturnType<typeof claim>>>
type Store = ReturnType<typeof storeOf>

const pidOf = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  return rows[0]!.pid
}

const isWanted = (database: Database, tenant: Tenant, id: string, runId: string): Promise<boolean> =>
  database.readInTenant(tenant, async (db) => {
    const row = await db
      .selectFrom('report_renders')
      .select('id')
      .where('id', '=', id)
      .where('run_id', '=', runId)
      .executeTakeFirst()
    return row !== undefined
  })

type Watched = {
  id: string
  runId: string
  pid: number
  signal: AbortSignal | undefined
  ended: AbortSignal
  unwanted: AbortController
}

/** Cancels the query of a render that nobody wants any more, or when the program stops. */
async function watch(database: Database, tenant: Tenant, { id, runId, pid, signal, ended, unwanted }: Watched): Promise<void> {
  while (!ended.aborted) {
    await sleep(LOOK_MS, undefined, { signal: ended }).catch(() => undefined)
    if (ended.aborted) return
    const goesOn = !signal?.aborted && (await isWanted(database, tenant, id, runId).catch(() => true))
    if (goesOn) continue
    unwanted.abort()
    await sql`select pg_cancel_backend(${pid})`.execute(database.untenanted)
    return
  }
}

/** Stores parts of a render as they come, each in a transaction of its own, so that its first page is read before its last row. */
function storeOf(database: Database, tenant: Tenant, id: string, runId: string) {
  let parts = 0
  let bytes = 0
  const bookmarks: Bookmark[] = []
  const update = async (db: Db, values: { parts: number; bookmarks: string; state?: 'Ready' }) => {
    const { numUpdatedRows } = await db
      .updateTable('report_renders')
      .set(values)
      .where('id', '=', id)
      .where('run_id', '=', runId)
      .executeTakeFirst()
    if (!numUpdatedRows) throw new NotWanted()
  }
  return {
    add: async (content: Buffer, more: readonly Bookmark[] = []) => {
      bookmarks.push(...more)
      bytes += content.length
      if (bytes > MAX_BYTES) throw new Refusal(422, t('MsgReportTooLarge'))
      parts += 1
      await database.inTenant(tenant, async (db) => {
        await update(db, { parts, bookmarks: JSON.stringify(bookmarks) })
        const row = { organisation_id: tenant.organisationId, render_id: id, number: parts, content }
        await db.insertInto('report_parts').values(row).execute()
      })
    },
    finish: (rowCount: number) =>
      database.inTenant(tenant, async (db) => {
        await update(db, { parts, bookmarks: JSON.stringify(bookmarks), state: 'Ready' })
        await endRun(db, id, { state: 'Done', rowCount })
      }),
  }
}

/** Stores the pages or the file of a render as they are written; returns the number of its rows. */
async function write({ db, rows }: Pick<Making, 'db' | 'rows'>, render: Render, store: Store): Promise<number> {
  const { format, changes, language, dateFormat } = render
  const { parts, rowCount } = await reportParts({ db, rows }, render)
  if (isPageFormat(format)) {
    for await (const page of htmlPages(parts, { format, changes, language, dateFormat, logo: await logoOf(db) }))
      await store.add(page.content, page.bookmarks)
    return rowCount()
  }
  let waiting: Buffer[] = []
  let size = 0
  for await (const chunk of await fileOf(db, parts, format as FileFormat, render)) {
    waiting.push(chunk)
    size += chunk.length
    if (size < PART_BYTES) continue
    await store.add(Buffer.concat(waiting))
    waiting = []
    size = 0
  }
  if (size > 0) await store.add(Buffer.concat(waiting))
  return rowCount()
}
