import { sql } from 'kysely'
import type { ExpiryPeriods } from '#features/package-statuses/periods.ts'
import { EXPIRY_SETTINGS, periodsOf } from '#features/package-statuses/periods.ts'
import { propertySettings } from '#features/properties/server/api.ts'
import { refuseIf } from '#platform/server/http/refusal.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { anyOf } from '#platform/server/postgres/sql-helpers.ts'
import { t } from '../../messages.ts'

/** The fields of its property that changes of a package read. */
export type PropertyContext = {
  readonly timeZone: string
  readonly periods: ExpiryPeriods
  /** Ids of the building's active mailrooms. */
  readonly mailrooms: readonly string[]
}

/** A property of the tenant with one of its buildings, in one query; undefined when the tenant does not see it. */
export async function propertyContext(db: Db, propertyId: string, buildingId: string): Promise<PropertyContext | undefined> {
  const names = Object.values(EXPIRY_SETTINGS).map(({ name }) => name)
  const row = await db
    .selectFrom('properties as o')
    .select('o.time_zone')
    .select((eb) => [
      eb
        .selectFrom('property_settings as s')
        .select(sql<Record<string, string> | null>`json_object_agg(s.name, s.value)`.as('settings'))
        .whereRef('s.property_id', '=', 'o.id')
        .where('s.name', '=', anyOf(names))
        .as('settings'),
      sql<string[]>`array(${eb
        .selectFrom('mailrooms as m')
        .select((e) => e.cast<string>('m.id', 'text').as('id'))
        .where('m.building_id', '=', buildingId)
        .where('m.is_active', '=', true)
        .where('m.deleted_at', 'is', null)})`.as('mailrooms'),
    ])
    .where('o.id', '=', propertyId)
    .executeTakeFirst()
  return row && { timeZone: row.time_zone, periods: periodsOf(row.settings ?? {}), mailrooms: row.mailrooms }
}

/** Reads the property of a building once for all packages of a call. */
export type PropertyReader = (propertyId: string, buildingId: string) => ReturnType<typeof propertyContext>
export function propertyReader(db: Db): PropertyReader {
  const reads = new Map<string, ReturnType<typeof propertyContext>>()
  return (propertyId, buildingId) => {
    const read = reads.get(buildingId) ?? propertyContext(db, propertyId, buildingId)
    reads.set(buildingId, read)
    return read
  }
}

/** Whether the property asks for a proof of each hand-over in its mailrooms. */
export const needsProof = async (db: Db, propertyId: string): Promise<boolean> =>
  (await propertySettings(db, propertyId)).HandOverProof === 'required'

/** Keeps the mailroom that a package comes to from being deleted meanwhile; refuses one that has been. */
export async function lockMailroom(db: Db, mailroomId: string | null): Promise<void> {
  if (!mailroomId) return
  const mailroom = db.selectFrom('mailrooms').select('id').where('id', '=', mailroomId).where('deleted_at', 'is', null)
  refuseIf((await mailroom.forKeyShare().executeTakeFirst()) ? null : t('MsgMailroomNotOffered'), 'MailRoomId')
}
