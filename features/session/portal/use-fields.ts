import { useState } from 'react'

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
