import { type SubmitEvent, useRef, useState } from 'react'

type Untell = () => void

/**
 * The sending of a form before sign-in. `send` gives what takes its notice of a failure away again, which the next try does:
 * a refusal never stands beside the success that came after it.
 */
export function useSending() {
  const [busy, setBusy] = useState(false)
  const untell = useRef<Untell | undefined>(undefined)
  const onSubmit = (send: () => Promise<Untell | undefined>) => async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    untell.current?.()
    setBusy(true)
    untell.current = await send().finally(() => setBusy(false))
  }
  return { busy, onSubmit }
}
