import { sql } from 'kysely'
import { LIVE_GROUP_IDS } from '#features/package-statuses/statuses.ts'
import { trackingKeysOf } from '#features/tracking-numbers/recognise.ts'
import { conflict } from '#platform/server/http/refusal.ts'
import type { Db, Tenant } from '#platform/server/postgres/db.ts'
import { anyOf } from '#platform/server/postgres/sql-helpers.ts'
import { t } from '../../intake-messages.ts'

type Label = { readonly id: string; readonly propertyId: string; readonly number: string }

/**
 * Refuses (409) a new package whose tracking number a live package of the property has. Packages without a number do not count. Of two
 * transactions with one number the second waits for the first.
 */
export async function refuseDuplicate(db: Db, { organisationId }: Tenant, { id, propertyId, number }: Label): Promise<void> {
  const keys = trackingKeysOf(number).toSorted()
  const [key] = keys
  if (!key) return
  await sql`select pg_advisory_xact_lock(hashtextextended(${`tracking number ${key} of ${propertyId}`}, 0))`.execute(db)
  const live = await db
    .selectFrom('package_labels as l')
    .innerJoin('packages as p', (join) =>
      join.onRef('p.organisation_id', '=', 'l.organisation_id').onRef('p.id', '=', 'l.package_id'),
    )
    .select(['p.package_number', 'p.recipient_name', 'p.unit_number'])
    .where('l.organisation_id', '=', organisationId)
    .where('l.tracking_key', '=', anyOf(keys))
    .where('l.tracking_key', '<>', '')
    .where('l.property_id', '=', propertyId)
    .where('l.package_id', '<>', id)
    .where('p.status_group', '=', anyOf(LIVE_GROUP_IDS))
    .limit(1)
    .executeTakeFirst()
  if (!live) return
  const { package_number: packageNumber, recipient_name: name, unit_number: unit } = live
  throw conflict(t('MsgTrackingNumberLive', { number: packageNumber, name, unit }), 'TrackingNumber')
}
