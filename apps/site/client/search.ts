import { openPanel } from './panels.ts'

type Entry = { readonly title: string; readonly address: string; readonly text: string }
/** Most results that are shown. */
const MOST = 12

const panel = document.querySelector<HTMLDialogElement>('[data-search]')!
const field = panel.querySelector('input')!
const list = panel.querySelector('ul')!
let entries: readonly Entry[] = []

const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
const say = (text: string) => {
  const item = document.createElement('li')
  item.textContent = text
  list.replaceChildren(item)
}

/** Entries with every word, those with the words in their title first. */
function show() {
  const words = fold(field.value).split(/\s+/).filter(Boolean)
  if (words.length === 0) return list.replaceChildren()
  const hasAll = (text: string) => words.every((word) => fold(text).includes(word))
  const [titles, texts] = [
    entries.filter(({ title }) => hasAll(title)),
    entries.filter(({ title, text }) => hasAll(`${title} ${text}`)),
  ]
  const found = [...new Set([...titles, ...texts])].slice(0, MOST)
  if (found.length === 0) return say(panel.dataset.none!)
  return list.replaceChildren(
    ...found.map(({ title, address }) => {
      const [item, link] = [document.createElement('li'), document.createElement('a')]
      link.href = address
      link.textContent = title
      item.append(link)
      return item
    }),
  )
}

/** Opens the search over the pages of this language. */
export async function openSearch() {
  openPanel(panel)
  field.focus()
  try {
    const reply = await fetch(`/search-${document.documentElement.lang}.json`)
    if (!reply.ok) throw new Error(String(reply.status))
    entries = (await reply.json()) as Entry[]
    show()
  } catch {
    say(panel.dataset.notLoaded!)
  }
}
field.addEventListener('input', show)
// The browser would only empty the field.
field.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') panel.close()
})
