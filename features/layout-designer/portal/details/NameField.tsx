import { TextInput } from '@mantine/core'
import { memo, useState } from 'react'
import { LOCKER_NAME_MAX } from '#features/layout/rules.ts'

type Props = { label: string; name: string; onRename: (name: string) => void }

/** A name that is applied on blur or Enter. A refused one leaves `name` as it is, and the field reverts (spec 1 §5). */
export const NameField = memo(function NameField({ label, name, onRename }: Props) {
  const [typed, setTyped] = useState(name)
  const [shown, setShown] = useState(name)
  if (shown !== name) {
    setShown(name)
    setTyped(name)
  }
  const apply = () => {
    setTyped(name)
    if (typed.trim() !== name) onRename(typed)
  }
  return (
    <TextInput
      label={label}
      value={typed}
      maxLength={LOCKER_NAME_MAX}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={apply}
      onKeyDown={(event) => {
        if (event.key === 'Enter') apply()
        if (event.key === 'Escape' && typed !== name) {
          event.preventDefault()
          setTyped(name)
        }
      }}
    />
  )
})
