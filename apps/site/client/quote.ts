import { MAX_OF_CABINET } from '#features/enquiries/cabinets.ts'

const KEY = 'quote'
export type Quote = Readonly<Record<string, number>>

/** The chosen cabinets with their numbers, kept while the tab is open. */
export function quote(): Quote {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Quote
  } catch {
    return {}
  }
}
export const countOf = (chosen: Quote): number => Object.values(chosen).reduce((sum, count) => sum + count, 0)

/** Keeps the chosen cabinets, and tells the other parts of the page. */
export function keepQuote(chosen: Quote) {
  const kept = Object.entries(chosen)
    .map(([name, count]) => [name, Math.min(MAX_OF_CABINET, Math.max(0, Math.trunc(count) || 0))] as const)
    .filter(([, count]) => count > 0)
  sessionStorage.setItem(KEY, JSON.stringify(Object.fromEntries(kept)))
  dispatchEvent(new Event('quote'))
}
export const onQuote = (listener: () => void) => addEventListener('quote', listener)
