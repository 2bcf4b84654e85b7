type Values = Readonly<Record<string, unknown>>

/** Empty inputs are equal, whatever they hold. */
export const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? '') === JSON.stringify(other ?? '')

const isListOfTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every((one) => typeof one === 'string')

/** A list such as one of ids: theirs with what I added, without what I removed. */
function mergeLists(base: readonly string[], mine: readonly string[], theirs: readonly string[]): string[] {
  const kept = theirs.filter((one) => mine.includes(one) || !base.includes(one))
  return [...new Set([...kept, ...mine.filter((one) => !base.includes(one))])]
}

function merge(base: unknown, mine: unknown, theirs: unknown): unknown {
  if (isSame(base, mine)) return theirs
  const are = isListOfTexts(base) && isListOfTexts(mine) && isListOfTexts(theirs)
  return are ? mergeLists(base, mine, theirs) : mine
}

/** Groups of fields that only make sense together, such as a city with its country: each group is all mine or all theirs. */
export type Together = readonly (readonly string[])[]

/** The fields of a form whose values are taken with that of `name`, itself included. */
export const takenWith = (name: string, together: Together): readonly string[] =>
  together.find((group) => group.includes(name)) ?? [name]

/**
 * The values of a form after somebody else has changed its record: mine where I changed the `base` that both began with, theirs
 * elsewhere; lists have the changes of both. `changed`: the fields that they changed to something other than mine; `isMine` where I
 * changed them too.
 */
export function mergeDraft<V extends Values>(base: V, mine: V, theirs: V, together: Together = []) {
  const names = Object.keys(theirs) as (keyof V & string)[]
  const isMine = (name: string) => takenWith(name, together).some((one) => !isSame(base[one], mine[one]))
  const mergeField = (name: string) =>
    takenWith(name, together).length > 1 ? (isMine(name) ? mine : theirs)[name] : merge(base[name], mine[name], theirs[name])
  const merged = Object.fromEntries(names.map((name) => [name, mergeField(name)])) as V
  const changed = names
    .filter((name) => !isSame(base[name], theirs[name]) && !isSame(mine[name], theirs[name]))
    .map((name) => ({ name, isMine: isMine(name) }))
  return { values: merged, changed }
}
