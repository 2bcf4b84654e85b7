import type { SelectProps } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { ChoiceSelect } from '#platform/portal/form/ChoiceSelect.tsx'
import { FILTER_PAUSE } from '#platform/portal/grid/state/use-grid-state.ts'
import { usePropertyChoices } from './use-property-choices.ts'

/** Chooses one of the viewer's properties. */
export function PropertyPicker(props: Omit<SelectProps, 'data'>) {
  const [text, setText] = useState('')
  const setSoon = useDebouncedCallback(setText, FILTER_PAUSE)
  const choices = usePropertyChoices(text, props.value ? [props.value] : [])
  const chosen = [...choices.named, ...(choices.data ?? [])].find(({ Id }) => Id === props.value)
  return <ChoiceSelect choices={choices} chosen={chosen} {...(choices.isMore && { onSearch: setSoon })} {...props} />
}
