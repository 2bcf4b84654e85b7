/** One edit: the state on its other side and its description for undo and redo. */
type Step<T> = { readonly state: T; readonly description: string }
/** The present state with the steps that undo and redo take; the nearest step is last in both lists. */
export type History<T> = { readonly past: readonly Step<T>[]; readonly present: T; readonly future: readonly Step<T>[] }

export const startHistory = <T>(present: T): History<T> => ({ past: [], present, future: [] })

/** Adds an edit and drops the steps to redo. The same history when `next` is the present state. */
export const record = <T>(history: History<T>, next: T, description: string): History<T> =>
  next === history.present
    ? history
    : { past: [...history.past, { state: history.present, description }], present: next, future: [] }

/** Undoes the last edit; an equal history when there is none. */
export function undo<T>({ past, present, future }: History<T>): History<T> {
  const step = past.at(-1)
  if (!step) return { past, present, future }
  return { past: past.slice(0, -1), present: step.state, future: [...future, { ...step, state: present }] }
}

/** Applies the last undone edit again; an equal history when there is none. */
export function redo<T>({ past, present, future }: History<T>): History<T> {
  const step = future.at(-1)
  if (!step) return { past, present, future }
  return { past: [...past, { ...step, state: present }], present: step.state, future: future.slice(0, -1) }
}
