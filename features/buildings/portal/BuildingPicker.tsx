import type { SelectProps } from '@mantine/core'
import { ChoiceSelect } from '#platform/portal/form/ChoiceSelect.tsx'
import { useCall } from '#platform/portal/queries.ts'
import { buildings } from '../contract.ts'

type Props = Omit<SelectProps, 'data'> & { propertyId: string | null | undefined }

/** Chooses a building of a property; none can be chosen before there is a property. */
export function BuildingPicker({ propertyId, ...props }: Props) {
  const choices = useCall(buildings.ofProperty, { params: { propertyId: propertyId ?? '' } }, { enabled: Boolean(propertyId) })
  return <ChoiceSelect choices={choices} disabled={!propertyId} {...props} />
}
