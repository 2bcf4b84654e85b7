import { NativeSelect } from '@mantine/core'
import type { ColorScheme } from '../../contract.ts'
import { SCHEMES, useAppearance } from './color-scheme.ts'

/** Light, dark, or as the system; applied and stored at once. */
export function AppearanceChoice({ label }: { label: string }) {
  const { colorScheme, choose } = useAppearance()
  return (
    <NativeSelect
      label={label}
      data={SCHEMES.map((one) => ({ value: one.scheme, label: one.label }))}
      value={colorScheme}
      onChange={(event) => choose(event.currentTarget.value as ColorScheme)}
    />
  )
}
