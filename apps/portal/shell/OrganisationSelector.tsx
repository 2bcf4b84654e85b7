import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { organisationLookUp } from '#features/organisations/look-up.ts'
import { ChoiceSelect } from '#platform/portal/form/ChoiceSelect.tsx'
import { useListedChoices } from '#platform/portal/form/use-listed-choices.ts'
import { t } from '#platform/portal/messages.ts'
import { screenOf } from '#platform/portal/navigation/screen.ts'
import { useViewer } from '#platform/portal/session/viewer.tsx'
import { switchOrganisation } from '../app/switch-organisation.ts'
import { LANDING } from '../paths.ts'
import classes from './shell.module.css'

/**
 * Selects the organisation of a super administrator. Switching opens the list of the screen's family, because the open record
 * belongs to the other organisation (spec 1 §2).
 */
export default function OrganisationSelector() {
  const { organisation, organisations } = useViewer()
  const client = useQueryClient()
  const router = useRouter()

  const choose = async (id: string | null) => {
    if (!id || id === organisation.id) return
    const before = router.state.location.pathname
    await router.navigate({ to: screenOf(router.state.matches)?.family ?? LANDING })
    // The user may have chosen to stay because of unsaved changes.
    const stayed = router.state.location.pathname === before && screenOf(router.state.matches)?.family !== before
    if (stayed) return
    await switchOrganisation(client, id)
  }
  const listed = organisations.map(({ id, name }) => ({ Id: id, Name: name }))
  const { choices, onSearch } = useListedChoices(organisationLookUp, { listed })
  return (
    <ChoiceSelect
      className={classes.selector}
      aria-label={t('ShellOrganisation').text}
      title={organisation.name}
      size="sm"
      choices={choices}
      chosen={{ Id: organisation.id, Name: organisation.name }}
      {...(onSearch && { onSearch })}
      value={organisation.id}
      onChange={choose}
      allowDeselect={false}
      nothingFoundMessage={t('ShellNoSuchOrganisation').text}
      maxDropdownHeight={400}
    />
  )
}
