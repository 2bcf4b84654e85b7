import type { ComponentProps } from 'react'
import { useCall } from '#platform/portal/api/queries.ts'
import { ChoiceSelect } from '#platform/portal/form/ChoiceSelect.tsx'
import { mailrooms } from '../../contract.ts'

type Props = Omit<ComponentProps<typeof ChoiceSelect>, 'choices'> & { buildingId: string | null | undefined }

/** Selects a mailroom of a building, or none; only `chosen` may be an inactive one. */
export function MailroomPicker({ buildingId, ...props }: Props) {
  const choices = useCall(mailrooms.ofBuilding, { params: { buildingId: buildingId ?? '' } }, { enabled: Boolean(buildingId) })
  return <ChoiceSelect choices={choices} disabled={!buildingId} clearable {...props} />
}
