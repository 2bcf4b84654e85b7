import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { call } from '#platform/portal/api/call.ts'
import { MOST_LISTED } from '#platform/wire.ts'
import { registrations } from '../../contract.ts'
import { type Choices, useAnswer } from './use-answer.ts'

/** Pause after the last key, in ms, before the server is asked. */
const PAUSE = 300

type Source = { readonly key: string; readonly organisationId: string; readonly bearer: string }
/** The properties of a public form. `search` is there where one reply does not hold all: it asks the server. */
export type PropertyChoices = Choices & {
  readonly search?: { readonly words: string; readonly set: (words: string) => void }
}

/** The organisation's properties: all, or those that were searched and the chosen ones. */
export function useProperties({ key, organisationId, bearer }: Source, chosen: readonly string[]): PropertyChoices {
  const [words, set] = useState('')
  const [SearchText] = useDebouncedValue(words.trim(), PAUSE)
  const [found, setFound] = useState<Choices['data']>()
  const read = (query: { SearchText?: string; Ids?: string }) =>
    call(registrations.properties, { params: { organisationId }, query, bearer })
  const first = useAnswer(key, () => read({}))
  const isMore = (first.data?.length ?? 0) >= MOST_LISTED
  const Ids = chosen.filter((id) => id && !first.data?.some(({ Id }) => Id === id)).join(',')
  const isSearch = isMore && (SearchText !== '' || Ids !== '')
  const answer = useAnswer(isSearch ? `${key} ${SearchText} ${Ids}` : '', async () => {
    const rows = await read({ SearchText, Ids })
    setFound(rows)
    return rows
  })
  if (!isMore) return first
  // The list before stays until the next one is there, so that no choice disappears under the pointer.
  const data = isSearch ? (answer.data ?? found ?? first.data) : first.data
  return { data, error: answer.error, isLoading: answer.isLoading, search: { words, set } }
}
