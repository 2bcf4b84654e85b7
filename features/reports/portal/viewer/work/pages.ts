import { t } from '../../../viewer-messages.ts'
import type { Page } from '../client/service-client.ts'
import { pageTurned, targeted } from '../state/reducer.ts'
import { type Context, failOrReload } from './context.ts'

/** A page of the document that is shown. */
export async function readPage({ pages, read }: Context, pageNumber: number, signal: AbortSignal): Promise<Page> {
  if (!pages || !read().ids) throw new Error(t('ErrorNoDocument').text)
  return pages.read(pageNumber, signal)
}

/** Shows a page; a later turn replaces it. Fetches the next page ahead. Within a load, `outer`, a failure is thrown. */
export async function turnTo(context: Context, pageNumber: number, outer?: AbortSignal): Promise<void> {
  const { read, update, requests } = context
  update(pageTurned(pageNumber))
  const { ids } = read()
  // The page that is being fetched ahead goes on if it is this one: what waits for it is counted later.
  requests.stop('nextPage')
  const own = requests.begin('page')
  const signal = outer ? AbortSignal.any([outer, own]) : own
  try {
    const page = await readPage(context, pageNumber, signal)
    signal.throwIfAborted()
    update({ page })
    fetchAhead(context)
  } catch (error) {
    if (signal.aborted) return
    if (outer) throw error
    failOrReload(context, error, { ids })
  }
}

/** Fetches the page after the one that is shown. */
export function fetchAhead(context: Context): void {
  const { documentReady, pageNumber, pageCount } = context.read()
  if (!documentReady || pageNumber >= pageCount) return
  readPage(context, pageNumber + 1, context.requests.begin('nextPage')).catch(() => undefined)
}

/** Shows a page of the document, at most its last one. */
export async function goToPage(context: Context, pageNumber: number): Promise<void> {
  const { ids, pageCount } = context.read()
  if (!ids || pageCount === 0) return context.update({ error: t('ErrorNoDocument').text })
  context.update(targeted(null))
  return turnTo(context, Math.min(Math.max(Math.trunc(pageNumber), 1), pageCount))
}

/** Shows a page unless it is shown already. */
export async function showPage(context: Context, pageNumber: number): Promise<void> {
  const { page, pageNumber: shown } = context.read()
  if (pageNumber !== page?.pageNumber || pageNumber !== shown) await goToPage(context, pageNumber)
}
