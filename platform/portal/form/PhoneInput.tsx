import { Text, TextInput, type TextInputProps } from '@mantine/core'
import { useEffect, useState } from 'react'
import { CONTACT } from '#platform/contact-fields.ts'
import type { phoneHint } from '#platform/phone-number.ts'
import { loadCode } from '../ui/load-code.ts'

type Props = Omit<TextInputProps, 'value'> & {
  readonly value?: string | null | undefined
  /** Of the organisation, for numbers without a country; none shows no hints. */
  readonly culture: string | undefined
}

let hintOf: typeof phoneHint | undefined
/** The rule of numbers, which is fetched with the first number. */
const loadHint = async () => {
  hintOf = (await loadCode(() => import('#platform/phone-number.ts'))).phoneHint
}

/** A mobile number, with a hint when no text message can be sent to it or its extension is left out. */
export function PhoneInput({ culture, value, description, ...props }: Props) {
  const [, setLoaded] = useState(hintOf !== undefined)
  // A shorter one has an error of its own, or is still being typed.
  const isNeeded = culture !== undefined && (value ?? '').length >= CONTACT.mobileMin
  useEffect(() => {
    // Without the rule there is no hint, and the form works.
    if (isNeeded && !hintOf)
      loadHint().then(
        () => setLoaded(true),
        () => {},
      )
  }, [isNeeded])
  const hint = (isNeeded && hintOf?.(value ?? '', culture)?.text) || ''
  const below = hint ? (
    <>
      {description}
      <Text span inherit display="block" c="var(--mantine-color-text)" role="status">
        {hint}
      </Text>
    </>
  ) : (
    description
  )
  return <TextInput {...props} value={value ?? ''} type="tel" description={below} />
}
