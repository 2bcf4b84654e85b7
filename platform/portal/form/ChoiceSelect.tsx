import { type ComboboxItem, type OptionsFilter, Select, type SelectProps } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import type { z } from 'zod'
import { foldText, hasWords, withoutPlaceWords } from '#platform/fold-text.ts'
import type { Choice } from '#platform/wire.ts'
import { whyNotLoaded } from '../api/call-error.ts'
import { t } from '../messages.ts'
import { useShownNames } from './choice-names.ts'

type Choices = {
  readonly data?: readonly z.output<typeof Choice>[] | undefined
  readonly error: Error | null
  readonly isLoading: boolean
  readonly isFetching?: boolean
}
type Props = Omit<SelectProps, 'data'> & {
  /** The query of the choices. */
  choices: Choices
  /** The present value, which may no longer be one of the choices. */
  chosen?: z.output<typeof Choice> | undefined
  /** Searches at the server; by default the choices are all there are, and are searched here. */
  onSearch?: (text: string) => void
}
/** Most choices that are drawn; the search finds the others. */
const DRAWN = 100

/** The choices with the words of a search; where there are none, "Bldg A" finds A. */
export const byWords: OptionsFilter = ({ options, search, limit }) => {
  const having = (words: string) => (options as ComboboxItem[]).filter(({ label }) => hasWords(label, words))
  const found = having(search)
  const place = withoutPlaceWords(search)
  if (found.length > 0 || place === undefined) return found.slice(0, limit)
  const isNamed = ({ label }: ComboboxItem) => foldText(label) === foldText(place)
  return having(place)
    .toSorted((a, b) => Number(isNamed(b)) - Number(isNamed(a)))
    .slice(0, limit)
}

/** Enter in an open list chooses; it never sends the form around it. */
export function keepEnter(event: KeyboardEvent<HTMLInputElement>) {
  const { type, ariaExpanded } = event.currentTarget
  if (event.key === 'Enter' && (type === 'search' || ariaExpanded === 'true')) event.preventDefault()
}

/** A searchable select of records from the server; shows a failure to load them. Enter takes the first match, if there is one. */
export function ChoiceSelect({ choices, chosen, onSearch, ...props }: Props) {
  const offered = choices.data ?? []
  const all = chosen && !offered.some(({ Id }) => Id === chosen.Id) ? [...offered, chosen] : offered
  const options = all.map(({ Id, Name }) => ({ value: Id, label: Name }))
  useShownNames(all)
  /** Enter was pressed for a text that no choice matches. */
  const [isUnmatched, setUnmatched] = useState(false)
  return (
    <Select
      searchable
      // The list would cover the error when the field is focused because of it.
      openOnFocus={false}
      data={options}
      aria-busy={choices.isLoading}
      limit={DRAWN}
      // What the server has not replied to yet is searched here, so that Enter never takes a record that does not match.
      filter={byWords}
      // Again when the choices have arrived; the list is there before it opens, so that a fast Enter finds its first entry.
      selectFirstOptionOnChange={!choices.isFetching}
      selectFirstOptionOnDropdownOpen={!props.value}
      comboboxProps={{ keepMounted: true }}
      onKeyDown={(event) => {
        keepEnter(event)
        const input = event.currentTarget
        if (event.key !== 'Enter' || choices.isFetching || byWords({ options, search: input.value, limit: 1 }).length > 0) return
        setUnmatched(true)
        // What is typed or scanned next replaces it.
        input.select()
      }}
      // A second click on the present choice keeps it.
      allowDeselect={props.clearable ?? false}
      onSearchChange={(text) => {
        setUnmatched(false)
        // The field begins with the name of the present choice, which is no search.
        onSearch?.(text === chosen?.Name ? '' : text)
      }}
      {...props}
      error={props.error || (choices.error ? whyNotLoaded(choices.error) : isUnmatched && t('ChoiceNothing').text)}
    />
  )
}
