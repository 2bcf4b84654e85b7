import { Button, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { type SubmitEvent, useEffect, useRef } from 'react'
import { t as tPages } from '#platform/page-messages.ts'
import { FILTER_MAX, FILTER_PAUSE } from '../state/use-grid-state.ts'
import classes from './filters.module.css'

type Props = { label: string; value: string | undefined; set: (value: string | undefined) => void }

/** The search field of a grid, always visible. It applies while the user types, immediately with Enter or Search. */
export function SearchField({ label, value, set }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const applySoon = useDebouncedCallback(() => apply(), FILTER_PAUSE)
  const apply = () => {
    applySoon.cancel()
    const typed = input.current?.value.trim() || undefined
    if (typed !== value) set(typed)
  }
  // Follows outside changes (cleared, browser history), but not while the user types.
  useEffect(() => {
    if (input.current && input.current !== document.activeElement) input.current.value = value ?? ''
  }, [value])

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    apply()
  }
  return (
    <form className={classes.search} onSubmit={submit}>
      <TextInput
        ref={input}
        className={classes.searchField}
        type="search"
        size="sm"
        aria-label={label}
        placeholder={label}
        leftSection={<IconSearch size={16} aria-hidden />}
        defaultValue={value ?? ''}
        maxLength={FILTER_MAX}
        onChange={() => applySoon()}
        onBlur={apply}
      />
      <Button type="submit" variant="default">
        {tPages('WordSearch').text}
      </Button>
    </form>
  )
}
