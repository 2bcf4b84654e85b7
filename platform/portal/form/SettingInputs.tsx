import { t as tPages } from '#platform/page-messages.ts'
import '@mantine/core/styles/Switch.css'
import { NativeSelect, Switch, TextInput } from '@mantine/core'
import { boundsOf, type SettingRow, type ValueType } from '#platform/typed-settings.ts'
import { t } from '../messages.ts'
import { FormSection } from './DraftForm.tsx'
import { choiceText, type Draft, type DraftSchema } from './use-draft.ts'

type Values = Readonly<Record<string, unknown>>
/** A draft with these settings among its fields, whose names come from the server: its schema has what `settingFields` creates. */
type SettingsDraft = {
  readonly form: { getInitialValues(): Values; getValues(): Values }
  field(...field: Parameters<Draft<DraftSchema>['field']>): ReturnType<Draft<DraftSchema>['field']>
  set(change: Values): void
}

/** The changed settings for a save, each with the value that it had: those of others are kept, and a change of somebody else is seen. */
export function changedSettings(draft: SettingsDraft, settings: readonly SettingRow[]) {
  const before = draft.form.getInitialValues()
  const now = draft.form.getValues()
  return settings
    .filter(({ Name }) => now[Name] !== before[Name])
    .map(({ Name }) => ({ Name, Value: String(now[Name]), Before: String(before[Name]) }))
}

/** An input for each setting, by its type, under the headings of their groups (spec 3 §3 "Setting"). */
export function SettingInputs({ settings, draft }: { settings: readonly SettingRow[]; draft: SettingsDraft }) {
  const groups = [...new Set(settings.map(({ Group }) => Group))]
  return groups.map((group) => (
    <FormSection key={group} title={group}>
      {settings
        .filter(({ Group }) => Group === group)
        .map((setting) => (
          <SettingInput key={setting.Name} setting={setting} draft={draft} />
        ))}
    </FormSection>
  ))
}

function SettingInput({ setting, draft }: { setting: SettingRow; draft: SettingsDraft }) {
  const { value, onChange, required, ...field } = draft.field(setting.Name, setting.Label, shownBy(setting))
  const shared = { ...field, description: helpOf(setting), disabled: setting.Disabled }
  if (setting.ValueType === 'bool')
    return (
      <Switch
        {...shared}
        checked={value === 'true'}
        onChange={(event) => draft.set({ [setting.Name]: String(event.currentTarget.checked) })}
      />
    )
  if (setting.Choices)
    return (
      <NativeSelect
        {...shared}
        data={setting.Choices.map(({ Value, Text }) => ({ value: Value, label: Text }))}
        value={value}
        onChange={onChange}
      />
    )
  return <TextInput {...shared} {...kindOf(setting.ValueType)} value={value} onChange={onChange} required={required} />
}

const shownBy = ({ ValueType, Choices = [] }: SettingRow) =>
  ValueType === 'bool'
    ? choiceText([
        { value: 'true', label: tPages('WordYes').text },
        { value: 'false', label: tPages('WordNo').text },
      ])
    : choiceText(Choices.map(({ Value, Text }) => ({ value: Value, label: Text })))

/** The description, and for a whole number its range. */
function helpOf({ Description, ValueType, DefaultValue }: SettingRow): string {
  const bounds = ValueType === 'int' ? null : boundsOf(ValueType)
  return bounds ? `${Description} ${t('SettingRange', { ...bounds, value: DefaultValue }).text}` : Description
}

function kindOf(valueType: ValueType) {
  if (valueType === 'datetime') return { type: 'datetime-local' } as const
  return { inputMode: boundsOf(valueType) ? 'numeric' : 'email' } as const
}
