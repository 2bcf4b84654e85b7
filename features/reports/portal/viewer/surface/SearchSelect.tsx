import { type KeyboardEvent, useEffect, useEffectEvent, useId, useState } from 'react'
import { t } from '../../../viewer-messages.ts'
import type { Parameter } from '../client/service-client.ts'
import classes from './viewer.module.css'

type Props = {
  parameter: Parameter
  value: string
  set: (value: string) => void
  /** Looks for values that have a text. */
  search: (text: string) => void
  /** The last search failed. */
  isFailed: boolean
  described: { readonly id: string; readonly 'aria-invalid': true | undefined; readonly 'aria-describedby': string }
}

const NONE: NonNullable<Parameter['availableValues']> = []

/**
 * One value of a list that is too long to offer whole: typed words find others. Arrow keys choose, Enter takes the first that the
 * search finds, Escape closes. A search that failed is repeated by the next key, Enter included, and when the list is opened again.
 */
export function SearchSelect({ parameter, value, set, search, isFailed, described }: Props) {
  const listId = useId()
  /** What is typed; null while the list is closed. */
  const [text, setText] = useState<string | null>(null)
  const [active, setActive] = useState(0)
  const all = parameter.availableValues ?? NONE
  /** The values that the last search replaces; until then they are not what was typed. */
  const [replaced, setReplaced] = useState<typeof all | null>(null)
  const isSearching = all === replaced
  const [isEnterWaiting, setEnterWaiting] = useState(false)
  const name = all.find((one) => one.value === value)?.name ?? value
  const isOpen = text !== null
  const isListed = isOpen && !isFailed
  const options = isListed ? [...(text === '' ? [{ name: '', value: '' }] : []), ...all] : []
  const type = (next: string) => {
    setText(next)
    setActive(0)
    setReplaced(all)
    setEnterWaiting(false)
    search(next)
  }
  const open = () => (isFailed ? type('') : setText(''))
  const close = () => {
    setText(null)
    setReplaced(null)
    setEnterWaiting(false)
    if (text) search('')
  }
  const choose = (chosen: string) => {
    set(chosen)
    close()
  }
  const chooseFirst = useEffectEvent(() => {
    setEnterWaiting(false)
    if (all[0]) choose(all[0].value)
  })
  useEffect(() => {
    if (isEnterWaiting && !isSearching) chooseFirst()
  }, [isEnterWaiting, isSearching])
  const onKeyDown = (event: KeyboardEvent) => {
    const moved = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (moved && !isOpen) open()
    else if (moved) setActive(Math.min(Math.max(active + moved, 0), options.length - 1))
    else if (event.key === 'Enter' && isSearching) isFailed ? type(text ?? '') : setEnterWaiting(true)
    else if (event.key === 'Enter' && options[active]) choose(options[active].value)
    else if (event.key === 'Escape' && isOpen) close()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className={classes.menuPlace}>
      <input
        {...described}
        role="combobox"
        autoComplete="off"
        aria-autocomplete="list"
        aria-expanded={isListed}
        aria-controls={isListed ? listId : undefined}
        aria-activedescendant={options[active] ? `${listId}-${active}` : undefined}
        value={text ?? name}
        placeholder={isOpen ? name : ''}
        // A closed field has the chosen name, which is no part of a search.
        onChange={({ currentTarget: { value: typed } }) =>
          type(!isOpen && typed.startsWith(name) ? typed.slice(name.length) : typed)
        }
        onClick={() => isOpen || open()}
        onBlur={() => isOpen && close()}
        onKeyDown={onKeyDown}
      />
      {isListed && (
        <div id={listId} role="listbox" aria-label={parameter.text} className={classes.options}>
          {options.map((one, at) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field
            <div
              key={one.value}
              id={`${listId}-${at}`}
              ref={at === active ? (element) => element?.scrollIntoView({ block: 'nearest' }) : undefined}
              role="option"
              aria-selected={one.value === value}
              data-active={at === active || undefined}
              tabIndex={-1}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(one.value)}
            >
              {one.name || t('LabelNoValue').text}
            </div>
          ))}
        </div>
      )}
    </div>
  )
}
