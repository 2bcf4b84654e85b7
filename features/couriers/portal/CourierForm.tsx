import { t as label } from '#platform/labels.ts'
import '@mantine/core/styles/NumberInput.css'
import '@mantine/core/styles/Switch.css'
import { NumberInput, Switch, Textarea, TextInput } from '@mantine/core'
import { call } from '#platform/portal/api/call.ts'
import { editScreen } from '#platform/portal/entity/edit-screen.tsx'
import { DraftForm, FormSection } from '#platform/portal/form/DraftForm.tsx'
import { useDraft } from '#platform/portal/form/use-draft.ts'
import { detailsTab, historyTab, RecordPage } from '#platform/portal/record/RecordPage.tsx'
import { historyOf } from '#platform/portal/record/record-history.ts'
import { StatusBadge } from '#platform/portal/ui/StatusBadge.tsx'
import { CourierDraft, type CourierRecord, couriers } from '../contract.ts'
import { t } from '../messages.ts'
import { isOffered } from '../rules.ts'
import { courierEntity, t as screens } from '../screens.ts'

/** Offered for choice, before all others. */
const EMPTY = { Id: null, Version: null, Name: '', Description: '', SortOrder: 1, IsDryCleaning: false }

/** A courier's form; without one, it creates one. */
function CourierForm({ courier = null }: { courier?: CourierRecord | null }) {
  const draft = useDraft(CourierDraft, courier ?? EMPTY)
  return (
    <DraftForm
      draft={draft}
      {...(courier
        ? { history: historyOf(couriers.changes, { courierId: courier.Id }, 'courier changed') }
        : { creates: { entity: courierEntity } })}
      onSave={(input, { idempotencyKey }) => call(couriers.save, { input, idempotencyKey })}
      refreshes={[couriers.page, couriers.get, couriers.all, couriers.assignable]}
      failureTitle={t('MsgCourierSaveFailed').text}
    >
      <FormSection title={label('SectionDetails').text}>
        <TextInput {...draft.field('Name', label('LabelCourier').text)} />
        <Textarea {...draft.field('Description', label('LabelDescription').text)} autosize minRows={2} />
        <Switch {...draft.check('IsDryCleaning', t('LabelIsDryCleaning').text)} description={t('HelpIsDryCleaning').text} />
      </FormSection>
      <FormSection title={t('SectionChoice').text}>
        <NumberInput
          {...draft.field('SortOrder', label('LabelSortOrder').text)}
          description={t('HelpSortOrder').text}
          allowNegative={false}
          allowedDecimalSeparators={['.', ',']}
        />
      </FormSection>
    </DraftForm>
  )
}

const list = { title: screens('ScreenCouriers').text, path: '/courier/list' }

/** Creates a courier. */
export default function NewCourier() {
  return <RecordPage list={list} name={screens('ScreenNewCourier').text} tabs={[detailsTab(<CourierForm />)]} />
}

/** A courier: the form and its history. */
export const CourierEdit = editScreen(courierEntity, couriers.get, (courier) => (
  <RecordPage
    list={list}
    name={courier.Name}
    status={!isOffered(courier) && <StatusBadge kind="off">{t('WordNotOffered').text}</StatusBadge>}
    tabs={[detailsTab(<CourierForm courier={courier} />), historyTab(couriers.changes, { courierId: courier.Id })]}
  />
))
