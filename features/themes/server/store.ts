import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { statusOf } from '#features/kiosks/rules.ts'
import { DEFAULT_THEME, type Theme, type ThemeValues } from '#features/kiosks/theme.ts'
import type { Db, Tenant } from '#platform/server/postgres/db.ts'
import { anyOf, naturalOrder } from '#platform/server/postgres/sql-helpers.ts'
import type { ThemeKiosk } from '../contract.ts'

/** The theme of a property, or the default theme. */
export async function savedTheme(db: Db, propertyId: string): Promise<Theme> {
  const row = await db
    .selectFrom('themes')
    .select(['version', 'content', 'logo_hash', 'menu_hash', 'screensaver_hash'])
    .where('property_id', '=', propertyId)
    .executeTakeFirst()
  if (!row) return DEFAULT_THEME
  return {
    ...DEFAULT_THEME,
    ...(row.content as ThemeValues),
    Version: row.version,
    LogoImg: row.logo_hash ?? '',
    MenuBgImg: row.menu_hash ?? '',
    ScreensaverImg: row.screensaver_hash ?? '',
  }
}

/** Saves the theme of a locked property; its pictures are saved already. */
export async function saveTheme(db: Db, tenant: Tenant, propertyId: string, theme: Theme, now: Date): Promise<void> {
  const { Version, LogoImg, MenuBgImg, ScreensaverImg, ...values } = theme
  const row = {
    version: Version,
    content: JSON.stringify(values),
    logo_hash: LogoImg || null,
    menu_hash: MenuBgImg || null,
    screensaver_hash: ScreensaverImg || null,
    changed_at: now,
  }
  await db
    .insertInto('themes')
    .values({ organisation_id: tenant.organisationId, property_id: propertyId, ...row })
    .onConflict((c) => c.columns(['organisation_id', 'property_id']).doUpdateSet(row))
    .execute()
}

/** A property that was not deleted. */
export const propertyOf = (db: Db, id: string) =>
  db
    .selectFrom('properties as p')
    .select(['p.id', 'p.name', 'p.organisation_id'])
    .where('p.id', '=', id)
    .where('p.deleted_at', 'is', null)

export const hashOf = (image: Buffer): string => createHash('sha256').update(image).digest('hex')

/** Saves pictures of a property; one that is saved already is kept for another day at least. */
export async function saveImages(db: Db, tenant: Tenant, propertyId: string, images: readonly Buffer[], now: Date) {
  if (images.length === 0) return
  const key = { organisation_id: tenant.organisationId, property_id: propertyId }
  const rows = new Map(images.map((image) => [hashOf(image), { ...key, hash: hashOf(image), image, created_at: now }]))
  await db
    .insertInto('theme_images')
    .values([...rows.values()])
    .onConflict((c) => c.columns(['organisation_id', 'property_id', 'hash']).doUpdateSet({ created_at: now }))
    .execute()
}

/** Copies pictures by their hashes from other properties of the tenant. Returns the hashes that the property has now. */
export async function copyImages(db: Db, propertyId: string, hashes: readonly string[], now: Date): Promise<ReadonlySet<string>> {
  if (hashes.length === 0) return new Set()
  await sql`insert into theme_images (organisation_id, property_id, hash, image, created_at)
    select distinct on (hash) organisation_id, ${propertyId}::uuid, hash, image, ${now}::timestamptz
    from theme_images where hash = any(${[...hashes]})
    on conflict (organisation_id, property_id, hash) do update set created_at = excluded.created_at`.execute(db)
  const rows = await db
    .selectFrom('theme_images')
    .select('hash')
    .where('property_id', '=', propertyId)
    .where('hash', '=', anyOf(hashes))
    .execute()
  return new Set(rows.map(({ hash }) => hash))
}

const PNG = Buffer.from('89504e47', 'hex')
/** A picture as a data URL; it was encoded by us, as PNG or JPEG. */
export function imageUrlOf(image: Buffer): string {
  const type = image.subarray(0, PNG.length).equals(PNG) ? 'image/png' : 'image/jpeg'
  return `data:${type};base64,${image.toString('base64')}`
}

/** The property's terminals with the themes that they show and have been sent, by name. */
export async function kiosksOf(db: Db, propertyId: string, now: Date): Promise<ThemeKiosk[]> {
  const rows = await db
    .selectFrom('locker_banks as b')
    .leftJoin('api_keys as k', 'k.locker_bank_id', 'b.id')
    .leftJoin('kiosk_configs as g', 'g.locker_bank_id', 'b.id')
    .select(['b.id', 'b.name', 'b.is_online', 'b.last_heart_beat', 'b.heartbeat_seconds', 'b.theme_version', 'k.id as key_id'])
    .select(PUBLISHED_THEME_VERSION.as('published'))
    .where('b.property_id', '=', propertyId)
    .where('b.deleted_at', 'is', null)
    .orderBy(naturalOrder('b.name'))
    .orderBy('b.id')
    .execute()
  return rows.map((row) => ({
    LockerBankId: row.id,
    Name: row.name,
    Status: statusOf(row, now),
    IsAuthorised: row.key_id !== null,
    ThemeVersion: row.theme_version,
    PublishedThemeVersion: row.published,
  }))
}

/** Of `kiosk_configs as g`: null without a configuration; those that were published before themes had versions have 0. */
export const PUBLISHED_THEME_VERSION = sql<
  number | null
>`case when g.version is not null then coalesce((g.content -> 'Theme' ->> 'Version')::int, 0) end`

/** Deletes an organisation's pictures that neither a theme nor a published configuration has. */
export async function purgeThemeImages(db: Db, now: Date): Promise<void> {
  // A picture of a configuration that was just replaced may be on its way to a kiosk.
  const before = new Date(now.getTime() - 86_400_000)
  await sql`delete from theme_images i where created_at < ${before}::timestamptz
    and not exists (select from themes t where t.property_id = i.property_id
      and i.hash in (t.logo_hash, t.menu_hash, t.screensaver_hash))
    and not exists (select from kiosk_configs g where g.property_id = i.property_id and i.hash in (
      g.content -> 'Theme' ->> 'LogoImg', g.content -> 'Theme' ->> 'MenuBgImg', g.content -> 'Theme' ->> 'ScreensaverImg'))`.execute(
    db,
  )
}
