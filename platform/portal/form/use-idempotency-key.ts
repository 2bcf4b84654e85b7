import { useRef } from 'react'

/**
 * The key of a request: the same content sent again after a missing reply has the same key and is applied once. After a refusal a
 * new key is used, because the reason may no longer apply.
 */
export function useIdempotencyKey() {
  const last = useRef({ content: '', key: '' })
  return {
    for: (values: unknown, intent: string) => {
      const content = JSON.stringify([values, intent])
      if (last.current.content !== content) last.current = { content, key: crypto.randomUUID() }
      return last.current.key
    },
    renew: () => {
      last.current.content = ''
    },
  }
}
