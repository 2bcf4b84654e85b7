import { TextInput } from '@mantine/core'
import { portalUsers } from '#features/portal-users/contract.ts'
import { t as tPhone } from '#features/portal-users/messages.ts'
import { t as tSession } from '#features/session/messages.ts'
import { AppearanceChoice } from '#features/session/portal/shared/AppearanceChoice.tsx'
import { PreferencesForm } from '#features/session/portal/shared/PreferencesForm.tsx'
import { SecondStepPanel } from '#features/session/portal/shared/second-step/SecondStepPanel.tsx'
import { t as tSecondStep } from '#features/session/second-step-messages.ts'
import { t as label } from '#platform/labels.ts'
import { PRELOAD } from '#platform/operation.ts'
import { call } from '#platform/portal/api/call.ts'
import { useCall } from '#platform/portal/api/queries.ts'
import { Loaded } from '#platform/portal/feedback/Loaded.tsx'
import { DraftForm, FormSection, Sections } from '#platform/portal/form/DraftForm.tsx'
import { useDraft } from '#platform/portal/form/use-draft.ts'
import { detailsTab, RecordPage } from '#platform/portal/record/RecordPage.tsx'
import { home } from '#platform/portal/record/record-context.ts'
import { historyOf } from '#platform/portal/record/record-history.ts'
import { useViewer } from '#platform/portal/session/viewer.tsx'
import { type Profile as Person, ProfileDraft, profile } from '../contract.ts'
import { t } from '../messages.ts'
import { t as screens } from '../screens.ts'
import { PasswordPanel } from './PasswordPanel.tsx'
import { SessionsPanel } from './SessionsPanel.tsx'

/** The user's own name, phone number, preferences, password and devices. */
export default function Profile() {
  const person = useCall(profile.get)
  const of = (content: (person: Person) => React.ReactNode) => <Loaded query={person}>{content}</Loaded>
  return (
    <RecordPage
      list={home()}
      name={screens('ScreenProfile').text}
      tabs={[
        detailsTab(of((data) => <PersonForm person={data} />)),
        { name: 'preferences', label: tSession('TitlePreferences').text, content: <Preferences />, hasInput: true },
        {
          name: 'password',
          label: tSession('LabelPassword').text,
          content: of((data) => <PasswordPanel person={data} />),
          hasInput: true,
        },
        { name: 'secondstep', label: tSecondStep('TitleSecondStep').text, content: <SecondStepPanel />, hasInput: true },
        { name: 'devices', label: t('TabSessions').text, content: <SessionsPanel /> },
      ]}
    />
  )
}

const Preferences = () => (
  <Sections>
    <FormSection title={t('SectionAppearance').text}>
      <AppearanceChoice label={t('LabelAppearance').text} />
    </FormSection>
    <FormSection title={tSession('TitlePreferences').text}>
      <PreferencesForm />
    </FormSection>
  </Sections>
)

function PersonForm({ person: { Version, FirstName, LastName, Email, PhoneNumber } }: { person: Person }) {
  const { userId } = useViewer()
  const draft = useDraft(ProfileDraft, { Version, FirstName, LastName, PhoneNumber })
  return (
    <DraftForm
      draft={draft}
      onSave={(input, { idempotencyKey }) => call(profile.save, { input, idempotencyKey })}
      history={historyOf(portalUsers.changes, { portalUserId: userId }, 'portal user changed', 'profile changed')}
      refreshes={[profile.get, PRELOAD]}
      failureTitle={t('MsgProfileSaveFailed').text}
    >
      <FormSection title={label('SectionPerson').text}>
        <TextInput {...draft.field('FirstName', label('LabelFirstName').text)} autoComplete="given-name" />
        <TextInput {...draft.field('LastName', label('LabelLastName').text)} autoComplete="family-name" />
        <TextInput
          label={label('LabelEmail').text}
          value={Email}
          readOnly
          variant="filled"
          description={t('HelpProfileEmail').text}
        />
        <TextInput {...draft.field('PhoneNumber', tPhone('LabelPhoneNumber').text)} inputMode="tel" autoComplete="tel" />
      </FormSection>
    </DraftForm>
  )
}
