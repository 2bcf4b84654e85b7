import { createHmac } from 'node:crypto'
import type { Db } from '#platform/server/postgres/db.ts'
import { type Keys, keyedHash, seal } from '#platform/server/security/keys.ts'
import { demoId } from './ids.ts'
import { insertRows } from './insert.ts'
import { FIRST_NAMES, LAST_NAMES } from './names.ts'
import type { DemoBuilding, DemoOrganisation } from './organisations.ts'
import { type Random, random } from './random.ts'

export type DemoResident = {
  readonly id: string
  readonly propertyId: string
  readonly buildingId: string
  readonly unitNumber: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly mobilePhone: string
  readonly occupancy: keyof typeof OCCUPANCY
  readonly isOutOfTown: boolean
  readonly hasSpecialNeeds: boolean
  readonly hasOptedOut: boolean
}

/** Occupancy statuses by their wire ids (decisions "People"). */
const OCCUPANCY = { current: 1, movingIn: 2, movedOut: 3 } as const
/** Homes in which somebody lives, of those that there are. */
const OCCUPIED = 0.7

/** The residents of an organisation, home by home. */
export function residentsOf(organisation: DemoOrganisation): readonly DemoResident[] {
  const chance = random(`residents of ${organisation.systemName}`)
  const people: DemoResident[] = []
  for (const property of organisation.properties)
    for (const building of property.buildings)
      for (const unitNumber of unitsOf(building)) {
        if (!chance.chance(OCCUPIED)) continue
        const lastName = chance.pick(LAST_NAMES)
        const persons = chance.pick([1, 1, 1, 2, 2])
        for (let i = 0; i < persons; i += 1) {
          const place = { propertyId: property.id, buildingId: building.id, unitNumber }
          people.push(
            person(
              chance,
              organisation,
              people.length,
              place,
              i === 0 || chance.chance(0.6) ? lastName : chance.pick(LAST_NAMES),
            ),
          )
        }
      }
  return people
}

/** '304' is the fourth home of the third floor. */
const unitsOf = ({ floors, unitsPerFloor }: DemoBuilding): string[] =>
  Array.from({ length: floors * unitsPerFloor }, (_, i) =>
    String((Math.floor(i / unitsPerFloor) + 1) * 100 + (i % unitsPerFloor) + 1),
  )

function person(
  chance: Random,
  organisation: DemoOrganisation,
  n: number,
  place: { propertyId: string; buildingId: string; unitNumber: string },
  lastName: string,
): DemoResident {
  const firstName = chance.pick(FIRST_NAMES)
  const mail = `${firstName}.${lastName}`
    .normalize('NFD')
    .replace(/[^a-zA-Z.-]/g, '')
    .toLowerCase()
  return {
    id: demoId(`resident of ${organisation.systemName}`, n),
    ...place,
    firstName,
    lastName,
    email: `${mail}.${place.unitNumber}@example.com`,
    mobilePhone: phone(chance, organisation),
    occupancy: chance.chance(0.93) ? 'current' : chance.chance(0.4) ? 'movingIn' : 'movedOut',
    isOutOfTown: chance.chance(0.03),
    hasSpecialNeeds: chance.chance(0.04),
    hasOptedOut: chance.chance(0.03),
  }
}

/** Numbers that are kept free for stories, in the country of the organisation. */
const phone = (chance: Random, { culture }: DemoOrganisation) =>
  culture === 'en-GB'
    ? `+44 7700 900${String(chance.int(0, 999)).padStart(3, '0')}`
    : `+1 (${chance.pick(['201', '312', '845'])}) 555-01${String(chance.int(0, 99)).padStart(2, '0')}`

const CODE_FROM = 10_000_000
const CODE_TO = 99_999_999

/** Access codes of residents (8 digits), made from this installation's key: nobody knows them from the source. */
export function accessCodes(residents: readonly DemoResident[], keys: Keys): ReadonlyMap<string, string> {
  const taken = new Set<string>()
  const codes = new Map<string, string>()
  for (const { id, propertyId, occupancy } of residents) {
    if (occupancy === 'movedOut') continue
    for (let attempt = 0; !codes.has(id); attempt += 1) {
      const code = digits(keys, `access code ${id} ${attempt}`, CODE_FROM, CODE_TO)
      if (taken.has(`${propertyId} ${code}`)) continue
      taken.add(`${propertyId} ${code}`)
      codes.set(id, code)
    }
  }
  return codes
}

/** Digits that only the holder of the key can tell. */
export const digits = (keys: Keys, name: string, from: number, to: number): string =>
  String(from + (createHmac('sha256', keys.secrets).update(`demo ${name}`).digest().readUIntBE(0, 6) % (to - from + 1)))

export async function insertResidents(
  db: Db,
  organisation: DemoOrganisation,
  residents: readonly DemoResident[],
  keys: Keys,
): Promise<void> {
  const codes = accessCodes(residents, keys)
  await insertRows(
    db,
    'residents',
    residents.map((one) => {
      const code = codes.get(one.id)
      return {
        organisation_id: organisation.id,
        id: one.id,
        property_id: one.propertyId,
        building_id: one.buildingId,
        unit_number: one.unitNumber,
        first_name: one.firstName,
        last_name: one.lastName,
        email: one.email,
        mobile_phone: one.mobilePhone,
        phone1: '',
        phone2: '',
        address: '',
        occupancy_status: OCCUPANCY[one.occupancy],
        is_active: one.occupancy !== 'movedOut',
        is_out_of_town: one.isOutOfTown,
        is_disabled: one.hasSpecialNeeds,
        has_opted_out: one.hasOptedOut,
        is_email_notification_enabled: true,
        is_sms_notification_enabled: true,
        access_code_encrypted: code ? seal(keys.secrets, code, one.id) : null,
        access_code_hash: code ? keyedHash(keys.accessCodes, code) : null,
        created_at: new Date(),
      }
    }),
  )
}
