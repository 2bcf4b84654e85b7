import { randomBytes } from 'node:crypto'
import { ROLES } from '#platform/permissions.ts'
import type { Keys } from '#platform/server/security/keys.ts'
import { hashPassword } from '#platform/server/security/passwords.ts'
import type { Rows } from './insert.ts'
import { type DemoOrganisation, userNameOf } from './organisations.ts'
import { demoId } from './random.ts'
import { type DemoResident, isCurrent } from './residents.ts'
import { pinOf, splitName } from './structure.ts'

type Registrant = { name: string; hoursAgo: number; isVerified: boolean; unit: string | null; email?: string }
/** People who wait for approval; those without a unit are agents. */
const REGISTRANTS: readonly Registrant[] = [
  { name: 'Imani Cole', hoursAgo: 26, isVerified: true, unit: '3B' },
  { name: 'Victor Lindqvist', hoursAgo: 5, isVerified: true, unit: '7F' },
  { name: 'Noor Haddad', hoursAgo: 4, isVerified: true, unit: '5D' },
  { name: 'Sana Iqbal', hoursAgo: 1, isVerified: false, unit: '2A' },
  { name: 'Oscar Pruitt', hoursAgo: 3, isVerified: true, unit: null },
]
/** A resident who registers again, which leaves the registration for a review. */
const registersAgain = ({ first_name, last_name, email, unit_number }: DemoResident): Registrant => ({
  name: `${first_name} ${last_name}`,
  hoursAgo: 2,
  isVerified: true,
  unit: unit_number,
  email,
})
const PENDING = 1
const HOUR = 3_600_000
const LINK_HOURS = 72

/** Pending registrations in the first property of an organisation that has a courier with agents. */
export async function registrationRows(
  { properties, couriers, culture }: DemoOrganisation,
  residents: readonly DemoResident[],
  keys: Keys,
  now: Date,
): Promise<Rows> {
  const property = properties[0]!
  const courier = couriers.find(({ agents }) => agents.length > 0)
  if (!courier) return {}
  const resident = residents.find((one) => one.property_id === property.id && isCurrent(one))!
  const registrants = [...REGISTRANTS, registersAgain(resident)]
  const registrations = registrants.map(async ({ name, hoursAgo, isVerified, unit, email }, index) => {
    const created = now.getTime() - hoursAgo * HOUR
    const userName = userNameOf(name)
    return {
      id: demoId(`${unit ? 'resident' : 'agent'} registration`, name),
      kind: unit ? ('resident' as const) : ('agent' as const),
      status: PENDING,
      ...splitName(name),
      email: email ?? `${userName}@example.com`,
      // An area code that no resident of the demo has: the same number would make two people one.
      phone_number: `+1 917 555 01${String(index).padStart(2, '0')}`,
      language: culture,
      created_at: new Date(created),
      token_hash: randomBytes(32),
      token_expires_at: new Date(created + LINK_HOURS * HOUR),
      email_verified_at: isVerified ? new Date(created + HOUR / 2) : null,
      property_id: unit ? property.id : null,
      building_id: unit ? property.buildings[0]!.id : null,
      unit_number: unit ?? '',
      courier_id: unit ? null : courier.id,
      role_id: unit ? null : ROLES.deliveryagent.id,
      user_name: unit ? '' : userName,
      pin_hash: unit ? null : await hashPassword(pinOf(keys, userName)),
    }
  })
  const rows = await Promise.all(registrations)
  const assigned = rows.map(({ id }) => ({ registration_id: id, property_id: property.id }))
  return { registrations: rows, registration_properties: assigned }
}
