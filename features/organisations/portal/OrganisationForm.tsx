import '@mantine/core/styles/Switch.css'
import { Switch, Textarea, TextInput } from '@mantine/core'
import type { z } from 'zod'
import { t as property } from '#features/properties/messages.ts'
import { TimeZonePicker } from '#features/properties/portal/shared/TimeZonePicker.tsx'
import { t as label } from '#platform/labels.ts'
import { PRELOAD } from '#platform/operation.ts'
import { call } from '#platform/portal/api/call.ts'
import { CallError } from '#platform/portal/api/call-error.ts'
import { confirm } from '#platform/portal/feedback/dialogs.tsx'
import { DraftForm, FormSection } from '#platform/portal/form/DraftForm.tsx'
import { useDraft } from '#platform/portal/form/use-draft.ts'
import { usePathParams } from '#platform/portal/navigation/links.tsx'
import { detailsTab, RecordPage } from '#platform/portal/record/RecordPage.tsx'
import { historyOf } from '#platform/portal/record/record-history.ts'
import { useViewer } from '#platform/portal/session/viewer.tsx'
import { asSystemName, FieldsWithLogo, type Organisation, OrganisationFields, organisations } from '../contract.ts'
import { t } from '../messages.ts'
import { organisationEntity, t as screens } from '../screens.ts'
import { LogoInput } from './LogoInput.tsx'
import { OrganisationPage, useOrganisationList } from './OrganisationPage.tsx'

const EMPTY: z.input<typeof OrganisationFields> = {
  Id: null,
  Version: null,
  Name: '',
  SystemName: '',
  Description: '',
  TimezoneId: '',
  IsActive: true,
  Logo: '',
}

/** The fields of an organisation; without one, it adds one. */
function OrganisationForm({ organisation = null }: { organisation?: Organisation | null }) {
  const isSuperAdmin = useViewer().organisations.length > 0
  const { Id, Version, Name, SystemName, Description, TimezoneId, IsActive } = organisation ?? EMPTY
  const draft = useDraft(organisation?.Logo ? OrganisationFields : FieldsWithLogo, {
    ...{ Id, Version, Name, SystemName, Description, TimezoneId, IsActive },
    Logo: '',
  })
  const save = async (input: z.input<typeof OrganisationFields>, idempotencyKey: string) => {
    try {
      return await call(organisations.save, { input, idempotencyKey })
    } catch (error) {
      // The old logo is shown again (spec 3 §5).
      if (error instanceof CallError && error.field === 'Logo') draft.set({ Logo: '' })
      throw error
    }
  }
  return (
    <DraftForm
      draft={draft}
      {...(organisation
        ? { history: historyOf(organisations.changes, { id: organisation.Id }, 'organisation changed') }
        : { creates: { entity: organisationEntity } })}
      returns={organisation !== null}
      confirms={async () => !organisation || confirmEffects(organisation, draft.values)}
      onSave={(input, { idempotencyKey }) => save(input, idempotencyKey)}
      clears={{ Logo: '' }}
      // The header's selector is read from preload.
      refreshes={[organisations.page, organisations.get, organisations.all, PRELOAD]}
      failureTitle={t('MsgOrganisationSaveFailed').text}
    >
      <FormSection title={label('SectionDetails').text}>
        <TextInput {...draft.field('Name', label('LabelName').text)} />
        <TextInput
          {...draft.field('SystemName', t('LabelSystemName').text)}
          description={t(organisation ? 'MsgSystemNameFixed' : 'HelpSystemName').text}
          readOnly={organisation !== null}
          spellCheck={false}
          autoCapitalize="none"
          onChange={(event) => draft.set({ SystemName: asSystemName(event.currentTarget.value) })}
        />
        <Textarea {...draft.field('Description', label('LabelDescription').text)} autosize minRows={2} />
        <TimeZonePicker field={(label) => draft.field('TimezoneId', label)} value={draft.values.TimezoneId} />
        <LogoInput
          saved={organisation?.Logo ?? null}
          value={draft.values.Logo ?? ''}
          error={draft.form.errors.Logo as string | undefined}
          describe={draft.describe}
          onChange={(Logo) => draft.set({ Logo })}
        />
        <Switch
          {...draft.check('IsActive', label('LabelActive').text)}
          description={t('HelpActive').text}
          disabled={!isSuperAdmin || organisation?.IsSuperAdmin === true}
        />
      </FormSection>
    </DraftForm>
  )
}

/** Asks before an organisation gets another time zone, or is deactivated. */
async function confirmEffects(
  before: Organisation,
  { TimezoneId, IsActive }: z.input<typeof OrganisationFields>,
): Promise<boolean> {
  const asked = { title: property('ConfirmEffects').text, text: t('EffectTimeZone', { zone: TimezoneId }).text }
  if (TimezoneId !== before.TimezoneId && !(await confirm(asked))) return false
  return !before.IsActive || IsActive === true || confirmClosing(before.Name)
}

/** Nobody of an inactive organisation can sign in. */
const confirmClosing = (name: string) =>
  confirm({
    title: t('TitleDeactivate', { name }).text,
    text: t('HelpActive').text,
    yes: t('ButtonDeactivate').text,
    danger: true,
  })

/** Adds an organisation. */
export default function NewOrganisation() {
  const list = useOrganisationList()
  return <RecordPage list={list} name={screens('ScreenNewOrganisation').text} tabs={[detailsTab(<OrganisationForm />)]} />
}

const formOf = (organisation: Organisation) => <OrganisationForm organisation={organisation} />

/** Any organisation, for a super administrator. */
export function OrganisationEdit() {
  const { id } = usePathParams('id')
  return (
    <OrganisationPage id={id} isMine={false} tab="details">
      {formOf}
    </OrganisationPage>
  )
}

/** The organisation that the viewer works in. */
export function MyOrganisation() {
  const { organisation } = useViewer()
  return (
    <OrganisationPage id={organisation.id} isMine tab="details">
      {formOf}
    </OrganisationPage>
  )
}
