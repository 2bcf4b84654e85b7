import type { DocumentIds, Page, ServiceClient } from '../client/service-client.ts'
import { PAGE_POLL_MS } from '../state/state.ts'
import { unlessAborted, waitMs } from './requests.ts'

/** Pages of a document that are kept, so that a page turn does not wait. */
const KEPT_PAGES = 40

type Fetch = { readonly page: Promise<Page>; readonly stop: AbortController; waiting: number }
export type Pages = ReturnType<typeof pagesOf>

/** The pages of one document. A page that several wait for is fetched once, and not any more when nobody waits. */
export function pagesOf(serviceClient: ServiceClient, ids: DocumentIds) {
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
