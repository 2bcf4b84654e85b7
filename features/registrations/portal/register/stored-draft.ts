import { useEffect, useEffectEvent, useState } from 'react'
import { sessionStore } from '#platform/portal/session/storage.ts'

/** Values that an expired form stores for the reloaded one, in this tab only and without the PIN. */
export function storedDraft(kind: string, systemName: string) {
  const key = `register.${kind}.${systemName.toLowerCase()}`
  return {
    write: ({ Pin: _, ...values }: Record<string, unknown>) => sessionStore.writeJson(key, values),
    read: <Values>(): Partial<Values> => sessionStore.readJson<Partial<Values>>(key) ?? {},
    forget: () => sessionStore.forget(key),
  }
}

/** The initial values of a form: stored values over the empty ones. Stored values are used once. */
export function useStoredOr<Values extends object>(stored: ReturnType<typeof storedDraft>, empty: Values): Values {
  const [values] = useState(() => ({ ...empty, ...stored.read<Values>() }))
  const forget = useEffectEvent(stored.forget)
  useEffect(() => forget(), [])
  return values
}
