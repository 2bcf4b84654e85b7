import { foundIn, MAX_FOUND, NO_SEARCH, type Search, stepped } from '../state/search.ts'
import { type Context, failOrReload } from './context.ts'
import { readPage, showPage } from './pages.ts'

/** Finds a text in all pages, as they come; an empty text ends the search. */
export async function find(context: Context, text: string): Promise<void> {
  const { read, update, requests } = context
  const signal = requests.begin('search')
  const { ids } = read()
  if (text.trim() === '' || !ids) return update({ search: { ...NO_SEARCH, text } })
  let found: Search['found'] = []
  const show = (isSearching: boolean) => update(({ search }) => ({ search: { ...search, text, found, isSearching } }))
  update({ search: { text, found, position: -1, isSearching: true } })
  try {
    for (let page = 1; page <= read().pageCount && found.length < MAX_FOUND; page++) {
      const onPage = foundIn((await readPage(context, page, signal)).pageContent, text)
      signal.throwIfAborted()
      if (onPage.length > 0) found = [...found, ...onPage.map((excerpt, index) => ({ page, index, excerpt }))].slice(0, MAX_FOUND)
      if (onPage.length > 0 || page % 20 === 0) show(true)
    }
    show(false)
  } catch (error) {
    if (signal.aborted) return
    show(false)
    failOrReload(context, error, { ids, change: {} })
  }
}

/** Shows a place where the text was found. */
export async function goToFound(context: Context, position: number): Promise<void> {
  const { read, update } = context
  const place = read().search.found[position]
  if (!place) return
  update({ search: { ...read().search, position } })
  await showPage(context, place.page)
  update({ target: { page: place.page, found: place.index } })
}

/** The next place, or the previous one; from the last to the first. */
export const goToNextFound = (context: Context, direction: 1 | -1 = 1) =>
  goToFound(context, stepped(context.read().search, direction))
