import { sql } from 'kysely'
import type { z } from 'zod'
import type { Message } from '#platform/define-messages.ts'
import { cutToMaximum, type SettingRow, type SettingValues, type TypedSetting } from '#platform/typed-settings.ts'
import { changedElsewhere } from './http/refusal.ts'
import type { Db } from './postgres/db.ts'
import { anyOf } from './postgres/sql-helpers.ts'

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

type Changes = ReturnType<typeof settingChanges>

/** The values of changed settings by name, before and after. */
export const changedValues = (before: readonly Row[], changed: SettingValues) => ({
  before: Object.fromEntries(changed.map(({ Name }) => [Name, before.find((row) => row.Name === Name)?.Value])),
  after: Object.fromEntries(changed.map(({ Name, Value }) => [Name, Value])),
})

/**
 * The settings in a table of names and values.
 * @param owner the column of what the settings are of
 */
export function settingsStore<const Owner extends string>(table: string, owner: Owner, catalogue: readonly Grouped[]) {
  type Key = Readonly<Record<Owner | 'organisation_id', string>>

  /** The saved values by name; settings that are not saved have their default. */
  const saved = async (db: Db, ownerId: string): Promise<Record<string, string>> => {
    const { rows } = await sql<{ name: string; value: string }>`
      select name, value from ${sql.table(table)} where ${sql.ref(owner)} = ${ownerId}`.execute(db)
    return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
  }

  /** The catalogue with the values. */
  const rows = async (db: Db, ownerId: string) => settingRowsOf(catalogue, await saved(db, ownerId))

  /** Replaces the rows of changed settings. `key`: the columns of the rows beside name and value. */
  async function replace(db: Db, key: Key, { changed, stored }: Changes): Promise<void> {
    if (changed.length === 0) return
    const names = anyOf(changed.map(({ Name }) => Name))
    await sql`delete from ${sql.table(table)} where ${sql.ref(owner)} = ${key[owner]} and name = ${names}`.execute(db)
    if (stored.length === 0) return
    const columns = sql.join([...Object.keys(key), 'name', 'value'].map((column) => sql.ref(column)))
    const values = sql.join(stored.map(({ Name, Value }) => sql`(${sql.join([...Object.values(key), Name, Value])})`))
    await sql`insert into ${sql.table(table)} (${columns}) values ${values}`.execute(db)
  }

  /** Saves validated values of a locked owner; returns those that changed, before and after, by name. Refuses as `settingChanges`. */
  async function save(db: Db, key: Key, values: SettingValues) {
    const before = await rows(db, key[owner])
    const changes = settingChanges(before, values)
    await replace(db, key, changes)
    return { changed: changes.changed, ...changedValues(before, changes.changed) }
  }

  return { saved, rows, replace, save }
}
