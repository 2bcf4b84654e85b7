import '@mantine/core/styles/FloatingIndicator.css'
import '@mantine/core/styles/SegmentedControl.css'
import { Button, Group, SegmentedControl, Text, Textarea, TextInput } from '@mantine/core'
import { type RefObject, useRef, useState } from 'react'
import { plainText, RichTextInput } from '#features/organisations/portal/shared/RichTextInput.tsx'
import { call } from '#platform/portal/api/call.ts'
import { DraftForm, FormSection } from '#platform/portal/form/DraftForm.tsx'
import { useDraft } from '#platform/portal/form/use-draft.ts'
import { historyOf } from '#platform/portal/record/record-history.ts'
import { EmailTemplateDraft, notificationTemplates, SmsTemplateDraft, type TemplateRecord } from '../contract.ts'
import { t } from '../messages.ts'
import { t as notice } from '../type-messages.ts'
import { MEDIA, NOTICE_TYPES, noticeTypeById } from '../types.ts'
import { Preview, SmsParts } from './Preview.tsx'
import { TemplatePage, type TemplateParams } from './TemplatePage.tsx'

/** The text of a type of notice by one medium, with a tab for each language (spec 3 §2 notificationtemplate.edit). */
export default function TemplateEdit() {
  return <TemplatePage hasInput>{(params, template) => <TemplateForm params={params} template={template} />}</TemplatePage>
}

function TemplateForm({ params, template }: { params: TemplateParams; template: TemplateRecord }) {
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
