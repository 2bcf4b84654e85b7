import { OPENINGS_SETTING } from '#features/kiosks/ceilings.ts'
import { readLimits } from '#features/openings/server/api.ts'
import type { Db, Tenant } from '#platform/server/postgres/db.ts'
import { changedValues, settingChanges, settingRowsOf, settingsStore } from '#platform/server/saved-settings.ts'
import type { SettingValues } from '#platform/typed-settings.ts'
import { SETTINGS } from '../settings.ts'

/** Settings that other tables keep. */
const KEPT_ELSEWHERE: readonly string[] = ['Culture', OPENINGS_SETTING, 'RequiresSecondStep']
const isKeptHere = ({ Name }: SettingValues[number]) => !KEPT_ELSEWHERE.includes(Name)

const own = settingsStore('organisation_settings', 'organisation_id', SETTINGS)

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
  const before = await settingRows(db)
  const { changed, stored } = settingChanges(before, values)
  await own.replace(db, { organisation_id: organisationId }, { changed, stored: stored.filter(isKeptHere) })
  const culture = changed.find(({ Name }) => Name === 'Culture')?.Value
  if (culture) await db.updateTable('organisations').set({ culture }).where('id', '=', organisationId).execute()
  return changedValues(before, changed)
}
