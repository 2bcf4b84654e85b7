import '@mantine/core/styles/Switch.css'
import { Button, PasswordInput, Stack, Switch, TextInput } from '@mantine/core'
import { organisations } from '#features/organisations/contract.ts'
import { call } from '#platform/portal/api/call.ts'
import { useCall } from '#platform/portal/api/queries.ts'
import { Loaded } from '#platform/portal/feedback/Loaded.tsx'
import { toast } from '#platform/portal/feedback/toast.tsx'
import { useAttempt } from '#platform/portal/feedback/use-attempt.ts'
import { DraftForm, FormSection } from '#platform/portal/form/DraftForm.tsx'
import { useDraft } from '#platform/portal/form/use-draft.ts'
import { detailsTab, RecordPage } from '#platform/portal/record/RecordPage.tsx'
import { home } from '#platform/portal/record/record-context.ts'
import { historyOf } from '#platform/portal/record/record-history.ts'
import { useViewer } from '#platform/portal/session/viewer.tsx'
import { type Settings, SettingsDraft, singleSignOn } from '../contract.ts'
import { t } from '../messages.ts'
import { t as screens } from '../screens.ts'
import { RoleFields } from './RoleFields.tsx'

/** The settings of single sign-on of the organisation that the viewer works in. */
export default function SingleSignOn() {
  const { organisation } = useViewer()
  const settings = useCall(singleSignOn.get)
  const form = <Loaded query={settings}>{(data) => <SettingsForm key={organisation.id} settings={data} />}</Loaded>
  return <RecordPage list={home()} name={screens('ScreenSingleSignOn').text} tabs={[detailsTab(form)]} />
}

function SettingsForm({ settings }: { settings: Settings }) {
  const { organisation } = useViewer()
  const { Version, IsActive, Issuer, TrustsAddresses, ClientId, ButtonName, RoleClaim, RoleMapping, DefaultRole, HasSecret } =
    settings
  const draft = useDraft(SettingsDraft, {
    ...{ Version, IsActive, Issuer, TrustsAddresses, ClientId, ButtonName, RoleClaim, RoleMapping, DefaultRole },
    ClientSecret: '',
  })
  return (
    <DraftForm
      draft={draft}
      onSave={(input, { idempotencyKey }) => call(singleSignOn.save, { input, idempotencyKey })}
      clears={{ ClientSecret: '' }}
      history={historyOf(organisations.changes, { id: organisation.id }, 'single sign-on changed')}
      refreshes={[singleSignOn.get]}
      failureTitle={t('MsgSsoSaveFailed').text}
    >
      <FormSection title={t('SectionProvider').text}>
        <Switch {...draft.check('IsActive', t('LabelSsoActive').text)} />
        <TextInput
          {...draft.field('Issuer', t('LabelIssuer').text)}
          description={t('HelpIssuer').text}
          inputMode="url"
          spellCheck={false}
        />
        <TestButton issuer={draft.values.Issuer} />
        <Switch {...draft.check('TrustsAddresses', t('LabelTrustsAddresses').text)} description={t('HelpTrustsAddresses').text} />
        <TextInput {...draft.field('ClientId', t('LabelClientId').text)} spellCheck={false} autoComplete="off" />
        <PasswordInput
          {...draft.field('ClientSecret', t('LabelClientSecret').text)}
          description={HasSecret ? t('HelpSecretSaved').text : undefined}
          required={!HasSecret}
          autoComplete="new-password"
        />
        <TextInput {...draft.field('ButtonName', t('LabelButtonName').text)} />
      </FormSection>
      <FormSection title={t('SectionRoles').text}>
        <RoleFields draft={draft} roles={settings.AllRoles} />
      </FormSection>
      <FormSection title={t('SectionAddresses').text}>
        <TextInput label={t('LabelCallbackAddress').text} value={settings.CallbackAddress} readOnly variant="filled" />
        <TextInput label={t('LabelSignOutReturn').text} value={settings.SignOutReturn} readOnly variant="filled" />
      </FormSection>
    </DraftForm>
  )
}

/** Shows what the provider's discovery document lacks. */
function TestButton({ issuer }: { issuer: string }) {
  const { isUnderWay, attempt } = useAttempt()
  const test = () =>
    attempt(async () => {
      try {
        const { IsGood, Message } = await call(singleSignOn.test, { input: { Issuer: issuer } })
        return IsGood ? toast.success(Message) : toast.error(Message)
      } catch (error) {
        return toast.failure(error)
      }
    })
  return (
    <Stack align="start">
      <Button variant="default" onClick={() => void test()} loading={isUnderWay} disabled={!issuer}>
        {t('WordTest').text}
      </Button>
    </Stack>
  )
}
