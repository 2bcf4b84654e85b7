import { Textarea, TextInput } from '@mantine/core'
import { RichTextInput } from '#features/organisations/portal/shared/RichTextInput.tsx'
import { FormSection, Sections } from '#platform/portal/form/DraftForm.tsx'
import type { TemplateRecord } from '../contract.ts'
import { t } from '../messages.ts'
import { t as notice } from '../type-messages.ts'
import { MEDIA } from '../types.ts'
import { Preview } from './Preview.tsx'
import { TemplatePage } from './TemplatePage.tsx'

/** The text of a type of notice for viewers who may not change it. */
export default function TemplateDetail() {
  return <TemplatePage>{(_, template) => <TemplateTexts template={template} />}</TemplatePage>
}

function TemplateTexts({ template }: { template: TemplateRecord }) {
  const { MessageTemplateTypeId, MessageSendingMediumTypeId, Language, Subject, Body } = template
  const isSms = MessageSendingMediumTypeId === MEDIA.sms
  const draft = { MessageTemplateTypeId, MessageSendingMediumTypeId, Language, Subject, Body }
  return (
    <Sections>
      <FormSection title={t('SectionText').text}>
        {isSms ? (
          <Textarea label={notice('MediumSms').text} value={Subject} readOnly autosize minRows={3} />
        ) : (
          <>
            <TextInput label={t('LabelSubject').text} value={Subject} readOnly />
            <RichTextInput name="Body" label={t('LabelBody').text} value={Body} />
          </>
        )}
      </FormSection>
      <FormSection title={t('TabPreview').text}>
        <Preview draft={draft as never} />
      </FormSection>
    </Sections>
  )
}
