import { localDay } from '#platform/date-format.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { anyOf } from '#platform/server/postgres/sql-helpers.ts'
import { type Keys, keyedHash } from '#platform/server/security/keys.ts'
import { mayCollect } from '../rules.ts'

/** The owner of a code: a resident, or a delegate who may collect for them today. */
export type CodeOwner = {
  readonly id: string
  readonly name: string
  readonly unitNumber: string
  readonly isDisabled: boolean
  readonly delegate: { readonly id: string; readonly name: string } | null
}
type Attempt = { readonly propertyId: string; readonly code: string; readonly now: Date }

/**
 * The active resident of an access code in a property, or of the code of a delegate who may collect for them today, by the property's
 * calendar; undefined for a wrong code. The caller limits the attempts.
 */
export async function ownerOfCode(db: Db, keys: Keys, { propertyId, code, now }: Attempt): Promise<CodeOwner | undefined> {
  const hash = keyedHash(keys.accessCodes, code)
  const delegate = await delegateByHash(db, propertyId, hash, now)
  const row = await db
    .selectFrom('residents')
    .select(['id', 'full_name', 'unit_number', 'is_disabled'])
    .where('property_id', '=', propertyId)
    .where((eb) => (delegate ? eb('id', '=', delegate.residentId) : eb('access_code_hash', '=', hash)))
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  const resident = row && { id: row.id, name: row.full_name, unitNumber: row.unit_number, isDisabled: row.is_disabled }
  return resident && { ...resident, delegate: delegate ? { id: delegate.id, name: delegate.name } : null }
}

async function delegateByHash(db: Db, propertyId: string, hash: Buffer, now: Date) {
  const row = await db
    .selectFrom('resident_delegates as d')
    .innerJoin('properties as p', 'p.id', 'd.property_id')
    .select(['d.id', 'd.name', 'd.resident_id', 'd.from_day', 'd.until_day', 'p.time_zone'])
    .where('d.property_id', '=', propertyId)
    .where('d.access_code_hash', '=', hash)
    .executeTakeFirst()
  const mayToday = row && mayCollect({ from: row.from_day, until: row.until_day }, localDay(now, row.time_zone))
  return mayToday ? { id: row.id, name: row.name, residentId: row.resident_id } : undefined
}

/** Who may collect for these residents today, by name. */
export async function delegatesToday(db: Db, residentIds: readonly string[], now: Date) {
  const rows = await db
    .selectFrom('resident_delegates as d')
    .innerJoin('properties as p', 'p.id', 'd.property_id')
    .select(['d.id', 'd.name', 'd.resident_id', 'd.from_day', 'd.until_day', 'p.time_zone'])
    .where('d.resident_id', '=', anyOf(residentIds))
    .orderBy('d.name')
    .orderBy('d.id')
    .execute()
  return rows.filter((row) => mayCollect({ from: row.from_day, until: row.until_day }, localDay(now, row.time_zone)))
}
