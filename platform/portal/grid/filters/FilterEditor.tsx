import '@mantine/core/styles/Pill.css'
import '@mantine/core/styles/PillsInput.css'
import { type ComboboxParsedItem, MultiSelect, Select, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import type { FilterChoice, GridFilter } from '../grid-types.ts'
import { FILTER_MAX, FILTER_PAUSE } from '../state/use-grid-state.ts'

type Props = {
  filter: GridFilter
  value: string | undefined
  choices: readonly FilterChoice[]
  set: (value: string | undefined) => void
  /** Searches at the server; by default the choices are searched here. */
  onSearch: ((text: string) => void) | undefined
  close: () => void
}

/** The input of a filter. Text applies while the user types, a choice when it is selected. */
export default function FilterEditor({ filter, value, choices, set, onSearch, close }: Props) {
  // What was typed applies also when Escape or a click closes the editor.
  const setSoon = useDebouncedCallback(set, { delay: FILTER_PAUSE, flushOnUnmount: true })
  const searchSoon = useDebouncedCallback((text: string) => onSearch?.(text), FILTER_PAUSE)
  const field = useRef<HTMLInputElement>(null)
  // Rendered again once the list is there, so that the field names it as its list.
  const [, setListed] = useState(false)
  // The popover sets the focus when it opens, but on the first opening this component is not loaded yet.
  useEffect(() => {
    // After the popover has noted where the focus returns to.
    const timer = setTimeout(() => {
      field.current?.focus({ preventScroll: true })
      setListed(true)
    })
    return () => clearTimeout(timer)
  }, [])
  const common = { ref: field, label: filter.label, 'data-autofocus': true, w: 260 }
  const list = {
    ...common,
    data: choices.map(({ Id, Name }) => ({ value: Id, label: Name })),
    searchable: true,
    defaultDropdownOpened: true,
    comboboxProps: { withinPortal: false, transitionProps: { duration: 0 } },
    limit: 200,
  }
  if (filter.kind === 'choice') {
    const choose = (next: string | null) => {
      set(next ?? undefined)
      close()
    }
    const chosen = choices.find(({ Id }) => Id === value)?.Name
    const search = onSearch && {
      filter: ({ options }: { options: ComboboxParsedItem[] }) => options,
      // The field begins with the name of the present choice, which is no search.
      onSearchChange: (text: string) => searchSoon(text === chosen ? '' : text),
    }
    return <Select {...list} {...search} value={value ?? null} onChange={choose} />
  }
  if (filter.kind === 'choices') {
    return (
      <MultiSelect
        {...list}
        value={value?.split(',') ?? []}
        onChange={(next) => set(next.join(',') || undefined)}
        hidePickedOptions
      />
    )
  }
  return (
    <TextInput
      {...common}
      type={filter.isDay ? 'date' : 'search'}
      defaultValue={value ?? ''}
      maxLength={FILTER_MAX}
      onChange={(event) => setSoon(event.currentTarget.value.trim() || undefined)}
      onKeyDown={(event) => {
        // The browser would clear the field.
        if (event.key === 'Escape') event.preventDefault()
        if (event.key === 'Enter') close()
      }}
    />
  )
}
