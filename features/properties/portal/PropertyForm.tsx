import { Textarea, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { z } from 'zod'
import { EXPIRY_SETTINGS } from '#features/package-statuses/periods.ts'
import { regions } from '#features/regions/contract.ts'
import { t as label } from '#platform/labels.ts'
import { t as tCommon } from '#platform/messages.ts'
import { PRELOAD } from '#platform/operation.ts'
import { call } from '#platform/portal/api/call.ts'
import { useCall } from '#platform/portal/api/queries.ts'
import { editScreen } from '#platform/portal/entity/edit-screen.tsx'
import { confirm } from '#platform/portal/feedback/dialogs.tsx'
import { Loaded } from '#platform/portal/feedback/Loaded.tsx'
import { ChoiceSelect } from '#platform/portal/form/ChoiceSelect.tsx'
import { DraftForm, FormSection } from '#platform/portal/form/DraftForm.tsx'
import { changedSettings, SettingInputs } from '#platform/portal/form/SettingInputs.tsx'
import { namedAs, useDraft } from '#platform/portal/form/use-draft.ts'
import { useListedChoices } from '#platform/portal/form/use-listed-choices.ts'
import { HistoryCard } from '#platform/portal/record/HistoryCard.tsx'
import { detailsTab, RecordPage } from '#platform/portal/record/RecordPage.tsx'
import { historyOf } from '#platform/portal/record/record-history.ts'
import { useViewer } from '#platform/portal/session/viewer.tsx'
import { type SettingRow, settingFields } from '#platform/typed-settings.ts'
import { type Property, PropertyFields, properties } from '../contract.ts'
import { t } from '../messages.ts'
import { propertyEntity, t as screens } from '../screens.ts'
import { PropertyPage, propertyList } from './shared/PropertyPage.tsx'
import { TimeZonePicker } from './shared/TimeZonePicker.tsx'

const EMPTY: z.input<typeof PropertyFields> = {
  Id: null,
  Version: null,
  Name: '',
  ExternalCode: '',
  Description: '',
  Region: null,
  TimeZoneId: '',
  Address: '',
}

/** A property's fields and settings in one form; without a property, it adds one. */
function PropertyForm({ property = null, settings }: { property?: Property | null; settings: readonly SettingRow[] }) {
  const { organisation } = useViewer()
  // The names of the settings come from the server, so the type has the other fields only.
  const [schema] = useState(() => PropertyFields.extend(settingFields(settings)) as unknown as typeof PropertyFields)
  const { Id, Version, Name, ExternalCode, Description, Region, TimeZoneId, Address } = property ?? {
    ...EMPTY,
    TimeZoneId: organisation.timeZone,
  }
  const fields = { Id, Version, Name, ExternalCode, Description, Region, TimeZoneId, Address }
  const values = Object.fromEntries(settings.map((one) => [one.Name, one.Value]))
  const draft = useDraft(schema, { ...fields, ...values })
  const changed = () => changedSettings(draft, settings)
  return (
    <DraftForm
      draft={draft}
      {...(property
        ? { history: historyOf(properties.changes, { propertyId: property.Id }, 'property changed') }
        : { creates: { entity: propertyEntity } })}
      confirms={async () => !property || confirmEffects(property, draft.values.TimeZoneId, changed())}
      onSave={(_, { idempotencyKey }) => {
        const input = { ...PropertyFields.parse(draft.values), ...(changed().length > 0 && { Settings: changed() }) }
        return call(properties.save, { input, idempotencyKey })
      }}
      refreshes={[properties.page, properties.get, properties.ofOrganisation, properties.choices, PRELOAD]}
      failureTitle={t('MsgPropertySaveFailed').text}
    >
      <FormSection title={label('SectionDetails').text}>
        <TextInput {...draft.field('Name', label('LabelProperty').text)} />
        <TextInput
          {...draft.field('ExternalCode', t('LabelExternalCode').text)}
          description={t(property ? 'MsgExternalCodeFixed' : 'HelpExternalCode').text}
          readOnly={property !== null}
          onChange={(event) => draft.set({ ExternalCode: event.currentTarget.value.replace(/\s/g, '') })}
        />
        <Textarea {...draft.field('Description', label('LabelDescription').text)} autosize minRows={2} />
        <RegionPicker draft={draft} region={property?.Region ?? null} />
        <TimeZonePicker field={(label) => draft.field('TimeZoneId', label)} value={draft.values.TimeZoneId} />
        <TextInput {...draft.field('Address', label('LabelAddress').text)} />
      </FormSection>
      <SettingInputs settings={settings} draft={draft} />
    </DraftForm>
  )
}

type PickerDraft = ReturnType<typeof useDraft<typeof PropertyFields>>

function RegionPicker({ draft, region }: { draft: PickerDraft; region: Property['Region'] }) {
  return (
    <ChoiceSelect
      label={draft.describe('Region', label('LabelRegion').text, namedAs(region?.Id, region?.Name))}
      {...useListedChoices(regions.all)}
      chosen={region ?? undefined}
      clearable
      error={draft.form.errors.Region}
      value={draft.values.Region?.Id ?? null}
      onChange={(id) => draft.set({ Region: id ? { Id: id } : null })}
    />
  )
}

/** Asks before a change of the time zone or of an expiry period, and says what it affects. */
async function confirmEffects(property: Property, timeZone: string, changed: readonly { Name: string }[]): Promise<boolean> {
  const isPeriod = ({ Name }: { Name: string }) => Object.values(EXPIRY_SETTINGS).some(({ name }) => name === Name)
  const effects = [
    ...(timeZone === property.TimeZoneId ? [] : [t('EffectTimeZone', { zone: timeZone }).text]),
    ...(changed.some(isPeriod) ? [t('EffectPeriods').text] : []),
  ]
  if (effects.length === 0) return true
  return confirm({
    title: t('ConfirmEffects').text,
    text: [...effects, t('EffectPackages', { count: property.LivePackages }).text].join(' '),
  })
}

/** Adds a property. */
export default function NewProperty() {
  const settings = useCall(properties.newSettings)
  const form: ReactNode = (
    <Loaded query={settings} failure={tCommon('MsgRetrieveFailed').text}>
      {(rows) => <PropertyForm settings={rows} />}
    </Loaded>
  )
  return <RecordPage list={propertyList()} name={screens('ScreenNewProperty').text} tabs={[detailsTab(form)]} />
}

/** A property: the form with its settings, and its history. */
export const PropertyEdit = editScreen(propertyEntity, properties.get, (property) => (
  <PropertyPage
    propertyId={property.Id}
    name={property.Name}
    contents={{
      details: <PropertyForm property={property} settings={property.Settings} />,
      history: <HistoryCard operation={properties.changes} params={{ propertyId: property.Id }} />,
    }}
  />
))
