import { type KeyboardEvent, useEffect, useRef } from 'react'
import { t } from '../../../messages.ts'
import { LOCKER_NAME_MAX } from '../../../rules.ts'
import classes from '../designer.module.css'

type Props = { name: string; onName: (name: string) => boolean; onEnd: () => void }

/**
 * A locker's name, typed at its door. Enter and leaving take it, Escape leaves it; a name that another locker has is refused
 * with a word and the old one stands again.
 */
export function RenameField({ name, onName, onEnd }: Props) {
  const field = useRef<HTMLInputElement>(null)
  // A field that goes while it has the focus may be left once more.
  const hasEnded = useRef(false)
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [])
  const end = (typed: string) => {
    if (hasEnded.current) return
    hasEnded.current = true
    if (typed.trim() !== name) onName(typed)
    onEnd()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    event.stopPropagation()
    if (event.key === 'Enter') end(event.currentTarget.value)
    else if (event.key === 'Escape') end(name)
  }
  return (
    <input
      ref={field}
      className={classes.rename}
      defaultValue={name}
      maxLength={LOCKER_NAME_MAX}
      aria-label={t('LabelName').text}
      onKeyDown={onKeyDown}
      onBlur={(event) => end(event.currentTarget.value)}
    />
  )
}
