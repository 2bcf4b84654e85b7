import { Readable } from 'node:stream'
import { acceptedLanguage } from '#platform/language.ts'
import { badInput, orNotFound, Refusal } from '#platform/server/http/refusal.ts'
import type { RequestContext, Router, TransactionContext } from '#platform/server/http/route.ts'
import type { Jobs } from '#platform/server/jobs/jobs.ts'
import type { Database } from '#platform/server/postgres/db.ts'
import { reports } from '../contract.ts'
import { t } from '../messages.ts'
import type { Changes } from '../model.ts'
import { fileNameOf } from '../parameters.ts'
import { FILE_FORMATS, type FileFormat, type Format, isPageFormat, PAGE_FORMATS, type ReportName } from '../reports.ts'
import { t as tViewer } from '../viewer-messages.ts'
import { readInstance, useClient } from './clients.ts'
import { addDocument, deleteDocument, heldDocument, readBookmarks, readDocument, readPart, refuseFailed } from './documents.ts'
import type { Values } from './engine/definition.ts'
import { changedBy, pageOfContent } from './engine/html.ts'
import { queueOf } from './render.ts'

const FORMATS = [...(Object.keys(FILE_FORMATS) as FileFormat[]), ...PAGE_FORMATS]

export type DocumentDeps = { readonly database: Database; readonly sendJob: Jobs['send'] }

/** Makes documents of instances, and deletes them. */
export function documentRoutes(route: Router, { sendJob }: Pick<DocumentDeps, 'sendJob'>): void {
  route(reports.createDocument, async (context) => {
    const { db, params, caller, input, tenant, request, reply, audit } = context
    await useClient(db, params.clientId, caller)
    const { report, parameters } = await readInstance(db, params.clientId, params.instanceId)
    const format = FORMATS.find((one) => one.toLowerCase() === input.Format.toLowerCase())
    if (!format) throw badInput(t('MsgNoSuchFormat', { name: input.Format }), 'Format')
    const of = {
      report: report as ReportName,
      format,
      parameters: parameters as Record<string, unknown>,
      changes: await changesOf(context),
      language: acceptedLanguage(request.headers['accept-language']),
      dateFormat: await dateFormatOf(context),
    }
    const { instanceId } = params
    const { documentId, renderId, isNew } = await addDocument(db, caller, { instanceId, of, useCache: input.UseCache ?? false })
    if (isNew) await sendJob(db, queueOf(format), { organisationId: tenant.organisationId, id: renderId })
    if (!isPageFormat(format)) await audit('report exported', null, { report, format })
    reply.code(isNew ? 202 : 201)
    return { documentId }
  })
  route(reports.deleteDocument, async ({ db, params, caller }) => {
    await useClient(db, params.clientId, caller)
    await deleteDocument(db, caller, params)
    return {}
  })
}

/** Reads the state, the pages and the files of documents, each in transactions of its own: a request may be held until there is news. */
export function contentRoutes(route: Router, { database }: Pick<DocumentDeps, 'database'>): void {
  route.withoutTransaction(reports.info, async ({ params, caller, tenant, inTenant, reply }) => {
    await inTenant(({ db }) => useClient(db, params.clientId, caller))
    const row = await heldDocument(database, tenant, params, ({ state }) => state === 'Ready')
    const documentReady = row.state === 'Ready'
    reply.code(documentReady ? 200 : 202)
    const bookmarkNodes = await database.readInTenant(tenant, (db) => readBookmarks(db, row.id))
    const pageCount = isPageFormat(row.format as Format) ? row.parts : 0
    return {
      documentReady,
      pageCount,
      documentMapAvailable: bookmarkNodes.length > 0,
      bookmarkNodes,
      documentMapNodes: bookmarkNodes,
    }
  })

  route.withoutTransaction(reports.page, async ({ params, caller, tenant, inTenant, reply }) => {
    await inTenant(({ db }) => useClient(db, params.clientId, caller))
    const { pageNumber } = params
    const isPaged = ({ format }: { format: string }) => isPageFormat(format as Format)
    const hasNews = ({ parts, state }: { parts: number; state: string }) => parts >= pageNumber || state === 'Ready'
    const row = await heldDocument(database, tenant, params, (one) => !isPaged(one) || hasNews(one))
    if (!isPaged(row)) throw new Refusal(404, tViewer('StatusNoPage'))
    const content = await database.readInTenant(tenant, (db) => readPart(db, row.id, pageNumber))
    // Beyond the last page of a finished document there is nothing to wait for.
    if (!content && row.state === 'Ready') throw new Refusal(404, t('MsgNoSuchPage', { page: pageNumber }))
    reply.code(content ? 200 : 202)
    return content
      ? { pageReady: true, pageNumber, ...pageOfContent(content) }
      : { pageReady: false, pageNumber, pageContent: '', pageStyles: '', pageActions: [] }
  })

  route.stream(reports.document, async ({ params, query, caller, tenant, inTenant, reply }) => {
    await inTenant(({ db }) => useClient(db, params.clientId, caller))
    const row = await database.readInTenant(tenant, (db) => readDocument(db, tenant, params))
    refuseFailed(row)
    const file = FILE_FORMATS[row.format as FileFormat]
    if (!file) throw new Refusal(404, t('MsgNotAFile'))
    if (row.state !== 'Ready') throw new Refusal(404, t('MsgDocumentNotReady'))
    reply.header('content-type', file.type)
    reply.header(
      'content-disposition',
      `${query.Disposition}; filename="${fileNameOf(row.report, row.parameters as Values, file.extension)}"`,
    )
    await reply.send(Readable.from(partsOf(database, tenant, row)))
  })
}

async function* partsOf(database: Database, tenant: TransactionContext['tenant'], { id, parts }: { id: string; parts: number }) {
  for (let number = 1; number <= parts; number++) {
    const content = await database.readInTenant(tenant, (db) => readPart(db, id, number))
    // The reader must not take half a file for a whole one.
    if (!content) throw new Error('a document was deleted while it was read')
    yield content
  }
}

type CreateContext = RequestContext<typeof reports.createDocument> & TransactionContext

/**
 * The changes of the document that an action belongs to, with the action's own; that document may be of another instance. 404 for one
 * that is gone: the reader's order would be lost without a sign.
 */
async function changesOf({ db, params, input }: CreateContext): Promise<Changes> {
  if (!input.BaseDocumentID) return {}
  const base = await db
    .selectFrom('report_documents as d')
    .innerJoin('report_instances as i', 'i.id', 'd.instance_id')
    .innerJoin('report_renders as r', 'r.id', 'd.render_id')
    .select('r.changes')
    .where('d.id', '=', input.BaseDocumentID)
    .where('i.client_id', '=', params.clientId)
    .executeTakeFirst()
  const changes = orNotFound(base).changes as Changes
  return input.ActionID ? changedBy(changes, input.ActionID) : changes
}

/** The format in which the caller reads dates; by default that of the organisation. */
async function dateFormatOf({ db, caller }: CreateContext): Promise<string> {
  const user = await db.selectFrom('portal_users').select('date_format').where('id', '=', caller.id).executeTakeFirst()
  if (user?.date_format) return user.date_format
  return (await db.selectFrom('organisations').select('culture').executeTakeFirstOrThrow()).culture
}
