import { sql } from 'kysely'
import { type BankSettings, bankSettings } from '#features/locker-banks/settings.ts'
import { existing } from '#platform/server/entities.ts'
import { cachedQuery, type Params } from '#platform/server/postgres/cached-query.ts'
import type { Db, Tenant } from '#platform/server/postgres/db.ts'
import { Config, type ConfigContent } from '../protocol.ts'

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
  if (!config) return null
  const rows = await db.selectFrom('lockers').select(['id', 'device_serial']).where('locker_bank_id', '=', lockerBankId).execute()
  const devices = new Map(rows.map(({ id, device_serial }) => [id, device_serial]))
  const Layout = config.Layout.map(({ ColumnName, LockerCollection }) => ({
    ColumnName,
    LockerCollection: LockerCollection.map((locker) => ({ ...locker, SerialNumber: devices.get(locker.Id) ?? null })),
  }))
  return { ...config, Layout }
}

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
