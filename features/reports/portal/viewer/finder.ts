import { foundIn, MAX_FOUND, NO_SEARCH, type Search, stepped } from './search.ts'
import type { DocumentIds, Page } from './service-client.ts'
import type { ViewerState } from './state.ts'
import type { Store } from './store.ts'

type Deps = {
  readonly store: Store
  readonly readPage: (pageNumber: number, signal: AbortSignal) => Promise<Page>
  readonly goToPage: (pageNumber: number) => Promise<void>
  readonly onFailure: (error: unknown, ids: DocumentIds | null, change: Partial<ViewerState>) => void
}
/** Searches the pages of the document that is shown. */
export function finder({ store: { read, update }, readPage, goToPage, onFailure }: Deps) {
  let searching: AbortController | null = null

  /** Finds a text in all pages, as they come; an empty text ends the search. */
  async function find(text: string): Promise<void> {
    searching?.abort()
    const { ids } = read()
    if (text.trim() === '' || !ids) return update({ search: { ...NO_SEARCH, text } })
    searching = new AbortController()
    const { signal } = searching
    let found: Search['found'] = []
    const show = (isSearching: boolean) => update({ search: { text, found, position: read().search.position, isSearching } })
    update({ search: { text, found, position: -1, isSearching: true } })
    try {
      for (let page = 1; page <= read().pageCount && found.length < MAX_FOUND; page++) {
        const onPage = foundIn((await readPage(page, signal)).pageContent, text)
        signal.throwIfAborted()
        if (onPage.length > 0)
          found = [...found, ...onPage.map((excerpt, index) => ({ page, index, excerpt }))].slice(0, MAX_FOUND)
        if (onPage.length > 0 || page % 20 === 0) show(true)
      }
      show(false)
    } catch (error) {
      if (signal.aborted) return
      show(false)
      onFailure(error, ids, {})
    }
  }
  /** Shows a place where the text was found. */
  async function goTo(position: number): Promise<void> {
    const place = read().search.found[position]
    if (!place) return
    update({ search: { ...read().search, position } })
    if (place.page !== read().page?.pageNumber || place.page !== read().pageNumber) await goToPage(place.page)
    update({ target: { page: place.page, found: place.index } })
  }
  return {
    find,
    goTo,
    goToNext: (direction: 1 | -1 = 1) => goTo(stepped(read().search, direction)),
    stop: () => searching?.abort(),
  }
}
