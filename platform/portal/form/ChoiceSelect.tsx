import { Select, type SelectProps } from '@mantine/core'
import type { z } from 'zod'
import type { Choice } from '#platform/wire.ts'
import { wordsOf } from '../api/call-error.ts'

type Choices = {
  readonly data?: readonly z.output<typeof Choice>[] | undefined
  readonly error: Error | null
  readonly isLoading: boolean
}
type Props = Omit<SelectProps, 'data'> & {
  /** The query that the choices come from. */
  choices: Choices
  /** What is chosen now, where it may be none of the choices any more. */
  chosen?: z.output<typeof Choice> | undefined
}

/** A choice among things of the server, found by typing. Says it when they could not be loaded. */
export function ChoiceSelect({ choices, chosen, ...props }: Props) {
  const offered = choices.data ?? []
  const all = chosen && !offered.some(({ Id }) => Id === chosen.Id) ? [...offered, chosen] : offered
  return (
    <Select
      searchable
      // The list would cover what is said of the field when it is focused because of that.
      openOnFocus={false}
      data={all.map(({ Id, Name }) => ({ value: Id, label: Name }))}
      aria-busy={choices.isLoading}
      {...props}
      error={props.error ?? (choices.error && wordsOf(choices.error).message)}
    />
  )
}
