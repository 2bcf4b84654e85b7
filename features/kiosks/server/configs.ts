import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { existing } from '#platform/server/entities.ts'
import { cachedQuery, type Params } from '#platform/server/postgres/cached-query.ts'
import type { Db, Tenant } from '#platform/server/postgres/db.ts'
import { anyOf } from '#platform/server/postgres/sql-helpers.ts'
import { type BankSettings, bankSettings } from '../bank-settings.ts'
import { Config, ConfigContent } from '../protocol.ts'
import type { Theme } from '../theme.ts'

/** The latest published configuration of a bank, or null. */
export async function publishedConfig(db: Db, lockerBankId: string): Promise<Config | null> {
  const row = await db
    .selectFrom('kiosk_configs')
    .select(['version', 'content', 'published_at'])
    .where('locker_bank_id', '=', lockerBankId)
    .executeTakeFirst()
  return row ? Config.parse({ ...(row.content as object), Version: row.version, PublishedAt: row.published_at }) : null
}

/** The settings within a published configuration. */
export const PUBLISHED_SETTINGS = sql<Record<string, string> | null>`kiosk_configs.content -> 'Settings'`
/** The settings that were published to a bank's kiosk; the server applies the same ones. */
export async function publishedSettings(db: Db, lockerBankId: string): Promise<BankSettings> {
  const [row] = await settingsByBank(db, { lockerBankId })
  return bankSettings(row?.settings ?? {})
}
const settingsByBank = cachedQuery((db, { lockerBankId }: Params<{ lockerBankId: string }>) =>
  db.selectFrom('kiosk_configs').select(PUBLISHED_SETTINGS.as('settings')).where('locker_bank_id', '=', lockerBankId),
)

/** The published configuration with the current devices: a kiosk that starts has missed the mappings since. */
export async function currentConfig(db: Db, lockerBankId: string): Promise<Config | null> {
  const config = await publishedConfig(db, lockerBankId)
  return config && withDevices(config, await devicesOf(db, [lockerBankId]))
}

/** The devices of the banks' lockers, by the lockers' ids. */
async function devicesOf(db: Db, lockerBankIds: readonly string[]): Promise<ReadonlyMap<string, string | null>> {
  const lockers = db.selectFrom('lockers').select(['id', 'device_serial'])
  const rows = await lockers.where('locker_bank_id', '=', anyOf(lockerBankIds)).execute()
  return new Map(rows.map(({ id, device_serial }) => [id, device_serial]))
}
const withDevices = <C extends ConfigContent>(config: C, devices: ReadonlyMap<string, string | null>): C => ({
  ...config,
  Layout: config.Layout.map(({ ColumnName, LockerCollection }) => ({
    ColumnName,
    LockerCollection: LockerCollection.map((locker) => ({ ...locker, SerialNumber: devices.get(locker.Id) ?? null })),
  })),
})

/** Saves a configuration as the bank's next version. */
export async function saveConfig(
  db: Db,
  tenant: Tenant,
  lockerBankId: string,
  content: ConfigContent,
  now: Date,
): Promise<Config> {
  const bank = await existing(db.selectFrom('locker_banks').select('property_id').where('id', '=', lockerBankId))
  const body = JSON.stringify(content)
  const { version } = await db
    .insertInto('kiosk_configs')
    .values({
      organisation_id: tenant.organisationId,
      locker_bank_id: lockerBankId,
      property_id: bank.property_id,
      version: 1,
      content: body,
      published_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['organisation_id', 'locker_bank_id']).doUpdateSet({
        version: sql`kiosk_configs.version + 1`,
        content: body,
        published_at: now,
      }),
    )
    .returning('version')
    .executeTakeFirstOrThrow()
  return { ...content, Version: version, PublishedAt: now.toISOString() }
}

/**
 * Saves the published configurations of a property's authorised banks with another theme as their next versions; layout and
 * settings stay as they were published, with the current devices, because a kiosk may have stored those as its configuration.
 * Returns the ids of the banks whose theme has changed.
 */
export async function saveThemeOfBanks(db: Db, propertyId: string, theme: Theme, now: Date): Promise<string[]> {
  // As publishing one of them does: concurrent changes of their configurations wait.
  const banks = await db
    .selectFrom('locker_banks')
    .select('id')
    .where('property_id', '=', propertyId)
    .where('deleted_at', 'is', null)
    .where('id', 'in', (eb) => eb.selectFrom('api_keys').select('locker_bank_id'))
    .orderBy('id')
    .forUpdate()
    .execute()
  const ids = banks.map(({ id }) => id)
  const published = await db
    .selectFrom('kiosk_configs')
    .select(['locker_bank_id', 'content'])
    .where('locker_bank_id', '=', anyOf(ids))
    .execute()
  const devices = await devicesOf(db, ids)
  const changed = published.flatMap(({ locker_bank_id, content }) => {
    const config = ConfigContent.parse(content)
    return isDeepStrictEqual(config.Theme, theme)
      ? []
      : [{ locker_bank_id, content: withDevices({ ...config, Theme: theme }, devices) }]
  })
  if (changed.length > 0)
    await sql`update kiosk_configs set version = version + 1, content = next.content, published_at = ${now}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as next (locker_bank_id uuid, content jsonb)
      where kiosk_configs.locker_bank_id = next.locker_bank_id`.execute(db)
  return changed.map(({ locker_bank_id }) => locker_bank_id)
}
