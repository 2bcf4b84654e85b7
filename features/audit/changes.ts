/** One value of a record before and after a change; null where there was none. */
export type ValueChange = { readonly Field: string; readonly Before: unknown; readonly After: unknown }

type Values = Readonly<Record<string, unknown>>
export const isValues = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value)
const same = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

const isEmpty = (value: unknown) => value === null || value === undefined || (Array.isArray(value) && value.length === 0)

/** What identifies a record or its version, rather than a value that somebody changed. */
const TECHNICAL = ['Id', 'Version', 'OrganisationSettingId', 'SettingType', 'signIn']

/** Said only when it is so. */
const NOTED_WHEN_TRUE = ['newPin', 'isCodeChanged']

/** Values inside a value stand beside the others: `filters` and `values` are only their frames. */
const flat = (values: Values): [string, unknown][] =>
  Object.entries(values)
    .flatMap(([field, value]) => (isValues(value) ? flat(value) : [[field, value] as [string, unknown]]))
    .filter(([field]) => !TECHNICAL.includes(field))

/**
 * What an entry's detail says about values: those that differ between `before` and `after`, `from` and `to` as one value, and
 * the others as they are.
 */
export function changesOf(detail: unknown): ValueChange[] {
  if (!isValues(detail)) return []
  const { before, after, ...rest } = detail
  const [old, now] = [before, after].map((values) => new Map(isValues(values) ? flat(values) : []))
  const changed = [...new Set([...old!.keys(), ...now!.keys()])]
    .map((Field) => ({ Field, Before: old!.get(Field) ?? null, After: now!.get(Field) ?? null }))
    .filter(({ Before, After }) => !same(Before, After))
  const isMoved = 'from' in rest && 'to' in rest
  const { from, to, ...others } = rest
  const moved = isMoved ? [{ Field: 'condition', Before: from ?? null, After: to ?? null }] : []
  const shown = new Set(changed.map(({ Field }) => Field))
  const single = flat(isMoved ? others : rest)
    .map(([Field, value]) => [
      Field,
      Field === 'changed' && Array.isArray(value) ? value.filter((one) => !shown.has(one)) : value,
    ])
    .filter(([field, value]) => !isEmpty(value) && !(value === false && NOTED_WHEN_TRUE.includes(field as string)))
    .map(([Field, value]) => ({ Field: Field as string, Before: null, After: value }))
  return [...changed, ...moved, ...single]
}
