import { useRef } from 'react'

/**
 * The same content sent again because no answer came carries the same key and is done once. What was refused is asked anew:
 * the reason may have gone meanwhile.
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
