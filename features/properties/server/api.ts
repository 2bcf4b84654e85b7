import { sql } from 'kysely'
import { badInput } from '#platform/server/http/refusal.ts'
import { type Db, executePlanned } from '#platform/server/postgres/db.ts'
import { anyOf, naturalOrder } from '#platform/server/postgres/sql-helpers.ts'
import { matchesWords } from '#platform/server/postgres/text-search.ts'
import { readSettings } from '#platform/typed-settings.ts'
import { t } from '../messages.ts'
import { isTimeZone } from '../rules.ts'
import { PROPERTY_SETTINGS } from '../settings.ts'
import { settingsOfProperty } from './store.ts'

/** The tenant's properties by name: those with the words, and first those of `ids`; at most `most`, or all. */
export function propertyChoices(
  db: Db,
  { words, ids = [], most }: { words?: string | undefined; ids?: readonly string[]; most?: number } = {},
): Promise<{ Id: string; Name: string }[]> {
  let properties = db.selectFrom('properties').select(['id as Id', 'name as Name']).where('deleted_at', 'is', null)
  if (words) properties = properties.where((eb) => eb.or([matchesWords('search_text', words), eb('id', '=', anyOf(ids))]))
  if (ids.length > 0) properties = properties.orderBy(sql`id = ${anyOf(ids)}`, 'desc')
  properties = properties.orderBy(naturalOrder('name')).orderBy('id')
  return executePlanned(db, most ? properties.limit(sql.lit(most)) : properties)
}

/** Whether all of these distinct ids are properties that the tenant sees. */
export async function areProperties(db: Db, ids: readonly string[]): Promise<boolean> {
  const known = await db
    .selectFrom('properties')
    .select('id')
    .where('deleted_at', 'is', null)
    .where('id', '=', anyOf(ids))
    .execute()
  return known.length === ids.length
}

/** The settings of a property, with the defaults of those that it has not set. */
export const propertySettings = async (db: Db, propertyId: string) =>
  readSettings(PROPERTY_SETTINGS, await settingsOfProperty.saved(db, propertyId))

/** Refuses an unknown time zone (400); a saved one keeps its name. PostgreSQL need not know it (decisions "Rules of time zones"). */
export function refuseUnknownTimeZone(field: string, id: string, before?: string): void {
  if (id !== before && !isTimeZone(id)) throw badInput(t('MsgTimeZoneUnknown'), field)
}
