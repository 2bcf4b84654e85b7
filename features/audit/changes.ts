/** One value of a record before and after a change; null where there was none. */
export type ValueChange = { readonly Field: string; readonly Before: string | null; readonly After: string | null }

type Values = Readonly<Record<string, unknown>>
const isValues = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value)
const textOf = (value: unknown): string | null =>
  value === undefined || value === null ? null : typeof value === 'string' ? value : JSON.stringify(value)

/**
 * What an entry's detail says about values: those that differ between `before` and `after`, `from` and `to` as one value, and
 * the others as they are.
 */
export function changesOf(detail: unknown): ValueChange[] {
  if (!isValues(detail)) return []
  const { before, after, from, to, ...others } = detail
  const [old, now] = [isValues(before) ? before : {}, isValues(after) ? after : {}]
  const fields = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter((field) => field !== 'Id' && field !== 'Version')
  const changed = fields
    .map((field) => ({ Field: field, Before: textOf(old[field]), After: textOf(now[field]) }))
    .filter(({ Before, After }) => Before !== After)
  const moved = from === undefined && to === undefined ? [] : [{ Field: 'value', Before: textOf(from), After: textOf(to) }]
  const rest = Object.entries(others).map(([field, value]) => ({ Field: field, Before: null, After: textOf(value) }))
  return [...changed, ...moved, ...rest]
}
