import type { Db } from '#platform/server/db.ts'
import { type Keys, keyedHash } from '#platform/server/keys.ts'

/** The setting of a property that asks at the terminal for the unit number beside the code; 'true' or not set. */
export const UNIT_NUMBER_SETTING = 'AccessCodeNeedsUnitNumber'

/** What an access code is found by; codes are unique in a property only, so it is looked up there. */
export const accessCodeHash = (keys: Pick<Keys, 'accessCodes'>, code: string): Buffer => keyedHash(keys.accessCodes, code)

export type ResidentAtTerminal = {
  readonly id: string
  readonly name: string
  readonly unitNumber: string
  /** Has special needs and so gets accessible lockers. */
  readonly isDisabled: boolean
}

/**
 * The active resident of a property whose access code this is, or undefined. A unit number that is given must be theirs
 * too, in whatever case; whether one has to be given, `needsUnitNumber` says.
 */
export async function residentOfAccessCode(
  db: Db,
  keys: Pick<Keys, 'accessCodes'>,
  { propertyId, code, unitNumber }: { propertyId: string; code: string; unitNumber: string | undefined },
): Promise<ResidentAtTerminal | undefined> {
  const resident = await db
    .selectFrom('residents')
    .select(['id', 'full_name', 'unit_number', 'is_disabled'])
    .where('property_id', '=', propertyId)
    .where('access_code_hash', '=', accessCodeHash(keys, code))
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!resident || (unitNumber && !isSameUnit(unitNumber, resident.unit_number))) return undefined
  return { id: resident.id, name: resident.full_name, unitNumber: resident.unit_number, isDisabled: resident.is_disabled }
}

const isSameUnit = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase()

/** Whether the property asks for the unit number beside the code. */
export async function needsUnitNumber(db: Db, propertyId: string): Promise<boolean> {
  const row = await db
    .selectFrom('property_settings')
    .select('value')
    .where('property_id', '=', propertyId)
    .where('name', '=', UNIT_NUMBER_SETTING)
    .executeTakeFirst()
  return row?.value.trim().toLowerCase() === 'true'
}
