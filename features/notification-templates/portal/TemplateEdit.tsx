import '@mantine/core/styles/FloatingIndicator.css'
import '@mantine/core/styles/SegmentedControl.css'
import { Button, Group, SegmentedControl, Text, Textarea, TextInput } from '@mantine/core'
import { type RefObject, useRef, useState } from 'react'
import { TEMPLATE_LANGUAGES } from '#features/notices/default-templates.ts'
import { t as notice } from '#features/notices/messages.ts'
import { MEDIA, mediumById, mediumMessage, NOTICE_TYPES, noticeTypeById, noticeTypeMessage } from '#features/notices/types.ts'
import { plainText, RichTextInput } from '#features/organisations/portal/shared/RichTextInput.tsx'
import { currentLanguage } from '#platform/define-messages.ts'
import { LANGUAGE_NAMES, type Language } from '#platform/language.ts'
import { call } from '#platform/portal/api/call.ts'
import { useCall } from '#platform/portal/api/queries.ts'
import { Loaded } from '#platform/portal/feedback/Loaded.tsx'
import { DraftForm, FormSection } from '#platform/portal/form/DraftForm.tsx'
import { useDraft } from '#platform/portal/form/use-draft.ts'
import { usePathParams } from '#platform/portal/navigation/links.tsx'
import { RecordPage, type RecordTab } from '#platform/portal/record/RecordPage.tsx'
import { historyOf } from '#platform/portal/record/record-history.ts'
import { useViewer } from '#platform/portal/session/viewer.tsx'
import { EmailTemplateDraft, notificationTemplates, SmsTemplateDraft, type TemplateRecord } from '../contract.ts'
import { t } from '../messages.ts'
import { t as screens } from '../screens.ts'
import { Preview, SmsParts } from './Preview.tsx'

const list = () => ({ title: screens('ScreenTemplates').text, path: '/notificationtemplate/list' })

/** The languages of templates, the viewer's first. */
const languages = () => TEMPLATE_LANGUAGES.toSorted((a, b) => Number(b === currentLanguage()) - Number(a === currentLanguage()))

/** The text of a type of notice by one medium, with a tab for each language (spec 3 §2 notificationtemplate.edit). */
export default function TemplateEdit() {
  const { notificationtemplateId: typeId, typeId: mediumId } = usePathParams('notificationtemplateId', 'typeId')
  const type = noticeTypeById(Number(typeId))
  const medium = mediumById(Number(mediumId))
  // What was typed in one language stays while another one is open.
  const tabs = languages().map((language) => ({
    name: language,
    label: LANGUAGE_NAMES[language],
    content: <TemplateOf key={`${typeId} ${mediumId}`} language={language} typeId={typeId} mediumId={mediumId} />,
    hasInput: true,
  }))
  return (
    <RecordPage
      list={list()}
      name={[type && noticeTypeMessage(type).text, medium && mediumMessage(medium).text].filter(Boolean).join(' · ')}
      tabs={tabs as unknown as [RecordTab, ...RecordTab[]]}
    />
  )
}

function TemplateOf({ language, typeId, mediumId }: { language: Language; typeId: string; mediumId: string }) {
  const { organisation } = useViewer()
  const params = { organisationId: organisation.id, typeId, mediumId }
  const query = useCall(notificationTemplates.get, { params, query: { Language: language } })
  return <Loaded query={query}>{(template) => <TemplateForm params={params} template={template} />}</Loaded>
}

type Params = { organisationId: string; typeId: string; mediumId: string }

function TemplateForm({ params, template }: { params: Params; template: TemplateRecord }) {
  const [isPreview, setPreview] = useState(false)
  const isSms = template.MessageSendingMediumTypeId === MEDIA.sms
  const schema = (isSms ? SmsTemplateDraft : EmailTemplateDraft) as typeof EmailTemplateDraft
  const draft = useDraft(schema, {
    MessageTemplateTypeId: template.MessageTemplateTypeId as 1,
    MessageSendingMediumTypeId: template.MessageSendingMediumTypeId as 1,
    Language: template.Language,
    Version: template.Version,
    Subject: template.Subject,
    Body: template.Body,
  })
  const subject = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  const { DefaultSubject, DefaultBody } = template
  const { Subject, Body } = draft.values
  const isOriginal = Subject === DefaultSubject && Body === DefaultBody
  const tokens = NOTICE_TYPES[noticeTypeById(template.MessageTemplateTypeId)!].tokens
  const intoSubject = (token: string) => draft.set({ Subject: inserted(subject, Subject, token) })
  return (
    <DraftForm
      draft={draft}
      onSave={(input) => call(notificationTemplates.save, { input })}
      history={historyOf(
        notificationTemplates.changes,
        { ...params, language: template.Language },
        'notification template changed',
      )}
      refreshes={[notificationTemplates.all, notificationTemplates.get]}
      failureTitle={t('MsgTemplateSaveFailed').text}
      buttons={
        !isOriginal && (
          <Button variant="default" onClick={() => draft.set({ Subject: DefaultSubject, Body: DefaultBody })}>
            {t('WordOriginalText').text}
          </Button>
        )
      }
    >
      {/* Mantine's Tabs would move code that the first list needs into further files. */}
      <SegmentedControl
        transitionDuration={0}
        style={{ justifySelf: 'start' }}
        value={isPreview ? 'preview' : 'editor'}
        data={[
          { value: 'editor', label: t('TabEditor').text },
          { value: 'preview', label: t('TabPreview').text },
        ]}
        onChange={(value) => setPreview(value === 'preview')}
      />
      <div hidden={isPreview}>
        <FormSection title={t('TabEditor').text}>
          {isSms ? (
            <Textarea {...draft.field('Subject', notice('MediumSms').text)} ref={subject} autosize minRows={3} />
          ) : (
            <TextInput {...draft.field('Subject', t('LabelSubject').text)} ref={subject} />
          )}
          {isSms && !isPreview && <SmsParts draft={draft.values} />}
          <Tokens tokens={tokens} where={(isSms ? notice('MediumSms') : t('LabelSubject')).text} insert={intoSubject} />
          {!isSms && (
            <RichTextInput
              name="Body"
              label={draft.describe('Body', t('LabelBody').text, plainText)}
              required={draft.isRequired('Body')}
              value={Body ?? ''}
              error={draft.form.errors.Body as string | undefined}
              onChange={(html) => draft.set({ Body: html })}
              tools={(insert) => <Tokens tokens={tokens} where={t('LabelBody').text} insert={insert} />}
            />
          )}
        </FormSection>
      </div>
      <section hidden={!isPreview} aria-label={t('TabPreview').text}>
        <Preview draft={draft.values} />
      </section>
    </DraftForm>
  )
}

/** A text with a token at the caret of its field, or at its end. */
function inserted(field: RefObject<HTMLInputElement | null>, text: string, token: string): string {
  const at = field.current?.selectionStart ?? text.length
  return `${text.slice(0, at)}{{${token}}}${text.slice(at)}`
}

/** Buttons that insert a token. */
function Tokens({ tokens, where, insert }: { tokens: readonly string[]; where: string; insert: (token: string) => void }) {
  return (
    <Group gap={4} role="group" aria-label={t('InsertField', { where }).text}>
      <Text size="xs" c="dimmed">
        {t('LabelInsertField').text}
      </Text>
      {tokens.map((token) => (
        <Button key={token} variant="default" size="compact-sm" onClick={() => insert(token)}>
          {token}
        </Button>
      ))}
    </Group>
  )
}
