import { NativeSelect, type NativeSelectProps, TextInput } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import { t as tProperty } from '#features/properties/messages.ts'
import { useShownNames } from '#platform/portal/form/choice-names.ts'
import { MOST_LISTED } from '#platform/wire.ts'
import { t } from '../../messages.ts'
import type { Choices } from '../register/use-answer.ts'
import type { PropertyChoices } from '../register/use-properties.ts'

type Props = Omit<NativeSelectProps, 'data' | 'onChange'> & { choices: Choices; onChange: (id: string) => void }

/** A native select: the public forms are filled in on phones, and it needs less code. */
export function NativeChoice({ choices, onChange, ...props }: Props) {
  useShownNames(choices.data ?? [])
  const offered = (choices.data ?? []).map(({ Id, Name }) => ({ value: Id, label: Name }))
  return (
    <NativeSelect
      data={[{ value: '', label: '–' }, ...offered]}
      rightSection={<IconSelector size={16} aria-hidden />}
      aria-busy={choices.isLoading}
      {...props}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** Finds a property at the server, where there are more than the first list has. */
export function PropertySearch({ properties: { search, isLoading } }: { properties: PropertyChoices }) {
  if (!search) return null
  return (
    <TextInput
      type="search"
      label={tProperty('FindProperty').text}
      description={t('HelpFindProperty', { count: MOST_LISTED }).text}
      value={search.words}
      maxLength={100}
      autoComplete="off"
      aria-busy={isLoading}
      onChange={(event) => search.set(event.currentTarget.value)}
    />
  )
}
