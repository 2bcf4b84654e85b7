import { randomBytes } from 'node:crypto'
import { ROLES } from '#platform/permissions.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import type { Keys } from '#platform/server/security/keys.ts'
import { hashPassword } from '#platform/server/security/passwords.ts'
import { couriersOf, pinOf } from './couriers.ts'
import { demoId } from './ids.ts'
import { insertRows } from './insert.ts'
import type { DemoOrganisation } from './organisations.ts'

type DemoRegistrant = { readonly name: string; readonly hoursAgo: number; readonly isVerified: boolean }
/** Who registered on the public form and waits for review, in the first of the organisation's properties. */
const RESIDENTS: readonly (DemoRegistrant & { readonly unitNumber: string })[] = [
  { name: 'Imani Cole', hoursAgo: 26, isVerified: true, unitNumber: '3B' },
  { name: 'Victor Lindqvist', hoursAgo: 5, isVerified: true, unitNumber: '7F' },
  { name: 'Sana Iqbal', hoursAgo: 1, isVerified: false, unitNumber: '2A' },
]
const AGENTS: readonly DemoRegistrant[] = [{ name: 'Oscar Pruitt', hoursAgo: 3, isVerified: true }]

const HOUR = 3_600_000
const LINK_HOURS = 72

type Person = DemoRegistrant & { readonly kind: 'resident' | 'agent' }
const personOf = ({ id, culture }: DemoOrganisation, { kind, name, hoursAgo, isVerified }: Person, now: Date) => {
  const [first_name = '', last_name = ''] = name.split(' ')
  const created = now.getTime() - hoursAgo * HOUR
  return {
    organisation_id: id,
    id: demoId(`${kind} registration`, name),
    kind,
    status: 1,
    first_name,
    last_name,
    email: `${first_name}.${last_name}@example.com`.toLowerCase(),
    phone_number: '+1 201 555 0100',
    language: culture,
    created_at: new Date(created),
    token_hash: randomBytes(32),
    token_expires_at: new Date(created + LINK_HOURS * HOUR),
    email_verified_at: isVerified ? new Date(created + HOUR / 2) : null,
    comments: '',
    reviewer_name: '',
    phone1: '',
    phone2: '',
    is_dda: false,
  }
}

/** A few registrations of residents, and of agents where there is a courier with agents. */
export async function insertRegistrations(db: Db, organisation: DemoOrganisation, keys: Keys, now: Date): Promise<void> {
  const [property] = organisation.properties
  const building = property?.buildings[0]
  const courier = couriersOf(organisation).find(({ agents }) => agents.length > 0)
  if (!property || !building || !courier) return
  const residents = RESIDENTS.map((one) => ({
    ...personOf(organisation, { ...one, kind: 'resident' }, now),
    unit_number: one.unitNumber,
    property_id: property.id,
    building_id: building.id,
    user_name: '',
  }))
  const agents = await Promise.all(
    AGENTS.map(async (one) => {
      const user_name = one.name.toLowerCase().replace(' ', '.')
      const pin_hash = await hashPassword(pinOf(keys, user_name))
      const work = { courier_id: courier.id, role_id: ROLES.deliveryagent.id, user_name, pin_hash }
      return { ...personOf(organisation, { ...one, kind: 'agent' }, now), ...work, unit_number: '' }
    }),
  )
  await insertRows(db, 'registrations', residents)
  await insertRows(db, 'registrations', agents)
  const asks = ({ organisation_id, id }: { organisation_id: string; id: string }) => ({
    organisation_id,
    registration_id: id,
    property_id: property.id,
  })
  await insertRows(db, 'registration_properties', [...residents, ...agents].map(asks))
}
