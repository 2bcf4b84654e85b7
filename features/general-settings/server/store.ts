import { OPENINGS_SETTING } from '#features/kiosks/ceilings.ts'
import { readLimits } from '#features/openings/server/api.ts'
import type { Db, Tenant } from '#platform/server/postgres/db.ts'
import { anyOf } from '#platform/server/postgres/sql-helpers.ts'
import { settingChanges, settingRowsOf } from '#platform/server/saved-settings.ts'
import type { SettingValues } from '#platform/typed-settings.ts'
import { SETTINGS } from '../settings.ts'

/** Settings that other tables keep. */
const KEPT_ELSEWHERE: readonly string[] = ['Culture', OPENINGS_SETTING, 'RequiresSecondStep']

/** The saved values of the tenant's organisation by name; those that are missing have their default. */
export async function savedSettings(db: Db): Promise<Record<string, string>> {
  const rows = await db.selectFrom('organisation_settings').select(['name', 'value']).execute()
  const { culture, requires_second_step } = await db
    .selectFrom('organisations')
    .select(['culture', 'requires_second_step'])
    .executeTakeFirstOrThrow()
  const { PersonPerMinute } = await readLimits(db)
  return {
    ...Object.fromEntries(rows.map(({ name, value }) => [name, value])),
    Culture: culture,
    [OPENINGS_SETTING]: String(PersonPerMinute),
    RequiresSecondStep: String(requires_second_step),
  }
}

/** All settings of the tenant's organisation, as its screen shows them. */
export const settingRows = async (db: Db) => settingRowsOf(SETTINGS, await savedSettings(db))

/** Saves validated values under the lock of the organisation; returns those that changed, before and after, by name. */
export async function saveSettings(db: Db, { organisationId }: Tenant, values: SettingValues) {
  await db.selectFrom('organisations').select('id').where('id', '=', organisationId).forUpdate().executeTakeFirstOrThrow()
  const rowsBefore = await settingRows(db)
  const { changed, stored } = settingChanges(rowsBefore, values)
  const names = changed.map(({ Name }) => Name)
  if (names.length > 0) await db.deleteFrom('organisation_settings').where('name', '=', anyOf(names)).execute()
  const rows = stored
    .filter(({ Name }) => !KEPT_ELSEWHERE.includes(Name))
    .map(({ Name, Value }) => ({ organisation_id: organisationId, name: Name, value: Value }))
  if (rows.length > 0) await db.insertInto('organisation_settings').values(rows).execute()
  const culture = changed.find(({ Name }) => Name === 'Culture')?.Value
  if (culture) await db.updateTable('organisations').set({ culture }).where('id', '=', organisationId).execute()
  return {
    before: Object.fromEntries(names.map((name) => [name, rowsBefore.find((row) => row.Name === name)!.Value])),
    after: Object.fromEntries(changed.map(({ Name, Value }) => [Name, Value])),
  }
}
