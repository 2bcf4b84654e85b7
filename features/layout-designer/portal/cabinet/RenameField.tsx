import { type KeyboardEvent, useEffect, useRef } from 'react'
import { LOCKER_NAME_MAX } from '#features/layout/rules.ts'
import { t as label } from '#platform/labels.ts'
import classes from '../designer.module.css'
import type { Designer } from '../editing/designer-store.ts'

type Props = { id: string; name: string; designer: Designer }

/** Edits a locker's name at its door. Enter and blur rename the locker, Escape cancels; a refused name changes nothing. */
export function RenameField({ id, name, designer }: Props) {
  const field = useRef<HTMLInputElement>(null)
  // Some browsers blur a focused field once more when it is removed.
  const hasEnded = useRef(false)
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [])
  const end = (typed: string) => {
    if (hasEnded.current) return
    hasEnded.current = true
    if (typed.trim() !== name) designer.dispatch({ type: 'renameLocker', id, name: typed })
    designer.dispatch({ type: 'editName', id: null })
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
      aria-label={label('LabelName').text}
      onKeyDown={onKeyDown}
      onBlur={(event) => end(event.currentTarget.value)}
    />
  )
}
