import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Message, unpackMessage } from '#platform/define-messages.ts'
import { newId } from '#platform/ids.ts'
import type { Caller } from '#platform/server/http/caller.ts'
import { orNotFound, Refusal } from '#platform/server/http/refusal.ts'
import type { Database, Db, Tenant } from '#platform/server/postgres/db.ts'
import { type Bookmark, HOLD_MS } from '../contract.ts'
import { t } from '../messages.ts'
import type { Changes } from '../model.ts'
import { type Format, isPageFormat, type ReportName } from '../reports.ts'
import { deleteUnused, lockRenders } from './clients.ts'
import type { Values } from './engine/definition.ts'
import { beginRun } from './runs.ts'

/** Renders at once, of a person and of an organisation. */
export const RENDERS_AT_ONCE = { person: 3, organisation: 10 } as const
/** How long an earlier document of the same content is shown again, in seconds. */
const CACHE_SECONDS = 300
/** How often a held request looks for news, in ms: at first more often, as most reports are ready soon. */
const LOOK_MS = 50
const FIRST_LOOKS = { ms: 10, duringMs: 300 } as const

/** What a render shows, to whom. */
export type RenderOf = {
  readonly report: ReportName
  readonly format: Format
  readonly parameters: Readonly<Record<string, unknown>>
  readonly changes: Changes
  readonly language: string
  readonly dateFormat: string
}

/** Equal for equal content: the same rows of the same reader in the same form. */
function contentKey({ organisationId, propertyIds }: Tenant, userId: string, of: RenderOf): Buffer {
  const scope = propertyIds === '*' ? '*' : propertyIds.toSorted()
  return createHash('sha256')
    .update(JSON.stringify([organisationId, scope, userId, of]))
    .digest()
}

type NewDocument = { readonly instanceId: string; readonly of: RenderOf; readonly useCache: boolean }

/**
 * Adds a document of an instance; `isNew` when it has to be rendered. Refuses (429) more renders at once than
 * `RENDERS_AT_ONCE`.
 */
export async function addDocument(
  db: Db,
  caller: Pick<Caller, 'id' | 'name' | 'tenant'>,
  { instanceId, of, useCache }: NewDocument,
): Promise<{ documentId: string; renderId: string; isNew: boolean }> {
  const { id: userId, tenant } = caller
  const { organisationId: organisation_id, propertyIds } = tenant
  const content_key = contentKey(tenant, userId, of)
  await lockRenders(db, tenant)
  const known = useCache ? await latestRender(db, content_key) : undefined
  const renderId = known?.id ?? newId()
  if (!known) {
    await refuseTooMany(db, userId)
    await db
      .insertInto('report_renders')
      .values({
        organisation_id,
        id: renderId,
        user_id: userId,
        property_ids: propertyIds === '*' ? null : [...propertyIds],
        report: of.report,
        format: of.format,
        parameters: JSON.stringify(of.parameters),
        changes: JSON.stringify(of.changes),
        language: of.language,
        date_format: of.dateFormat,
        content_key,
      })
      .execute()
    // Sorting and hiding groups change what is shown already.
    const { report, format, parameters } = of
    if (!isPageFormat(format) || Object.keys(of.changes).length === 0)
      await beginRun(db, caller, { id: renderId, report, format, values: parameters as Values })
  }
  const documentId = newId()
  await db
    .insertInto('report_documents')
    .values({ organisation_id, id: documentId, instance_id: instanceId, render_id: renderId })
    .execute()
  return { documentId, renderId, isNew: !known }
}

const latestRender = (db: Db, key: Buffer) =>
  db
    .selectFrom('report_renders')
    .select('id')
    .where('content_key', '=', key)
    .where('state', '<>', 'Failed')
    .where('created_at', '>', sql<string>`clock_timestamp() - make_interval(secs => ${CACHE_SECONDS})`)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

async function refuseTooMany(db: Db, userId: string): Promise<void> {
  const working = await db.selectFrom('report_renders').select('user_id').where('state', '=', 'Working').execute()
  const { person, organisation } = RENDERS_AT_ONCE
  const refuse = (message: Message) => {
    throw new Refusal(429, message, { retryAfter: 5 })
  }
  if (working.filter(({ user_id }) => user_id === userId).length >= person) refuse(t('MsgTooManyDocuments', { max: person }))
  if (working.length >= organisation) refuse(t('MsgTooManyOfOrganisation', { max: organisation }))
}

export type DocumentIds = { readonly clientId: string; readonly instanceId: string; readonly documentId: string }

/** A document of the client with the state of its render; 404 also when it shows a property that the reader has lost since. */
export async function readDocument(db: Db, { propertyIds }: Tenant, { clientId, instanceId, documentId }: DocumentIds) {
  const row = await db
    .selectFrom('report_documents as d')
    .innerJoin('report_instances as i', 'i.id', 'd.instance_id')
    .innerJoin('report_renders as r', 'r.id', 'd.render_id')
    .select(['r.id', 'r.report', 'r.format', 'r.parameters', 'r.changes', 'r.state', 'r.failure', 'r.parts'])
    .where('d.id', '=', documentId)
    .where('i.id', '=', instanceId)
    .where('i.client_id', '=', clientId)
    .$if(propertyIds !== '*', (query) => query.where('r.property_ids', '<@', sql<string[]>`${propertyIds}::uuid[]`))
    .executeTakeFirst()
  return orNotFound(row)
}
export type DocumentRow = Awaited<ReturnType<typeof readDocument>>

/** The bookmarks of the pages that are stored. */
export async function readBookmarks(db: Db, renderId: string): Promise<Bookmark[]> {
  const rows = await db
    .selectFrom('report_parts')
    .select('bookmarks')
    .where('render_id', '=', renderId)
    .where('bookmarks', 'is not', null)
    .orderBy('number')
    .execute()
  return rows.flatMap(({ bookmarks }) => bookmarks as Bookmark[])
}

/** Refuses (422) a document whose render has failed, with the reason. */
export function refuseFailed({ state, failure }: DocumentRow): void {
  if (state === 'Failed') throw new Refusal(422, failure ? unpackMessage(failure) : t('MsgReportFailed'))
}

/** Reads a document until `isNews`, at most `HOLD_MS`; each time in a transaction of its own. */
export async function heldDocument(
  database: Database,
  tenant: Tenant,
  ids: DocumentIds,
  isNews: (row: DocumentRow) => boolean,
): Promise<DocumentRow> {
  const since = Date.now()
  for (;;) {
    const row = await database.readInTenant(tenant, (db) => readDocument(db, tenant, ids))
    refuseFailed(row)
    if (isNews(row) || Date.now() - since >= HOLD_MS) return row
    await sleep(Date.now() - since < FIRST_LOOKS.duringMs ? FIRST_LOOKS.ms : LOOK_MS)
  }
}

/** A page, or a part of a file; null while it is not stored. */
export const readPart = async (db: Db, renderId: string, number: number): Promise<Buffer | null> =>
  (
    await db
      .selectFrom('report_parts')
      .select('content')
      .where('render_id', '=', renderId)
      .where('number', '=', number)
      .executeTakeFirst()
  )?.content ?? null

export async function deleteDocument(db: Db, owner: Pick<Caller, 'id' | 'tenant'>, ids: DocumentIds): Promise<void> {
  await readDocument(db, owner.tenant, ids)
  await db.deleteFrom('report_documents').where('id', '=', ids.documentId).execute()
  await deleteUnused(db, owner)
}
