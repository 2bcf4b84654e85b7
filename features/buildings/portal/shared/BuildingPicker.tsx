import type { SelectProps } from '@mantine/core'
import { ChoiceSelect } from '#platform/portal/form/ChoiceSelect.tsx'
import { useBuildings } from './place-filters.ts'

type Props = Omit<SelectProps, 'data'> & { propertyId: string }

/** Chooses a building of a property; disabled until a property is chosen. */
export function BuildingPicker({ propertyId, ...props }: Props) {
  return <ChoiceSelect choices={useBuildings(propertyId)} disabled={!propertyId} {...props} />
}
