import type { Theme } from '#features/kiosks/theme.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { savedTheme } from './store.ts'

export { PUBLISHED_THEME_VERSION } from './store.ts'

/** The theme that a property's terminals are to show. */
export const themeOf = async (db: Db, propertyId: string): Promise<Theme> => savedTheme(db, propertyId)
