import { t } from '../../../viewer-messages.ts'
import type { DocumentIds, InstanceIds, NewDocument } from '../client/service-client.ts'
import { failureOf, step } from '../state/failures.ts'
import { documentBegun, infoRead, loaded, statusOf } from '../state/reducer.ts'
import { DONE_SHOWN_MS, type HistoryRecord, INFO_POLL_MS } from '../state/state.ts'
import { type Context, drop } from './context.ts'
import { find } from './finder.ts'
import { pagesOf } from './page-cache.ts'
import { fetchAhead, turnTo } from './pages.ts'
import { waitMs } from './requests.ts'

type Shown = { readonly pageNumber: number; readonly signal: AbortSignal }

/** Makes a document of an instance and shows it. */
export async function render(context: Context, at: InstanceIds, document: NewDocument, shown: Shown): Promise<void> {
  const begun = begin(context, at, document, shown.signal)
  context.creating = begun.catch(() => undefined)
  await show(context, await begun, shown)
}

async function begin(context: Context, at: InstanceIds, document: NewDocument, signal: AbortSignal): Promise<DocumentIds> {
  const { service, read, creating } = context
  const what = t('ErrorDocument', { report: read().reportSource!.report, format: document.format })
  await creating
  signal.throwIfAborted()
  const documentId = await step(what, service.createDocument(at, document))
  if (context.base && !signal.aborted) {
    void drop(context, context.base)
    context.base = null
  }
  const ids = { clientId: at.clientId, instanceId: at.instanceId, documentId }
  if (signal.aborted) await drop(context, ids)
  signal.throwIfAborted()
  return ids
}

/** Shows a page of a document as soon as it exists, and follows the document until it is ready. */
export async function show(context: Context, ids: DocumentIds, { pageNumber, signal }: Shown): Promise<void> {
  const { read, update, requests } = context
  context.pages = pagesOf(context.service, ids)
  update(documentBegun(ids, pageNumber))
  const { page } = await follow(context, ids, { pageNumber, signal })
  const { pageCount } = read()
  if (pageCount === 0) requests.stop('page', 'nextPage')
  else await page
  signal.throwIfAborted()
  update(loaded(ids))
  if (pageCount === 0) return
  const { status, searchVisible, search } = read()
  fetchAhead(context)
  if (searchVisible && search.text) void find(context, search.text)
  const clear = () => read().status === status && update({ status: statusOf(read()) })
  waitMs(DONE_SHOWN_MS, signal).then(clear, () => undefined)
}

/** Reads the state of a document until it is ready; returns the showing of its page, which may go on. */
async function follow(
  context: Context,
  ids: DocumentIds,
  { pageNumber, signal }: Shown,
): Promise<{ page: Promise<void> | null }> {
  const { service, read, update } = context
  let page = pageNumber === 1 ? turnTo(context, 1, signal) : null
  // Awaited when the document is ready.
  page?.catch(() => undefined)
  while (!read().documentReady) {
    const began = Date.now()
    const info = await service.getInfo(ids, signal)
    signal.throwIfAborted()
    update(infoRead(info))
    const { documentReady, pageCount } = info
    if (!page && (documentReady || pageCount >= pageNumber))
      page = turnTo(context, Math.min(pageNumber, Math.max(pageCount, 1)), signal)
    if (!documentReady) await waitMs(INFO_POLL_MS - (Date.now() - began), signal)
  }
  return { page }
}

/** Deletes the instances of records that the history has dropped. */
export function deleteDropped({ service, read, update }: Context, before: readonly HistoryRecord[]): void {
  const used = new Set(read().history.records.map(({ ids }) => ids?.instanceId))
  const dropped = before.flatMap(({ ids }) => (ids && ids.clientId === read().clientId && !used.has(ids.instanceId) ? [ids] : []))
  for (const ids of dropped)
    service.deleteInstance(ids).catch((error: unknown) => {
      // One that the service has deleted already is no error.
      const { status } = error as { status?: number }
      if (status !== 404 && status !== 410) update({ error: failureOf(error, t('ErrorDeleteInstance')) })
    })
}
