import type { SubmitEvent } from 'react'
import { useAttempt } from '#platform/portal/feedback/use-attempt.ts'

/** Submits a form before sign-in. */
export function useSending() {
  const { isUnderWay, attempt } = useAttempt()
  const onSubmit = (send: Parameters<typeof attempt>[0]) => (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    void attempt(send)
  }
  return { busy: isUnderWay, onSubmit }
}
