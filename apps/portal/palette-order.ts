import { foldText } from '#platform/fold-text.ts'
import { placeOf } from '#platform/portal/navigation/recent-records.ts'
import type { PaletteHit } from '#platform/portal/navigation/screen.ts'
import { wordsOf } from '#platform/wire.ts'

export type PaletteGroup = { readonly group: string; readonly hits: readonly PaletteHit[] }

/** Most hits of a kind, and before those of other kinds. */
const SHOWN = 8
const SHOWN_FIRST = 3

/**
 * The hits of a text as the palette shows them. Kinds with a better match are first: a title that is the text, then one that begins
 * with it, then one with the text's words as whole words; otherwise the order of the sources decides. Each kind shows up to 3 hits
 * before the last group, `more`, which holds the others. A place is shown once, in the first of its sources. Without a text all hits
 * of each source are shown in their order.
 */
export function paletteGroups(sources: readonly PaletteGroup[], text: string, more: string): readonly PaletteGroup[] {
  const groups = withoutDuplicates(sources.map(({ group, hits }) => ({ group, hits: hits.slice(0, SHOWN) })))
  if (text === '') return groups.filter(({ hits }) => hits.length > 0)
  const ranked = groups
    .filter(({ hits }) => hits.length > 0)
    .map(({ group, hits }) => ({ group, hits: hits.toSorted((a, b) => rankOf(a, text) - rankOf(b, text)) }))
    .toSorted((a, b) => rankOf(a.hits[0]!, text) - rankOf(b.hits[0]!, text))
  // Of one kind there is nothing to be before.
  if (ranked.length < 2) return ranked
  const best = ranked.map(({ group, hits }) => ({ group, hits: hits.slice(0, SHOWN_FIRST) }))
  const others = ranked.flatMap(({ hits }) => hits.slice(SHOWN_FIRST))
  return others.length > 0 ? [...best, { group: more, hits: others }] : best
}

/** How well a hit matches a text: 0 is best. */
function rankOf({ title, hint }: PaletteHit, text: string): number {
  const searched = foldText(text)
  const name = foldText(title)
  if (name === searched) return 0
  if (name.startsWith(searched)) return 1
  const words = new Set(foldText(`${title} ${hint}`).match(WORDS))
  return wordsOf(searched).every((word) => words.has(word)) ? 2 : 3
}
const WORDS = /[\p{L}\p{N}'-]+/gu

/** The groups without hits whose place is a hit of an earlier group, or of the same. */
function withoutDuplicates(groups: readonly PaletteGroup[]): readonly PaletteGroup[] {
  const places = new Set<string>()
  const isNew = ({ path }: PaletteHit) => !places.has(placeOf(path)) && places.add(placeOf(path)) !== undefined
  return groups.map((group) => ({ ...group, hits: group.hits.filter(isNew) }))
}
