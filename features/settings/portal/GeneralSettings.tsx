import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { z } from 'zod'
import { t as tGeneral } from '#features/general-settings/messages.ts'
import { POSTER_PATH, t as screens } from '#features/general-settings/screens.ts'
import { SourceSections } from '#features/import-sources/portal/shared/SourceSections.tsx'
import {
  checkSources,
  NO_PASSWORDS,
  SOURCE_FIELDS,
  sourceChanges,
  sourceFieldOf,
  sourceValues,
} from '#features/import-sources/portal/shared/source-fields.ts'
import { organisations } from '#features/organisations/contract.ts'
import { CopyField } from '#features/organisations/portal/shared/CopyField.tsx'
import { t as tCommon } from '#platform/messages.ts'
import { PRELOAD } from '#platform/operation.ts'
import { call } from '#platform/portal/api/call.ts'
import { useCall } from '#platform/portal/api/queries.ts'
import { Loaded } from '#platform/portal/feedback/Loaded.tsx'
import { DraftForm, FormSection } from '#platform/portal/form/DraftForm.tsx'
import { changedSettings, SettingInputs } from '#platform/portal/form/SettingInputs.tsx'
import { useDraft } from '#platform/portal/form/use-draft.ts'
import { pathTo, ScreenLink } from '#platform/portal/navigation/links.tsx'
import { detailsTab, RecordPage } from '#platform/portal/record/RecordPage.tsx'
import { home } from '#platform/portal/record/record-context.ts'
import { historyOf } from '#platform/portal/record/record-history.ts'
import { useMay, useViewer } from '#platform/portal/session/viewer.tsx'
import { type SettingRow, settingFields } from '#platform/typed-settings.ts'
import { type SystemSettings, settings } from '../contract.ts'
import { t } from '../messages.ts'

/** The general settings of the organisation, saved with one button (spec 3 §2). */
export default function GeneralSettings() {
  const { organisation } = useViewer()
  const loaded = useCall(settings.get, { params: { organisationId: organisation.id } })
  const form = (
    <Loaded query={loaded} failure={tCommon('MsgRetrieveFailed').text}>
      {(data) => <SettingsForm key={organisation.id} organisationId={organisation.id} saved={data} />}
    </Loaded>
  )
  return <RecordPage list={home()} name={screens('ScreenGeneralSettings').text} tabs={[detailsTab(form)]} />
}

function SettingsForm({ organisationId, saved }: { organisationId: string; saved: SystemSettings }) {
  const { ImportSettings, RegistrationLinks } = saved
  const general = generalOf(saved)
  const all = [...general, ...ImportSettings]
  const schema = useMemo(() => {
    const fields = settingFields([...generalOf(saved), ...saved.ImportSettings])
    return z.object({ ...fields, ...SOURCE_FIELDS }).superRefine(checkSources(saved))
  }, [saved])
  const draft = useDraft(schema, { ...Object.fromEntries(all.map(({ Name, Value }) => [Name, Value])), ...sourceValues(saved) })
  const mayEdit = useMay('EditGeneralSetting')
  return (
    <DraftForm
      draft={draft}
      readOnly={!mayEdit}
      onSave={(values, { idempotencyKey }) => {
        const changed = (settings: readonly SettingRow[]) => {
          const values = changedSettings(draft, settings)
          return values.length > 0 ? values : null
        }
        const input = {
          OrganisationId: organisationId,
          GeneralSettings: changed(general),
          ImportSettings: changed(ImportSettings),
          ...sourceChanges(values, draft.form.getInitialValues()),
        }
        return call(settings.save, { input, idempotencyKey })
      }}
      fieldOf={sourceFieldOf}
      clears={NO_PASSWORDS}
      history={historyOf(organisations.changes, { id: organisationId }, 'general settings changed', 'import source changed')}
      refreshes={[settings.get, PRELOAD]}
      invalidTitle={tCommon('MsgSettingsError').text}
      failureTitle={t('MsgGeneralSettingsSaveFailed').text}
    >
      <SettingInputs settings={general} draft={draft} />
      <FormSection title={t('SectionLinks').text}>
        <p>{t('HelpLinks').text}</p>
        <Link kind="resident" label={tGeneral('LabelResidentLink').text} address={RegistrationLinks.Resident.Address} />
        <Link kind="agent" label={tGeneral('LabelAgentLink').text} address={RegistrationLinks.Agent.Address} />
      </FormSection>
      <SourceSections draft={draft as never} saved={saved} organisationId={organisationId} mayEdit={mayEdit} />
      <SettingInputs settings={ImportSettings} draft={draft} />
    </DraftForm>
  )
}

/** Without the addresses of self-registration, which have a section of their own. */
const generalOf = ({ generalSettings }: SystemSettings) => generalSettings.filter(({ ValueType }) => ValueType !== 'text')

function Link({ kind, label, address }: { kind: 'resident' | 'agent'; label: string; address: string }) {
  return (
    <CopyField label={label} value={address}>
      <Button variant="default" renderRoot={(props) => <ScreenLink {...props} to={pathTo(POSTER_PATH, { kind })} />}>
        {t('ButtonPoster', { form: label }).text}
      </Button>
    </CopyField>
  )
}
