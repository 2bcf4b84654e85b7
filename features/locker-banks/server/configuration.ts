import { isDeepStrictEqual } from 'node:util'
import { LOCKER_BANK_SETTINGS, PUBLISHED_SETTINGS } from '#features/kiosks/bank-settings.ts'
import type { ConfigContent } from '#features/kiosks/protocol.ts'
import { publishedConfig } from '#features/kiosks/server/api.ts'
import { columnsOf, layoutLockerOf } from '#features/layout/server/api.ts'
import { themeOf } from '#features/themes/server/api.ts'
import { existing } from '#platform/server/entities.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { settingsStore } from '#platform/server/saved-settings.ts'
import { cutToMaximum } from '#platform/typed-settings.ts'
import { visibleBanks } from './store.ts'

/** The configuration that publishing would send now (decisions "Locker banks"); 404 for no such bank. */
export async function configurationOf(db: Db, lockerBankId: string): Promise<ConfigContent> {
  const bank = await existing(
    visibleBanks(db)
      .innerJoin('properties as p', 'p.id', 'b.property_id')
      .select(['b.id', 'b.name', 'b.code', 'b.property_id', 'p.name as property', 'p.time_zone'])
      .where('b.id', '=', lockerBankId),
  )
  return {
    LockerBank: { Id: bank.id, Name: bank.name, Code: bank.code, PropertyName: bank.property, TimeZone: bank.time_zone },
    Layout: (await columnsOf(db, lockerBankId)).map(({ name, lockers }) => ({
      ColumnName: name,
      LockerCollection: lockers.map((locker) => ({ ...layoutLockerOf(locker), SerialNumber: locker.device_serial })),
    })),
    Settings: await settingsOfKiosk(db, lockerBankId),
    Theme: await themeOf(db, bank.property_id),
  }
}

export const settingsOfBank = settingsStore('locker_bank_settings', 'locker_bank_id', LOCKER_BANK_SETTINGS)

/** All settings, including defaults: an update of the kiosk's program must not change its behaviour. */
async function settingsOfKiosk(db: Db, lockerBankId: string): Promise<Record<string, string>> {
  const saved = await settingsOfBank.saved(db, lockerBankId)
  return Object.fromEntries(
    PUBLISHED_SETTINGS.map(({ Name, Value, ValueType }) => [Name, cutToMaximum(ValueType, saved[Name] ?? Value)]),
  )
}

/** Whether the configuration differs from the published one. */
export async function hasChangedSincePublished(db: Db, lockerBankId: string): Promise<boolean> {
  const now = await configurationOf(db, lockerBankId)
  const published = await publishedConfig(db, lockerBankId)
  if (!published) return true
  const { Version: _version, PublishedAt: _at, ...before } = published
  return !isDeepStrictEqual(now, before)
}
