import { type Keys, keyedHash, seal } from '#platform/server/security/keys.ts'
import type { Rows } from './insert.ts'
import type { DemoOrganisation } from './organisations.ts'
import { demoId, FIRST_NAMES, LAST_NAMES, type Random, random, secretDigits } from './random.ts'

/** Share of the units in which someone lives. */
const OCCUPIED = 0.7
/** Occupancy statuses on the wire (decisions "People"). */
const [CURRENT, MOVING_IN, MOVED_OUT] = [1, 2, 3] as const
const CODE_DIGITS = 8

export type DemoResident = ReturnType<typeof residentsOf>[number]

/** The residents of an organisation, as rows without their access codes. */
export function residentsOf(organisation: DemoOrganisation) {
  const chance = random(`residents of ${organisation.system_name}`)
  const units = organisation.properties.flatMap(({ id: property_id, buildings }) =>
    buildings.flatMap(({ id: building_id, floors, unitsPerFloor }) =>
      Array.from({ length: floors * unitsPerFloor }, (_, i) => {
        // '304' is the fourth unit of the third floor.
        const unit_number = String((Math.floor(i / unitsPerFloor) + 1) * 100 + (i % unitsPerFloor) + 1)
        return { property_id, building_id, unit_number }
      }),
    ),
  )
  const households = units.flatMap((unit) => {
    if (!chance.chance(OCCUPIED)) return []
    const familyName = chance.pick(LAST_NAMES)
    return Array.from({ length: chance.pick([1, 1, 1, 2, 2]) }, (_, i) => {
      const last_name = i === 0 || chance.chance(0.6) ? familyName : chance.pick(LAST_NAMES)
      return { ...unit, ...person(chance, last_name, unit.unit_number, organisation) }
    })
  })
  return households.map((one, n) => ({ id: demoId(`resident of ${organisation.system_name}`, n), ...one }))
}

function person(chance: Random, last_name: string, unitNumber: string, { culture }: DemoOrganisation) {
  const first_name = chance.pick(FIRST_NAMES)
  const mailbox = `${first_name}.${last_name}`
    .normalize('NFD')
    .replace(/[^a-zA-Z.-]/g, '')
    .toLowerCase()
  // Numbers that are reserved for fiction.
  const mobile_phone =
    culture === 'en-GB'
      ? `+44 7700 900${String(chance.int(0, 999)).padStart(3, '0')}`
      : `+1 (${chance.pick(['201', '312', '845'])}) 555-01${String(chance.int(0, 99)).padStart(2, '0')}`
  const occupancy_status = chance.chance(0.93) ? CURRENT : chance.chance(0.4) ? MOVING_IN : MOVED_OUT
  return {
    first_name,
    last_name,
    email: `${mailbox}.${unitNumber}@example.com`,
    mobile_phone,
    occupancy_status,
    is_active: occupancy_status !== MOVED_OUT,
    is_out_of_town: chance.chance(0.03),
    is_disabled: chance.chance(0.04),
    has_opted_out: chance.chance(0.03),
  }
}

export const isCurrent = ({ occupancy_status }: DemoResident) => occupancy_status === CURRENT

/** Access codes by the id of the resident, unique per property; former residents have none. */
export function accessCodes(residents: readonly DemoResident[], keys: Keys): ReadonlyMap<string, string> {
  const taken = new Set<string>()
  const codes = new Map<string, string>()
  for (const { id, property_id, is_active } of residents)
    for (let attempt = 0; is_active && !codes.has(id); attempt += 1) {
      const code = secretDigits(keys, `access code ${id} ${attempt}`, CODE_DIGITS)
      if (!taken.has(`${property_id} ${code}`)) codes.set(id, code)
      taken.add(`${property_id} ${code}`)
    }
  return codes
}

export function residentRows(residents: readonly DemoResident[], keys: Keys): Rows {
  const codes = accessCodes(residents, keys)
  const withCode = (one: DemoResident, code = codes.get(one.id)) => ({
    ...one,
    access_code_encrypted: code ? seal(keys.secrets, code, one.id) : null,
    access_code_hash: code ? keyedHash(keys.accessCodes, code) : null,
  })
  return { residents: residents.map((one) => withCode(one)) }
}
