import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import { Button, Checkbox, Group, PasswordInput, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { textOf, unpackMessage } from '#platform/define-messages.ts'
import { call } from '#platform/portal/api/call.ts'
import { useCall, useChange } from '#platform/portal/api/queries.ts'
import { Loaded } from '#platform/portal/feedback/Loaded.tsx'
import { toast } from '#platform/portal/feedback/toast.tsx'
import { DraftForm, FormSection } from '#platform/portal/form/DraftForm.tsx'
import { useDraft } from '#platform/portal/form/use-draft.ts'
import { usePathParams } from '#platform/portal/navigation/links.tsx'
import { historyOf } from '#platform/portal/record/record-history.ts'
import { useViewer } from '#platform/portal/session/viewer.tsx'
import { asTestNumber, organisations, SmsDraft, SmsDraftWithToken, type SmsGateway, TestNumber } from '../contract.ts'
import { t } from '../sms-messages.ts'
import { OrganisationPage } from './OrganisationPage.tsx'
import { CopyField } from './shared/CopyField.tsx'

function SmsForm({ id, gateway }: { id: string; gateway: SmsGateway }) {
  const { AccountSid, SenderPhoneNumber, IsEnabled, HasAuthToken, Version } = gateway
  const draft = useDraft(HasAuthToken ? SmsDraft : SmsDraftWithToken, {
    ...{ Version, AccountSid, SenderPhoneNumber, IsEnabled },
    AuthToken: '',
  })
  return (
    <DraftForm
      draft={draft}
      clears={{ AuthToken: '' }}
      onSave={(input, { idempotencyKey }) => call(organisations.saveSms, { params: { id }, input, idempotencyKey })}
      history={historyOf(organisations.changes, { id }, 'SMS gateway changed')}
      refreshes={[organisations.sms]}
      failureTitle={t('MsgSmsSaveFailed').text}
    >
      <FormSection title={t('SectionAccount').text}>
        <TextInput {...draft.field('AccountSid', t('LabelAccountSid').text)} autoComplete="off" spellCheck={false} />
        <PasswordInput
          {...draft.field('AuthToken', t('LabelAuthToken').text)}
          description={HasAuthToken ? t('HelpAuthToken').text : undefined}
          autoComplete="new-password"
        />
        <TextInput {...draft.field('SenderPhoneNumber', t('LabelSender').text)} type="tel" autoComplete="off" />
        <Checkbox {...draft.check('IsEnabled', t('LabelEnable').text)} />
      </FormSection>
      <FormSection title={t('SectionAddresses').text}>
        <CopyField label={t('LabelIncoming').text} help={t('HelpIncoming').text} value={gateway.IncomingAddress} />
        <CopyField label={t('LabelStatus').text} help={t('HelpStatus').text} value={gateway.StatusAddress} />
      </FormSection>
      {draft.values.IsEnabled && <TestArea id={id} isSaved={IsEnabled && !draft.form.isDirty()} />}
    </DraftForm>
  )
}

/** Sends a test by the saved account; disabled until what is shown is saved (spec 3 §4). */
function TestArea({ id, isSaved }: { id: string; isSaved: boolean }) {
  const [number, setNumber] = useState('')
  const [error, setError] = useState<string>()
  const test = useChange(organisations.testSms, {
    title: t('MsgTestFailed').text,
    refreshes: [organisations.changes],
    onDone: ({ Message }) => toast.success(Message),
  })
  const send = () => {
    const phone = asTestNumber(number)
    const wrong = TestNumber.safeParse(phone).error?.issues[0]?.message
    setError(wrong && textOf(unpackMessage(wrong)))
    if (!wrong && isSaved) test.mutate({ params: { id, phone } })
  }
  return (
    <FormSection title={t('SectionTest').text}>
      <Group align="end">
        <TextInput
          label={t('LabelTestNumber').text}
          type="tel"
          autoComplete="off"
          value={number}
          error={error}
          onChange={(event) => setNumber(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            // It would save the form.
            event.preventDefault()
            send()
          }}
        />
        <Button variant="default" onClick={send} disabled={!isSaved} loading={test.isPending}>
          {t('TestSms').text}
        </Button>
      </Group>
      {!isSaved && (
        <Text size="sm" c="dimmed">
          {t('MsgSaveBeforeTest').text}
        </Text>
      )}
    </FormSection>
  )
}

function LoadedForm({ id }: { id: string }) {
  const gateway = useCall(organisations.sms, { params: { id } })
  return <Loaded query={gateway}>{(data) => <SmsForm id={id} gateway={data} />}</Loaded>
}

const formOf = ({ Id }: { Id: string }) => <LoadedForm id={Id} />

/** The SMS gateway of any organisation, for a super administrator. */
export default function OrganisationSmsGateway() {
  const { id } = usePathParams('id')
  return (
    <OrganisationPage id={id} isMine={false} tab="sms">
      {formOf}
    </OrganisationPage>
  )
}

/** The SMS gateway of the organisation that the viewer works in. */
export function MySmsGateway() {
  const { organisation } = useViewer()
  return (
    <OrganisationPage id={organisation.id} isMine tab="sms">
      {formOf}
    </OrganisationPage>
  )
}
