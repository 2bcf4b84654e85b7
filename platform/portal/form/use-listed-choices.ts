import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import type { z } from 'zod'
import type { OperationReturning } from '#platform/operation.ts'
import { type Choice, MOST_LISTED } from '#platform/wire.ts'
import { useCall } from '../api/queries.ts'
import { FILTER_PAUSE } from '../grid/state/use-grid-state.ts'

type Choices = readonly z.output<typeof Choice>[]
type Options = {
  readonly params?: Readonly<Record<string, string>>
  /** The first choices, where they are known already. */
  readonly listed?: Choices
}

/**
 * The choices of an operation that returns the first `MOST_LISTED`, or the first with the words of `SearchText`, for a ChoiceSelect.
 * Only where there may be more, what is typed is searched at the server.
 */
export function useListedChoices(operation: OperationReturning<Choices>, { params, listed }: Options = {}) {
  const [words, setWords] = useState('')
  const onSearch = useDebouncedCallback(setWords, FILTER_PAUSE)
  const first = useCall(operation, { params }, { enabled: !listed })
  const offered: Choices | undefined = listed ?? first.data
  const isMore = (offered?.length ?? 0) >= MOST_LISTED
  const isSearched = isMore && words !== ''
  const found = useCall(operation, { params, query: { SearchText: words } }, { enabled: isSearched })
  const { error, isLoading, isFetching } = isSearched ? found : first
  const data: Choices | undefined = (isSearched && found.data) || offered
  return { choices: { data, error, isLoading, isFetching }, ...(isMore && { onSearch }) }
}
