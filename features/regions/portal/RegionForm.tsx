import { Textarea, TextInput } from '@mantine/core'
import { t as label } from '#platform/labels.ts'
import { call } from '#platform/portal/api/call.ts'
import { editScreen } from '#platform/portal/entity/edit-screen.tsx'
import { DraftForm, FormSection } from '#platform/portal/form/DraftForm.tsx'
import { useDraft } from '#platform/portal/form/use-draft.ts'
import { detailsTab, historyTab, RecordPage } from '#platform/portal/record/RecordPage.tsx'
import { historyOf } from '#platform/portal/record/record-history.ts'
import { type Region, RegionDraft, regions } from '../contract.ts'
import { t } from '../messages.ts'
import { regionEntity, t as titles } from '../screens.ts'

const EMPTY = { Id: null, Version: null, Name: '', Description: '' }
const list = { title: titles('ScreenRegions').text, path: `${regionEntity.path}/list` }

/** The form of a region; without one, it creates one. */
function RegionForm({ region = null }: { region?: Region | null }) {
  const draft = useDraft(RegionDraft, region ?? EMPTY)
  return (
    <DraftForm
      draft={draft}
      {...(region
        ? { history: historyOf(regions.changes, { regionId: region.Id }, 'region changed') }
        : { creates: { entity: regionEntity } })}
      onSave={(input, { idempotencyKey }) => call(regions.save, { input, idempotencyKey })}
      refreshes={[regions.page, regions.get, regions.all]}
      failureTitle={t('MsgRegionSaveFailed').text}
    >
      <FormSection title={label('SectionDetails').text}>
        <TextInput {...draft.field('Name', label('LabelRegion').text)} />
        <Textarea {...draft.field('Description', label('LabelDescription').text)} autosize minRows={2} />
      </FormSection>
    </DraftForm>
  )
}

/** Creates a region. */
export default function NewRegion() {
  return <RecordPage list={list} name={titles('ScreenNewRegion').text} tabs={[detailsTab(<RegionForm />)]} />
}

/** A region: the form and its history. */
export const RegionEdit = editScreen(regionEntity, regions.get, (region) => (
  <RecordPage
    list={list}
    name={region.Name}
    tabs={[detailsTab(<RegionForm region={region} />), historyTab(regions.changes, { regionId: region.Id })]}
  />
))
