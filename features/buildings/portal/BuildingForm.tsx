import { Textarea, TextInput } from '@mantine/core'
import type { z } from 'zod'
import { PropertyPicker } from '#features/properties/portal/shared/PropertyPicker.tsx'
import { t as label } from '#platform/labels.ts'
import { call } from '#platform/portal/api/call.ts'
import { editScreen } from '#platform/portal/entity/edit-screen.tsx'
import { DraftForm, FormSection } from '#platform/portal/form/DraftForm.tsx'
import { namedAs, useDraft } from '#platform/portal/form/use-draft.ts'
import { detailsTab, historyTab, RecordPage } from '#platform/portal/record/RecordPage.tsx'
import { historyOf } from '#platform/portal/record/record-history.ts'
import { useViewer } from '#platform/portal/session/viewer.tsx'
import { type Building, BuildingDraft, buildings } from '../contract.ts'
import { t } from '../messages.ts'
import { buildingEntity, t as screens } from '../screens.ts'

const EMPTY: z.input<typeof BuildingDraft> = { Id: null, Version: null, PropertyId: '', Name: '', Address: '', Description: '' }

/** A building's form; without one, it adds one. */
function BuildingForm({ building = null }: { building?: Building | null }) {
  const { property } = useViewer()
  const draft = useDraft(BuildingDraft, building ?? { ...EMPTY, PropertyId: property?.id ?? '' })
  return (
    <DraftForm
      draft={draft}
      {...(building
        ? { history: historyOf(buildings.changes, { buildingId: building.Id }, 'building changed') }
        : { creates: { entity: buildingEntity } })}
      onSave={(input, { idempotencyKey }) => call(buildings.save, { input, idempotencyKey })}
      refreshes={[buildings.page, buildings.get, buildings.ofProperty, buildings.ofOrganisation]}
      failureTitle={t('MsgBuildingSaveFailed').text}
    >
      <FormSection title={label('SectionDetails').text}>
        <PropertyPicker
          {...draft.field('PropertyId', label('LabelProperty').text, namedAs(building?.PropertyId, building?.PropertyName))}
        />
        <TextInput {...draft.field('Name', label('LabelBuilding').text)} />
        <TextInput {...draft.field('Address', label('LabelAddress').text)} />
        <Textarea {...draft.field('Description', label('LabelDescription').text)} autosize minRows={2} />
      </FormSection>
    </DraftForm>
  )
}

const list = { title: screens('ScreenBuildings').text, path: `${buildingEntity.path}/list` }

/** Adds a building. */
export default function NewBuilding() {
  return <RecordPage list={list} name={screens('ScreenNewBuilding').text} tabs={[detailsTab(<BuildingForm />)]} />
}

/** A building: the form and its history. */
export const BuildingEdit = editScreen(buildingEntity, buildings.get, (building) => (
  <RecordPage
    list={list}
    name={building.Name}
    tabs={[detailsTab(<BuildingForm building={building} />), historyTab(buildings.changes, { buildingId: building.Id })]}
  />
))
