import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { type Icon, ToolButton } from './ToolButton.tsx'
import classes from './viewer.module.css'

export type MenuEntry = {
  readonly name: string
  readonly onClick: () => unknown
  readonly disabled?: boolean
  /** A choice that is on or off. */
  readonly isOn?: boolean | undefined
  /** One choice of several. */
  readonly isRadio?: boolean
}
type Props = { name: string; icon: Icon; entries: readonly MenuEntry[]; disabled?: boolean; isBusy?: boolean }

/** A button that opens a menu. Arrow keys, Home and End choose; Escape, Tab and a click elsewhere close it. */
export function MenuButton({ name, icon, entries, disabled = false, isBusy = false }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isOpen) itemsOf(menu.current)[0]?.focus()
  }, [isOpen])
  const close = () => {
    setIsOpen(false)
    button.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const all = itemsOf(menu.current)
    const root = menu.current?.getRootNode() as Document | ShadowRoot | undefined
    const at = all.indexOf(root?.activeElement as HTMLButtonElement)
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key]
    if (event.key === 'Escape') close()
    else if (event.key === 'Tab') setIsOpen(false)
    else if (next !== undefined) all.at(next % all.length)?.focus()
    else return
    if (event.key !== 'Tab') event.preventDefault()
    event.stopPropagation()
  }
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (!place.current?.contains(relatedTarget)) setIsOpen(false)
  }
  return (
    <div ref={place} className={classes.menuPlace}>
      <ToolButton
        ref={button}
        name={name}
        icon={icon}
        disabled={disabled}
        isBusy={isBusy}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        onBlur={onBlur}
      />
      {isOpen && (
        <div
          ref={menu}
          role="menu"
          aria-label={name}
          className={classes.menu}
          tabIndex={-1}
          onKeyDown={onKeyDown}
          onBlur={onBlur}
        >
          {entries.map((entry) => (
            <button
              key={entry.name}
              type="button"
              {...roleOf(entry)}
              disabled={entry.disabled}
              tabIndex={-1}
              onClick={() => {
                close()
                void entry.onClick()
              }}
            >
              {entry.name}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}

const itemsOf = (menu: HTMLElement | null) => [...(menu?.querySelectorAll<HTMLButtonElement>('button:not(:disabled)') ?? [])]

const roleOf = ({ isOn, isRadio }: MenuEntry) =>
  isOn === undefined ? { role: 'menuitem' } : { role: isRadio ? 'menuitemradio' : 'menuitemcheckbox', 'aria-checked': isOn }
