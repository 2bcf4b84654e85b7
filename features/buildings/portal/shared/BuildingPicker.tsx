import type { SelectProps } from '@mantine/core'
import { ChoiceSelect } from '#platform/portal/form/ChoiceSelect.tsx'
import { useBuildings } from './place-filters.ts'

type Props = Omit<SelectProps, 'data'> & { propertyId: string }

/** Chooses a building of a property; none can be chosen before there is a property. */
export function BuildingPicker({ propertyId, ...props }: Props) {
  return <ChoiceSelect choices={useBuildings(propertyId)} disabled={!propertyId} {...props} />
}
