import { LOCKER_BANK_SETTINGS } from '#features/kiosks/bank-settings.ts'
import type { Db, Tenant } from '#platform/server/postgres/db.ts'
import { anyOf } from '#platform/server/postgres/sql-helpers.ts'
import { settingChanges, settingRowsOf } from '#platform/server/saved-settings.ts'
import type { SettingValues } from '#platform/typed-settings.ts'

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
export const settingRows = async (db: Db, lockerBankId: string) =>
  settingRowsOf(LOCKER_BANK_SETTINGS, await savedSettings(db, lockerBankId))

type Bank = { readonly id: string; readonly property_id: string }

/** Saves validated values for a locked bank; returns those that changed. */
export async function saveSettings(db: Db, tenant: Tenant, bank: Bank, values: SettingValues): Promise<SettingValues> {
  const { changed, stored } = settingChanges(await settingRows(db, bank.id), values)
  if (changed.length === 0) return []
  const names = changed.map(({ Name }) => Name)
  await db.deleteFrom('locker_bank_settings').where('locker_bank_id', '=', bank.id).where('name', '=', anyOf(names)).execute()
  const rows = stored.map(({ Name, Value }) => ({
    organisation_id: tenant.organisationId,
    locker_bank_id: bank.id,
    property_id: bank.property_id,
    name: Name,
    value: Value,
  }))
  if (rows.length > 0) await db.insertInto('locker_bank_settings').values(rows).execute()
  return changed
}
