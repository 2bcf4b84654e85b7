import '@mantine/core/styles/Switch.css'
import { Switch, TextInput } from '@mantine/core'
import { call } from '#platform/portal/api/call.ts'
import { CallError } from '#platform/portal/api/call-error.ts'
import { useCall } from '#platform/portal/api/queries.ts'
import { Loaded } from '#platform/portal/feedback/Loaded.tsx'
import { DraftForm, FormSection } from '#platform/portal/form/DraftForm.tsx'
import { useDraft } from '#platform/portal/form/use-draft.ts'
import { usePathParams } from '#platform/portal/navigation/links.tsx'
import { historyOf } from '#platform/portal/record/record-history.ts'
import { useViewer } from '#platform/portal/session/viewer.tsx'
import { MobileDraft, type MobileSettings, organisations } from '../contract.ts'
import { t } from '../mobile-messages.ts'
import { LogoInput } from './LogoInput.tsx'
import { OrganisationPage } from './OrganisationPage.tsx'
import { plainText, RichTextInput } from './shared/RichTextInput.tsx'

const TEXTS = [
  ['TermsAndConditions', t('LabelTerms')],
  ['HelpText', t('LabelHelpText')],
  ['ContactUs', t('LabelContactUs')],
] as const

function MobileForm({ id, settings }: { id: string; settings: MobileSettings }) {
  const { Logo, ...values } = settings
  const draft = useDraft(MobileDraft, { ...values, Logo: '' })
  const error = (name: string) => draft.form.errors[name] as string | undefined
  return (
    <DraftForm
      draft={draft}
      returns
      clears={{ Logo: '' }}
      onSave={async (input, { idempotencyKey }) => {
        try {
          return await call(organisations.saveMobile, { params: { id }, input, idempotencyKey })
        } catch (refusal) {
          if (refusal instanceof CallError && refusal.field === 'Logo') draft.set({ Logo: '' })
          throw refusal
        }
      }}
      history={historyOf(organisations.changes, { id }, 'mobile app settings changed')}
      refreshes={[organisations.mobile]}
      failureTitle={t('MsgMobileSaveFailed').text}
    >
      <FormSection title={t('SectionTexts').text}>
        {TEXTS.map(([name, label]) => (
          <RichTextInput
            key={name}
            name={name}
            label={draft.describe(name, label.text, plainText)}
            value={draft.values[name] ?? ''}
            error={error(name)}
            onChange={(html) => draft.set({ [name]: html })}
          />
        ))}
      </FormSection>
      <FormSection title={t('SectionAppearance').text}>
        <LogoInput
          saved={Logo}
          value={draft.values.Logo ?? ''}
          error={error('Logo')}
          optional
          describe={draft.describe}
          onChange={(dataUrl) => draft.set({ Logo: dataUrl })}
        />
        <TextInput
          {...draft.field('BackgroundColor', t('LabelBackgroundColor').text)}
          type="color"
          styles={{ input: { width: 96 } }}
        />
        <Switch {...draft.check('EnableRemoteUnlock', t('LabelRemoteUnlock').text)} description={t('HelpRemoteUnlock').text} />
      </FormSection>
    </DraftForm>
  )
}

function LoadedForm({ id }: { id: string }) {
  const settings = useCall(organisations.mobile, { params: { id } })
  return (
    <Loaded query={settings} failure={t('MsgMobileLoadFailed').text}>
      {(data) => <MobileForm id={id} settings={data} />}
    </Loaded>
  )
}

const formOf = ({ Id }: { Id: string }) => <LoadedForm id={Id} />

/** The mobile app of any organisation, for a super administrator. */
export default function OrganisationMobileSettings() {
  const { id } = usePathParams('id')
  return (
    <OrganisationPage id={id} isMine={false} tab="mobile">
      {formOf}
    </OrganisationPage>
  )
}

/** The mobile app of the organisation that the viewer works in. */
export function MyMobileSettings() {
  const { organisation } = useViewer()
  return (
    <OrganisationPage id={organisation.id} isMine tab="mobile">
      {formOf}
    </OrganisationPage>
  )
}
