import '@mantine/core/styles/Switch.css'
import { NativeSelect, Switch, TextInput } from '@mantine/core'
import type { z } from 'zod'
import { boundsOf, type SettingRow, type settingFields, type ValueType } from '#platform/typed-settings.ts'
import { t } from '../messages.ts'
import { FormSection } from './DraftForm.tsx'
import type { Draft } from './use-draft.ts'

/** A draft with these settings among its fields: its schema is created by `settingFields`. */
type SettingsDraft = Draft<z.ZodObject<ReturnType<typeof settingFields>>>

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
  const { value, onChange, required, ...field } = draft.field(setting.Name)
  const shared = { ...field, label: setting.Label, description: helpOf(setting), disabled: setting.Disabled }
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

/** The description, and for a whole number its range. */
function helpOf({ Description, ValueType, DefaultValue }: SettingRow): string {
  const bounds = ValueType === 'int' ? null : boundsOf(ValueType)
  return bounds ? `${Description} ${t('SettingRange', { ...bounds, value: DefaultValue }).text}` : Description
}

function kindOf(valueType: ValueType) {
  if (valueType === 'datetime') return { type: 'datetime-local' } as const
  return { inputMode: boundsOf(valueType) ? 'numeric' : 'email' } as const
}
