import type { Theme } from '#features/kiosks/theme.ts'
import { orNotFound } from '#platform/server/http/refusal.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { imageUrlOf, savedTheme } from './store.ts'

export { PUBLISHED_THEME_VERSION } from './store.ts'

/** The theme that a property's terminals are to show. */
export const themeOf = async (db: Db, propertyId: string): Promise<Theme> => savedTheme(db, propertyId)

/** A picture of a theme of the tenant as a data URL; 404 without one. */
export async function themeImage(db: Db, hash: string): Promise<string> {
  const image = await db.selectFrom('theme_images').select('image').where('hash', '=', hash).limit(1).executeTakeFirst()
  return imageUrlOf(orNotFound(image).image)
}
