import '@mantine/core/styles/Switch.css'
import { Switch, Textarea, TextInput } from '@mantine/core'
import type { z } from 'zod'
import { BuildingPicker } from '#features/buildings/portal/shared/BuildingPicker.tsx'
import { PropertyPicker } from '#features/properties/portal/shared/PropertyPicker.tsx'
import { t as label } from '#platform/labels.ts'
import { call } from '#platform/portal/api/call.ts'
import { editScreen } from '#platform/portal/entity/edit-screen.tsx'
import { DraftForm, FormSection } from '#platform/portal/form/DraftForm.tsx'
import { namedAs, useDraft } from '#platform/portal/form/use-draft.ts'
import { detailsTab, historyTab, RecordPage } from '#platform/portal/record/RecordPage.tsx'
import { historyOf } from '#platform/portal/record/record-history.ts'
import { useViewer } from '#platform/portal/session/viewer.tsx'
import { StatusBadge } from '#platform/portal/ui/StatusBadge.tsx'
import { type Mailroom, MailroomDraft, mailrooms } from '../contract.ts'
import { t } from '../messages.ts'
import { mailroomEntity, t as screens } from '../screens.ts'

const EMPTY: z.input<typeof MailroomDraft> = {
  Id: null,
  Version: null,
  PropertyId: '',
  BuildingId: '',
  Name: '',
  Address: '',
  Description: '',
  IsActive: true,
}

/** A mailroom's form; without one, it adds one. Another property clears the building. */
function MailroomForm({ mailroom = null }: { mailroom?: Mailroom | null }) {
  const { property } = useViewer()
  const draft = useDraft(MailroomDraft, mailroom ?? { ...EMPTY, PropertyId: property?.id ?? '' }, [['PropertyId', 'BuildingId']])
  const { PropertyId } = draft.values
  return (
    <DraftForm
      draft={draft}
      {...(mailroom
        ? { history: historyOf(mailrooms.changes, { mailroomId: mailroom.Id }, 'mailroom changed') }
        : { creates: { entity: mailroomEntity } })}
      onSave={(input, { idempotencyKey }) => call(mailrooms.save, { input, idempotencyKey })}
      refreshes={[mailrooms.page, mailrooms.get, mailrooms.ofBuilding]}
      failureTitle={t('MsgMailroomSaveFailed').text}
    >
      <FormSection title={label('SectionDetails').text}>
        <PropertyPicker
          {...draft.field('PropertyId', label('LabelProperty').text, namedAs(mailroom?.PropertyId, mailroom?.PropertyName))}
          onChange={(id) => draft.set({ PropertyId: id ?? '', BuildingId: '' })}
        />
        <BuildingPicker
          {...draft.field('BuildingId', label('LabelBuilding').text, namedAs(mailroom?.BuildingId, mailroom?.BuildingName))}
          propertyId={PropertyId}
        />
        <TextInput {...draft.field('Name', label('LabelMailroom').text)} />
        <TextInput {...draft.field('Address', label('LabelAddress').text)} />
        <Textarea {...draft.field('Description', label('LabelDescription').text)} autosize minRows={2} />
        <Switch {...draft.check('IsActive', label('LabelActive').text)} description={t('HelpMailroomActive').text} />
      </FormSection>
    </DraftForm>
  )
}

const list = { title: screens('ScreenMailrooms').text, path: `${mailroomEntity.path}/list` }

/** Adds a mailroom. */
export default function NewMailroom() {
  return <RecordPage list={list} name={screens('ScreenNewMailroom').text} tabs={[detailsTab(<MailroomForm />)]} />
}

/** A mailroom: the form and its history. */
export const MailroomEdit = editScreen(mailroomEntity, mailrooms.get, (mailroom) => (
  <RecordPage
    list={list}
    name={mailroom.Name}
    status={!mailroom.IsActive && <StatusBadge kind="off">{label('LabelInactive').text}</StatusBadge>}
    tabs={[detailsTab(<MailroomForm mailroom={mailroom} />), historyTab(mailrooms.changes, { mailroomId: mailroom.Id })]}
  />
))
