import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Message, packMessage } from '#platform/define-messages.ts'
import { newId } from '#platform/ids.ts'
import { Refusal } from '#platform/server/http/refusal.ts'
import type { JobData, Queue } from '#platform/server/jobs/jobs.ts'
import type { Database, Db, Tenant } from '#platform/server/postgres/db.ts'
import { wholeOrganisation, withAsyncCommit } from '#platform/server/postgres/db.ts'
import type { Bookmark } from '../contract.ts'
import { t } from '../messages.ts'
import type { Changes } from '../model.ts'
import { type FileFormat, type Format, isPageFormat, type ReportName } from '../reports.ts'
import { lockRenders } from './clients.ts'
import type { Values } from './engine/definition.ts'
import { htmlPages } from './engine/html.ts'
import { fileInThread } from './formats/file-in-thread.ts'
import { type ReportContent, readReport } from './read-report.ts'
import { endCancelled, endRun } from './runs.ts'

/** Files have a queue of their own, so that pages do not wait for them. */
const QUEUES = { pages: 'render-report', file: 'render-report-file' } as const
export const queueOf = (format: Format) => QUEUES[isPageFormat(format) ? 'pages' : 'file']
const RETRIES = 2
/** Bytes of a stored part of a file, and of a whole file. */
const PART_BYTES = 1_000_000
const MAX_BYTES = 250_000_000
/** How often a render checks whether it is still wanted, in ms: a cancelled one ends its query within a second. */
const CHECK_MS = 500
/** A render is abandoned when none of its viewers has sent a request for so long; a tab in the background sends one a minute. */
const ABANDONED_SECONDS = 150

type Deps = { readonly database: Database }

/** Render documents. A render that was killed is taken over from its beginning by another node. */
export const renderQueues = (deps: Deps): Queue[] => Object.values(QUEUES).map((name) => renderQueue(deps, name))

const renderQueue = (deps: Deps, name: string): Queue => ({
  name,
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
  const { propertyIds, format } = render
  const tenant: Tenant = { organisationId, propertyIds: propertyIds ?? '*' }
  const store = storeOf(database, own, id, runId)
  const ended = new AbortController()
  const unwanted = new AbortController()
  const watched = watch(database, own, { id, runId, signal, ended: ended.signal, unwanted })
  const reading = { tenant, request: render, signal: unwanted.signal, isFirstFast: isPageFormat(format) }
  try {
    const rowCount = await readReport(database, reading, (content) => write(content, render, store))
    await store.finish(rowCount)
  } catch (error) {
    if (signal?.aborted) throw error
    if (error instanceof NotWanted || !(await isWanted(database, own, id, runId))) return
    if (error instanceof Refusal) await fail(database, own, id, error.reason)
    else throw error
  } finally {
    ended.abort()
    await watched
  }
}

/** Takes a render over; parts of an earlier run are deleted. Undefined when it is ready, failed or gone. */
async function claim(db: Db, id: string, runId: string) {
  const row = await db
    .updateTable('report_renders')
    .set({ run_id: runId, parts: 0 })
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

/** One of the viewers of a render has sent a request lately. */
const HAS_VIEWER = sql<boolean>`exists (select from report_documents d join report_instances i on i.id = d.instance_id
  join report_clients c on c.id = i.client_id
  where d.render_id = report_renders.id and c.used_at > clock_timestamp() - make_interval(secs => ${ABANDONED_SECONDS}))`

/** Whether a run of a render goes on. Another run may have taken it over; an abandoned one is deleted, so that it counts no longer. */
async function isWanted(database: Database, tenant: Tenant, id: string, runId: string): Promise<boolean> {
  const row = await database.readInTenant(tenant, (db) =>
    db
      .selectFrom('report_renders')
      .select(HAS_VIEWER.as('has_viewer'))
      .where('id', '=', id)
      .where('run_id', '=', runId)
      .executeTakeFirst(),
  )
  if (!row || row.has_viewer) return row !== undefined
  return database.inTenant(tenant, async (db) => {
    await lockRenders(db, tenant)
    const abandoned = db.deleteFrom('report_renders').where('id', '=', id).where('state', '=', 'Working')
    const { numDeletedRows } = await abandoned.where((eb) => eb.not(HAS_VIEWER)).executeTakeFirst()
    if (numDeletedRows) await endCancelled(db, [id])
    return !numDeletedRows
  })
}

type Watched = {
  id: string
  runId: string
  signal: AbortSignal | undefined
  ended: AbortSignal
  unwanted: AbortController
}

/** Cancels the query of a render that is not wanted any more, or when the program stops. Does not throw. */
async function watch(database: Database, tenant: Tenant, { id, runId, signal, ended, unwanted }: Watched): Promise<void> {
  while (!ended.aborted) {
    await sleep(CHECK_MS, undefined, { signal: ended }).catch(() => undefined)
    if (ended.aborted) return
    // A check that fails is repeated.
    const goesOn = !signal?.aborted && (await isWanted(database, tenant, id, runId).catch(() => true))
    if (goesOn) continue
    unwanted.abort()
    return
  }
}

/** Stores parts of a render as they come, each in a transaction of its own, so that its first page is read before its last row. */
function storeOf(database: Database, tenant: Tenant, id: string, runId: string) {
  let parts = 0
  let bytes = 0
  const update = async (db: Db, values: { parts: number; state?: 'Ready' }) => {
    const { numUpdatedRows } = await db
      .updateTable('report_renders')
      .set(values)
      .where('id', '=', id)
      .where('run_id', '=', runId)
      .executeTakeFirst()
    if (!numUpdatedRows) throw new NotWanted()
  }
  return {
    add: async (content: Buffer, bookmarks: readonly Bookmark[] = []) => {
      bytes += content.length
      if (bytes > MAX_BYTES) throw new Refusal(422, t('MsgReportTooLarge'))
      parts += 1
      await database.inTenant(tenant, async (db) => {
        // After a crash the render is made again.
        await withAsyncCommit(db)
        await update(db, { parts })
        const marks = bookmarks.length > 0 ? JSON.stringify(bookmarks) : null
        const row = { organisation_id: tenant.organisationId, render_id: id, number: parts, content, bookmarks: marks }
        await db.insertInto('report_parts').values(row).execute()
      })
    },
    finish: (rowCount: number) =>
      database.inTenant(tenant, async (db) => {
        await update(db, { parts, state: 'Ready' })
        await endRun(db, id, { state: 'Done', rowCount })
      }),
  }
}

/** Stores the pages or the file of a render as they are written. */
async function write(content: ReportContent, render: Render, store: Store): Promise<void> {
  const { format, changes, language, dateFormat } = render
  if (isPageFormat(format)) {
    for await (const page of htmlPages(content.parts, { format, changes, language, dateFormat, logo: content.logo }))
      await store.add(page.content, page.bookmarks)
    return
  }
  let waiting: Buffer[] = []
  let size = 0
  for await (const chunk of fileInThread(content.parts, {
    format: format as FileFormat,
    language,
    dateFormat,
    logo: content.logo,
  })) {
    waiting.push(chunk)
    size += chunk.length
    if (size < PART_BYTES) continue
    await store.add(Buffer.concat(waiting))
    waiting = []
    size = 0
  }
  if (size > 0) await store.add(Buffer.concat(waiting))
}
