import { TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { LOCKER_NAME_MAX } from '../../rules.ts'

type Props = { label: string; name: string; onName: (name: string) => boolean }

/** A name that is taken when it is left or at Enter; one that is refused reverts (spec 1 §5). */
export function NameField({ label, name, onName }: Props) {
  const [typed, setTyped] = useState(name)
  useEffect(() => setTyped(name), [name])
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
}
