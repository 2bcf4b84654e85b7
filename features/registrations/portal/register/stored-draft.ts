import { useEffect, useState } from 'react'
import { sessionStore } from '#platform/portal/session/storage.ts'

/** What a form that has expired leaves to the one that is loaded in its place, in this tab alone; never a PIN. */
export function keptDraft(kind: string, systemName: string) {
  const key = `register.${kind}.${systemName.toLowerCase()}`
  return {
    keep: ({ Pin: _, ...values }: Record<string, unknown>) => sessionStore.writeJson(key, values),
    read: <Values>(): Partial<Values> => sessionStore.readJson<Partial<Values>>(key) ?? {},
    forget: () => sessionStore.forget(key),
  }
}

/** What was kept over what a new form begins with. It is given once. */
export function useKeptOr<Values extends object>(kept: ReturnType<typeof keptDraft>, empty: Values): Values {
  const [values] = useState(() => ({ ...empty, ...kept.read<Values>() }))
  // biome-ignore lint/correctness/useExhaustiveDependencies: forgotten once, when the form stands
  useEffect(() => kept.forget(), [])
  return values
}
