import { TextInput } from '@mantine/core'
import { memo, useState } from 'react'
import { LOCKER_NAME_MAX } from '../../../rules.ts'

type Props = { label: string; name: string; onName: (name: string) => boolean }

/** A name that is taken when it is left or at Enter; one that is refused reverts (spec 1 §5). */
export const NameField = memo(function NameField({ label, name, onName }: Props) {
  const [typed, setTyped] = useState(name)
  const [shown, setShown] = useState(name)
  if (shown !== name) {
    setShown(name)
    setTyped(name)
  }
  const take = () => {
    if (typed.trim() === name || !onName(typed)) setTyped(name)
  }
  return (
    <TextInput
      label={label}
      value={typed}
      maxLength={LOCKER_NAME_MAX}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === 'Enter') take()
        if (event.key === 'Escape' && typed !== name) {
          event.preventDefault()
          setTyped(name)
        }
      }}
    />
  )
})
