import type { z } from 'zod'
import type { Db, Tenant } from '#platform/server/postgres/db.ts'
import { anyOf } from '#platform/server/postgres/sql-helpers.ts'
import type { SettingRow, SettingValues } from '#platform/typed-settings.ts'
import { LOCKER_BANK_SETTINGS } from '../settings.ts'

/** The saved settings of a bank by name; missing ones have their default. */
export async function savedSettings(db: Db, lockerBankId: string): Promise<Record<string, string>> {
  const rows = await db
    .selectFrom('locker_bank_settings')
    .select(['name', 'value'])
    .where('locker_bank_id', '=', lockerBankId)
    .execute()
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

/** The catalogue with a bank's values. */
export async function settingRows(db: Db, lockerBankId: string): Promise<z.input<typeof SettingRow>[]> {
  const saved = await savedSettings(db, lockerBankId)
  return LOCKER_BANK_SETTINGS.map(({ Value, ...setting }) => ({
    ...setting,
    Value: saved[setting.Name] ?? Value,
    DefaultValue: Value,
    Disabled: false,
  }))
}

type Bank = { readonly id: string; readonly property_id: string }

/** Saves validated values for a locked bank; returns those that changed. */
export async function saveSettings(db: Db, tenant: Tenant, bank: Bank, values: SettingValues): Promise<SettingValues> {
  const before = await settingRows(db, bank.id)
  const changed = values.filter(({ Name, Value }) => before.some((one) => one.Name === Name && one.Value !== Value))
  if (changed.length === 0) return []
  const names = changed.map(({ Name }) => Name)
  await db.deleteFrom('locker_bank_settings').where('locker_bank_id', '=', bank.id).where('name', '=', anyOf(names)).execute()
  const rows = changed
    .filter(({ Name, Value }) => before.some((one) => one.Name === Name && one.DefaultValue !== Value))
    .map(({ Name, Value }) => ({
      organisation_id: tenant.organisationId,
      locker_bank_id: bank.id,
      property_id: bank.property_id,
      name: Name,
      value: Value,
    }))
  if (rows.length > 0) await db.insertInto('locker_bank_settings').values(rows).execute()
  return changed
}
