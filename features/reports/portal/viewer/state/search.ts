import { escapePattern } from '#platform/html.ts'
/** Most places that a search lists. */
export const MAX_FOUND = 500
/** Characters of an excerpt around a place. */
const AROUND = 24

/** A place of the text: its page, its number on that page from 0, and the words around it. */
export type Found = { readonly page: number; readonly index: number; readonly excerpt: string }
export type Search = {
  readonly text: string
  readonly found: readonly Found[]
  /** The place that is shown; -1 for none. */
  readonly position: number
  readonly isSearching: boolean
}
export const NO_SEARCH: Search = { text: '', found: [], position: -1, isSearching: false }

/** Finds a text as it was typed, without regard to case. */
export const patternOf = (text: string) => new RegExp(escapePattern(text.trim()), 'giu')

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&#039;': "'",
}

/** The places of a text in a page's HTML, each with the words around it; within one element, and not in charts. */
export function foundIn(html: string, text: string): string[] {
  if (text.trim() === '') return []
  const pattern = patternOf(text)
  return html
    .replace(/<svg[\s\S]*?<\/svg>/g, '')
    .split(/<[^>]*>/)
    .map((part) => part.replace(/&(amp|lt|gt|quot|#0?39);/g, (entity) => ENTITIES[entity] ?? entity))
    .flatMap((part) => [...part.matchAll(pattern)].map(({ 0: one, index }) => excerptOf(part, index, one.length)))
}

function excerptOf(part: string, at: number, length: number): string {
  const from = Math.max(at - AROUND, 0)
  const to = at + length + AROUND
  return `${from > 0 ? '…' : ''}${part.slice(from, to).trim()}${to < part.length ? '…' : ''}`
}

/** The position after, or before, the present one, around the ends. */
export const stepped = ({ found, position }: Search, direction: 1 | -1): number =>
  found.length === 0 ? -1 : (Math.max(position, direction === 1 ? -1 : 0) + direction + found.length) % found.length
