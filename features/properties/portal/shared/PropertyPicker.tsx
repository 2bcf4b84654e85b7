import type { SelectProps } from '@mantine/core'
import { useCall } from '#platform/portal/api/queries.ts'
import { ChoiceSelect } from '#platform/portal/form/ChoiceSelect.tsx'
import { useViewer } from '#platform/portal/session/viewer.tsx'
import { properties } from '../../contract.ts'

/** Chooses one of the viewer's properties. */
export function PropertyPicker(props: Omit<SelectProps, 'data'>) {
  const organisationId = useViewer().organisation.id
  return <ChoiceSelect choices={useCall(properties.ofOrganisation, { params: { organisationId } })} {...props} />
}
