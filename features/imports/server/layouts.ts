import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#platform/server/postgres/db.ts'
import { anyOf } from '#platform/server/postgres/sql-helpers.ts'
import { headingKey } from '../fields.ts'
import type { Layout } from '../layout.ts'

/** What is remembered of a layout: all that the next file with the same headings has in common with this one. */
export type Remembered = Pick<Layout, 'columns' | 'nameOrder' | 'repeatsPlaces' | 'statuses' | 'propertyId' | 'buildingId'> & {
  /** The name of the file, without its date: another file with these headings may be that of another property. */
  readonly file?: string
}

/** The key of a set of headings, whatever their order and spelling. */
export const keyOf = (headings: readonly string[]): string =>
  createHash('sha256')
    .update([...new Set(headings.map(headingKey))].sort().join('\n'))
    .digest('hex')

const DATE = /\d{1,4}([-_. ])\d{1,2}\1\d{1,4}|\d{6,}/g
/** The name of a file without dates and the marks of copies. */
export const nameWithoutDate = (name: string): string =>
  name
    .toLowerCase()
    .replace(/\.\w+$/, '')
    .replace(DATE, '')
    .replace(/\(\d+\)/g, '')
    .replace(/[\s._-]+/g, ' ')
    .trim()

/** The layouts that the organisation has assigned to these sets of headings, by key. */
export async function rememberedLayouts(db: Db, keys: readonly string[]): Promise<Map<string, Remembered>> {
  const rows = await db
    .selectFrom('import_layouts')
    .select(['headings_key', 'layout'])
    .where('headings_key', '=', anyOf(keys))
    .execute()
  return new Map(rows.map(({ headings_key, layout }) => [headings_key, layout as Remembered]))
}

/** Remembers a layout for the organisation's next files with these headings. */
export async function remember(db: Db, organisationId: string, headings: readonly string[], layout: Remembered): Promise<void> {
  if (headings.length === 0) return
  await db
    .insertInto('import_layouts')
    .values({ organisation_id: organisationId, headings_key: keyOf(headings), layout: JSON.stringify(layout) })
    .onConflict((c) => c.columns(['organisation_id', 'headings_key']).doUpdateSet({ layout: sql`excluded.layout` }))
    .execute()
}
