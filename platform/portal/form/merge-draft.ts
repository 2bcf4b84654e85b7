type Values = Readonly<Record<string, unknown>>

/** Empty inputs are equal, whatever they hold. */
const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? '') === JSON.stringify(other ?? '')

/**
 * The values of a form after somebody else has changed its record: mine where I changed the `base` that both began with, theirs
 * elsewhere. `changed`: the fields that they changed to something other than mine; `isMine` where I changed them too.
 */
export function mergeDraft<V extends Values>(base: V, mine: V, theirs: V) {
  const names = Object.keys(theirs) as (keyof V & string)[]
  const isMine = (name: keyof V) => !isSame(base[name], mine[name])
  const merged = Object.fromEntries(names.map((name) => [name, isMine(name) ? mine[name] : theirs[name]])) as V
  const changed = names
    .filter((name) => !isSame(base[name], theirs[name]) && !isSame(mine[name], theirs[name]))
    .map((name) => ({ name, isMine: isMine(name) }))
  return { values: merged, changed }
}
