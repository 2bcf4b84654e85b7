import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import type { Choices } from '../register/use-answer.ts'

type Props = Omit<NativeSelectProps, 'data' | 'onChange'> & { choices: Choices; onChange: (id: string) => void }

/** A native select: the public forms are filled in on phones, and it needs less code. */
export function NativeChoice({ choices, onChange, ...props }: Props) {
  const offered = (choices.data ?? []).map(({ Id, Name }) => ({ value: Id, label: Name }))
  return (
    <NativeSelect
      data={[{ value: '', label: '' }, ...offered]}
      rightSection={<IconSelector size={16} aria-hidden />}
      aria-busy={choices.isLoading}
      {...props}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
