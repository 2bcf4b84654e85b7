import type { z } from 'zod'
import type { Message } from '#platform/define-messages.ts'
import { cutToMaximum, type SettingRow, type SettingValues, type TypedSetting } from '#platform/typed-settings.ts'
import { changedElsewhere } from './http/refusal.ts'

type Grouped = TypedSetting & { readonly Group: Message }
type Row = z.input<typeof SettingRow>

/** A catalogue with the saved values by name; settings that are not saved have their default. */
export const settingRowsOf = (catalogue: readonly Grouped[], saved: Readonly<Record<string, string>>): Row[] =>
  catalogue.map(({ Value, Choices, Disabled = false, ...setting }) => ({
    ...setting,
    ...(Choices && { Choices: [...Choices] }),
    Value: cutToMaximum(setting.ValueType, saved[setting.Name] ?? Value),
    DefaultValue: Value,
    Disabled,
    IsActive: true,
  }))

/**
 * What a save of some values changes: `changed` are the new values, `stored` those of them that differ from the default. The rows
 * of all changed names are replaced by `stored`. Refuses (409) a change of a value that is no longer the setting's.
 */
export function settingChanges(before: readonly Row[], values: SettingValues) {
  const differs = ({ Name, Value }: SettingValues[number], from: 'Value' | 'DefaultValue') =>
    before.some((one) => one.Name === Name && one[from] !== Value)
  const changed = values.filter((value) => differs(value, 'Value'))
  const isStale = ({ Name, Before }: SettingValues[number]) =>
    typeof Before === 'string' && before.some((one) => one.Name === Name && one.Value !== Before)
  if (changed.some(isStale)) throw changedElsewhere()
  return { changed, stored: changed.filter((value) => differs(value, 'DefaultValue')) }
}
