import '@mantine/core/styles/NumberInput.css'
import { NumberInput, TextInput } from '@mantine/core'
import { t as label } from '#platform/labels.ts'
import { call } from '#platform/portal/api/call.ts'
import { editScreen } from '#platform/portal/entity/edit-screen.tsx'
import { DraftForm, FormSection } from '#platform/portal/form/DraftForm.tsx'
import { useDraft } from '#platform/portal/form/use-draft.ts'
import { detailsTab, historyTab, RecordPage } from '#platform/portal/record/RecordPage.tsx'
import { historyOf } from '#platform/portal/record/record-history.ts'
import { type AdviceTag, AdviceTagDraft, adviceTags } from '../contract.ts'
import { t } from '../messages.ts'
import { adviceTagEntity, t as titles } from '../screens.ts'

const EMPTY = { Id: null, Version: null, Name: '', SortOrder: 1 }
const list = { title: titles('ScreenAdviceTags').text, path: `${adviceTagEntity.path}/list` }

/** The form of an advice tag; without one, it adds one. */
function AdviceTagForm({ adviceTag = null }: { adviceTag?: AdviceTag | null }) {
  const draft = useDraft(AdviceTagDraft, adviceTag ?? EMPTY)
  return (
    <DraftForm
      draft={draft}
      {...(adviceTag
        ? { history: historyOf(adviceTags.changes, { advicetagId: adviceTag.Id }, 'advice tag changed') }
        : { creates: { entity: adviceTagEntity } })}
      onSave={(input, { idempotencyKey }) => call(adviceTags.save, { input, idempotencyKey })}
      refreshes={[adviceTags.page, adviceTags.get, adviceTags.ofOrganisation]}
      failureTitle={t('MsgAdviceTagSaveFailed').text}
    >
      <FormSection title={label('SectionDetails').text}>
        <TextInput {...draft.field('Name', t('LabelTag').text)} />
        <NumberInput
          {...draft.field('SortOrder', label('LabelSortOrder').text)}
          description={t('HelpTagSortOrder').text}
          allowNegative={false}
          allowedDecimalSeparators={['.', ',']}
        />
      </FormSection>
    </DraftForm>
  )
}

/** Adds an advice tag. */
export default function NewAdviceTag() {
  return <RecordPage list={list} name={titles('ScreenNewAdviceTag').text} tabs={[detailsTab(<AdviceTagForm />)]} />
}

/** An advice tag: the form and its history. */
export const AdviceTagEdit = editScreen(adviceTagEntity, adviceTags.get, (adviceTag) => (
  <RecordPage
    list={list}
    name={adviceTag.Name}
    tabs={[detailsTab(<AdviceTagForm adviceTag={adviceTag} />), historyTab(adviceTags.changes, { advicetagId: adviceTag.Id })]}
  />
))
