import { t as label } from '#platform/labels.ts'
import { t as screens } from '../screens.ts'
import '@mantine/core/styles/NumberInput.css'
import '@mantine/core/styles/Switch.css'
import { NumberInput, Switch, Textarea, TextInput } from '@mantine/core'
import { call } from '#platform/portal/api/call.ts'
import { editScreen } from '#platform/portal/entity/edit-screen.tsx'
import { DraftForm, FormSection } from '#platform/portal/form/DraftForm.tsx'
import { useDraft } from '#platform/portal/form/use-draft.ts'
import { type Courier, CourierDraft, couriers } from '../contract.ts'
import { t } from '../messages.ts'
import { courierEntity } from '../screens.ts'

/** Offered for choice, before all others. */
const EMPTY = { Id: null, Name: '', Description: '', SortOrder: 1, IsDryCleaning: false }

/** Adds or changes a courier. */
export default function CourierForm({ courier = null }: { courier?: Courier | null }) {
  const draft = useDraft(CourierDraft, courier ?? EMPTY)
  return (
    <DraftForm
      title={courier ? courier.Name : screens('ScreenNewCourier').text}
      draft={draft}
      isNew={courier === null}
      back="/courier/list"
      onSave={(input, { idempotencyKey }) => call(couriers.save, { input, idempotencyKey })}
      refreshes={[couriers.page, couriers.get, couriers.all, couriers.assignable]}
      failureTitle={t('MsgCourierSaveFailed').text}
    >
      <FormSection title={label('SectionDetails').text}>
        <TextInput {...draft.field('Name')} label={label('LabelCourier').text} />
        <Textarea {...draft.field('Description')} label={label('LabelDescription').text} autosize minRows={2} />
        <Switch
          {...draft.check('IsDryCleaning')}
          label={t('LabelIsDryCleaning').text}
          description={t('HelpIsDryCleaning').text}
        />
      </FormSection>
      <FormSection title={t('SectionChoice').text}>
        <NumberInput
          {...draft.field('SortOrder')}
          label={t('LabelSortOrder').text}
          description={t('HelpSortOrder').text}
          allowDecimal={false}
          allowNegative={false}
        />
      </FormSection>
    </DraftForm>
  )
}

export const CourierEdit = editScreen(courierEntity, couriers.get, (courier) => <CourierForm courier={courier} />)
