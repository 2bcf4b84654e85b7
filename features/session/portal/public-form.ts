import { type SubmitEvent, useState } from 'react'
import { useAttempt } from '#platform/portal/feedback/use-attempt.ts'

type Typed = { currentTarget: { value: string } }

/** The values of a form before sign-in; `field('userName')` binds an input to one of its texts. */
export function useFields<Values extends Record<string, string>>(first: () => Values) {
  const [values, setValues] = useState(first)
  const field = (name: keyof Values & string) => ({
    required: true,
    value: values[name],
    onChange: (event: Typed) => setValues({ ...values, [name]: event.currentTarget.value }),
  })
  return { values, field }
}

/** Submits a form before sign-in. */
export function useSending() {
  const { isUnderWay, attempt } = useAttempt()
  const onSubmit = (send: Parameters<typeof attempt>[0]) => (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    void attempt(send)
  }
  return { busy: isUnderWay, onSubmit }
}
