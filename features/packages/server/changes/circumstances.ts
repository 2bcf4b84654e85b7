import { sql } from 'kysely'
import type { Hold } from '#features/package-statuses/expiry.ts'
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

/** A package's recipient. */
export type Recipient = {
  readonly residentId: string | null
  readonly name: string
  readonly unitNumber: string
  readonly email: string
  readonly mobilePhone: string
  /** Null for a recipient who is not a resident. */
  readonly buildingId: string | null
}

/**
 * The days on which a recipient is out of town; null without a day of return. `isSettled` waits for a transaction that is saving
 * them: it postpones only the packages that it sees.
 */
export async function holdOf(db: Db, residentId: string | null, { isSettled = false } = {}): Promise<Hold | null> {
  if (!residentId) return null
  const row = await db
    .selectFrom('residents')
    .select(['is_out_of_town', 'hold_from', 'hold_until'])
    .where('id', '=', residentId)
    .$if(isSettled, (query) => query.forKeyShare())
    .executeTakeFirst()
  return row?.is_out_of_town && row.hold_from && row.hold_until ? { from: row.hold_from, until: row.hold_until } : null
}

/**
 * An active resident of a property as a recipient, with `alsoFormer` a former one too; undefined for others and for erased
 * residents. Locks the resident, so that erasing, moving or deleting waits for the package.
 */
export async function residentAsRecipient(
  db: Db,
  residentId: string,
  propertyId: string,
  { alsoFormer = false } = {},
): Promise<Recipient | undefined> {
  const row = await db
    .selectFrom('residents')
    .select(['id', 'full_name', 'unit_number', 'email', 'mobile_phone', 'building_id', 'is_active', 'deleted_at'])
    .where('id', '=', residentId)
    .where('property_id', '=', propertyId)
    .where('erased_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst()
  if (!row || ((!row.is_active || row.deleted_at) && !alsoFormer)) return undefined
  return {
    residentId: row.id,
    name: row.full_name,
    unitNumber: row.unit_number,
    email: row.email,
    mobilePhone: row.mobile_phone,
    buildingId: row.building_id,
  }
}
