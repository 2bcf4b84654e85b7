import { useListedChoices } from '#platform/portal/form/use-listed-choices.ts'
import { useViewer } from '#platform/portal/session/viewer.tsx'
import { adviceTags } from '../../contract.ts'

/** The organisation's advice tags for a ChoiceSelect. */
export const useAdviceTags = () =>
  useListedChoices(adviceTags.ofOrganisation, { params: { organisationId: useViewer().organisation.id } })
