import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#platform/server/postgres/db.ts'
import { anyOf } from '#platform/server/postgres/sql-helpers.ts'
import type { Column } from '../columns.ts'
import { headingKey } from '../fields.ts'
import type { Layout } from '../layout.ts'

/**
 * What is remembered of a layout: all that the next file with the same headings has in common with this one. It outlives the file, so it
 * has no text of it: headings, words for a status and the name of the file are hashes (`hashOf`).
 */
export type Remembered = Pick<Layout, 'nameOrder' | 'repeatsPlaces' | 'propertyId' | 'buildingId'> & {
  /** The column of each heading. */
  readonly columns?: Readonly<Record<string, Column | ''>>
  /** The occupancy status of words, 0 for none. */
  readonly statuses?: Readonly<Record<string, number>>
  /** The name of the sheet, without its date, if a person has chosen it. */
  readonly sheet?: string
  /** The name of the file, without its date: another file with these headings may be that of another property. */
  readonly file?: string
}
/** Words for a status that are remembered for one set of headings. */
const MAX_STATUSES = 200

/** The hash of a heading, a word or a name in an organisation, however it is spelled. */
export const hashOf = (organisationId: string, text: string): string =>
  createHash('sha256')
    .update(`${organisationId}\n${headingKey(text)}`)
    .digest('hex')
    .slice(0, 32)

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

const HASH = /^[0-9a-f]{32}$/

/** The layouts that the organisation has assigned to these sets of headings, by key. */
export async function rememberedLayouts(db: Db, keys: readonly string[]): Promise<Map<string, Remembered>> {
  const rows = await db
    .selectFrom('import_layouts')
    .select(['headings_key', 'layout'])
    .where('headings_key', '=', anyOf(keys))
    .execute()
  return new Map(rows.map(({ headings_key, layout }) => [headings_key, layout as Remembered]))
}

type ToRemember = { readonly headings: readonly string[]; readonly layout: Layout; readonly file: string }
/** Remembers the layout of a file for the organisation's next files with these headings, and what their words meant before. */
export async function remember(db: Db, organisationId: string, { headings, layout, file }: ToRemember): Promise<void> {
  if (headings.length === 0) return
  const key = keyOf(headings)
  const before = (await rememberedLayouts(db, [key])).get(key)
  const hashed = <T>(values: Readonly<Record<string, T>> = {}) =>
    Object.entries(values).map(([text, value]) => [hashOf(organisationId, text), value] as const)
  const statuses = new Map([
    ...Object.entries(before?.statuses ?? {}).filter(([word]) => HASH.test(word)),
    ...hashed(layout.statuses),
  ])
  const { nameOrder, repeatsPlaces, propertyId, buildingId } = layout
  const remembered: Remembered = {
    ...{ nameOrder, repeatsPlaces, propertyId, buildingId },
    columns: Object.fromEntries(hashed(layout.columns)),
    statuses: Object.fromEntries([...statuses].slice(-MAX_STATUSES)),
    ...(before?.sheet && { sheet: before.sheet }),
    file: hashOf(organisationId, nameWithoutDate(file)),
  }
  await store(db, organisationId, key, remembered)
}

const store = (db: Db, organisationId: string, key: string, layout: Remembered) =>
  db
    .insertInto('import_layouts')
    .values({ organisation_id: organisationId, headings_key: key, layout: JSON.stringify(layout) })
    .onConflict((c) => c.columns(['organisation_id', 'headings_key']).doUpdateSet({ layout: sql`excluded.layout` }))
    .execute()

export const hashOfSheet = (organisationId: string, name: string): string => hashOf(organisationId, nameWithoutDate(name))

/** Remembers the sheet with these headings, which a person has chosen; null forgets it, as another one is chosen. */
export async function rememberSheet(
  db: Db,
  organisationId: string,
  headings: readonly string[],
  name: string | null,
): Promise<void> {
  const key = keyOf(headings)
  const before = (await rememberedLayouts(db, [key])).get(key)
  const { sheet, ...others } = before ?? {}
  const chosen = name === null ? undefined : hashOfSheet(organisationId, name)
  if (sheet === chosen) return
  await store(db, organisationId, key, { ...others, ...(chosen && { sheet: chosen }) })
}
