import type { Db } from '#platform/server/postgres/db.ts'
import { readSettings } from '#platform/typed-settings.ts'
import { SETTINGS } from '../settings.ts'
import { savedSettings } from './store.ts'

export { saveSettings, settingRows } from './store.ts'

/** All settings of the tenant's organisation as parsed values; for the other features. */
export const generalSettings = async (db: Db) => readSettings(SETTINGS, await savedSettings(db))
