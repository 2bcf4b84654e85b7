import { t } from '../../viewer-messages.ts'
import { unlessAborted, waitMs } from './failures.ts'
import type { DocumentIds, Page, ServiceClient } from './service-client.ts'
import { PAGE_POLL_MS } from './state.ts'
import type { Store } from './store.ts'

/** Pages of a document that are kept, so that a page turn does not wait. */
const KEPT_PAGES = 40

type Fetch = { readonly page: Promise<Page>; readonly stop: AbortController; waiting: number }
type Pages = ReturnType<typeof pagesOf>

/** The pages of one document. A page that several wait for is fetched once, and not any more when nobody waits. */
function pagesOf(serviceClient: ServiceClient, ids: DocumentIds) {
  const kept = new Map<number, Page>()
  const fetches = new Map<number, Fetch>()

  async function fetched(number: number, signal: AbortSignal): Promise<Page> {
    for (;;) {
      const began = Date.now()
      const page = await serviceClient.getPage(ids, number, signal)
      signal.throwIfAborted()
      if (page.pageReady) {
        kept.set(number, page)
        const [oldest] = kept.keys()
        if (kept.size > KEPT_PAGES) kept.delete(oldest!)
        return page
      }
      await waitMs(PAGE_POLL_MS - (Date.now() - began), signal)
    }
  }
  function begin(number: number): Fetch {
    const stop = new AbortController()
    const fetch = { page: fetched(number, stop.signal), stop, waiting: 0 }
    fetches.set(number, fetch)
    return fetch
  }
  return {
    kept: (number: number) => kept.get(number),
    read: async (number: number, signal: AbortSignal): Promise<Page> => {
      const known = kept.get(number)
      if (known) return known
      const fetch = fetches.get(number) ?? begin(number)
      fetch.waiting += 1
      try {
        return await unlessAborted(fetch.page, signal)
      } finally {
        fetch.waiting -= 1
        if (fetch.waiting === 0) {
          fetch.stop.abort()
          if (fetches.get(number) === fetch) fetches.delete(number)
        }
      }
    },
  }
}

type Deps = {
  readonly serviceClient: ServiceClient
  readonly store: Store
  readonly onFailure: (error: unknown, ids: DocumentIds | null) => void
}
/** Turns the pages of the document that is shown. */
export function pageTurner({ serviceClient, store, onFailure }: Deps) {
  let turning: AbortController | null = null
  /** Fetches the page after the one that is shown. */
  let ahead: AbortController | null = null
  let pages: Pages | null = null

  /** Shows a page; a later turn replaces it. Fetches the next page ahead. */
  async function turnTo(pageNumber: number, outer?: AbortSignal): Promise<void> {
    const previous = [turning, ahead]
    const mine = new AbortController()
    turning = mine
    const signal = outer ? AbortSignal.any([outer, mine.signal]) : mine.signal
    const { records, position } = store.read().history
    // At once, so that a reload while the page is fetched shows it too.
    const history = { position, records: records.map((one, at) => (at === position ? { ...one, pageNumber } : one)) }
    store.update({ pageNumber, history })
    const { ids } = store.read()
    const wanted = read(pageNumber, signal)
    // Afterwards: this may be the page that is being fetched ahead.
    for (const one of previous) one?.abort()
    try {
      const page = await wanted
      signal.throwIfAborted()
      store.update({ page })
      fetchAhead()
    } catch (error) {
      if (signal.aborted) return
      if (outer) throw error
      onFailure(error, ids)
    }
  }
  function fetchAhead() {
    const { documentReady, pageNumber, pageCount } = store.read()
    if (!documentReady || pageNumber >= pageCount) return
    const previous = ahead
    ahead = new AbortController()
    read(pageNumber + 1, ahead.signal).catch(() => undefined)
    previous?.abort()
  }
  async function read(pageNumber: number, signal: AbortSignal): Promise<Page> {
    if (!pages || !store.read().ids) throw new Error(t('ErrorNoDocument').text)
    return pages.read(pageNumber, signal)
  }

  return {
    begin: (ids: DocumentIds) => {
      pages = pagesOf(serviceClient, ids)
    },
    kept: (pageNumber: number) => pages?.kept(pageNumber),
    read,
    turnTo,
    fetchAhead,
    stop: () => {
      turning?.abort()
      ahead?.abort()
    },
  }
}
