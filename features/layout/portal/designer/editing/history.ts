/** One edit seen from its other side: how things stood there, and the edit in words. */
type Step<T> = { readonly state: T; readonly said: string }
/** What is worked on, with the way back and the way forth again. The nearest step stands last in both. */
export type History<T> = { readonly past: readonly Step<T>[]; readonly present: T; readonly future: readonly Step<T>[] }

export const beginning = <T>(present: T): History<T> => ({ past: [], present, future: [] })

/** After an edit; what was undone before it is gone. An edit that changed nothing is none. */
export const edited = <T>(history: History<T>, next: T, said: string): History<T> =>
  next === history.present ? history : { past: [...history.past, { state: history.present, said }], present: next, future: [] }

/** The last edit undone; the same history when there is none. */
export function undone<T>({ past, present, future }: History<T>): History<T> {
  const step = past.at(-1)
  if (!step) return { past, present, future }
  return { past: past.slice(0, -1), present: step.state, future: [...future, { state: present, said: step.said }] }
}

/** The last edit that was undone, done again; the same history when there is none. */
export function redone<T>({ past, present, future }: History<T>): History<T> {
  const step = future.at(-1)
  if (!step) return { past, present, future }
  return { past: [...past, { state: present, said: step.said }], present: step.state, future: future.slice(0, -1) }
}
