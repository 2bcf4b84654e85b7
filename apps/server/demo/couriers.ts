import { ROLES } from '#platform/permissions.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import type { Keys } from '#platform/server/security/keys.ts'
import { hashPassword } from '#platform/server/security/passwords.ts'
import { demoId } from './ids.ts'
import { insertRows } from './insert.ts'
import type { DemoOrganisation } from './organisations.ts'
import { digits } from './residents.ts'
import { staffOf } from './users.ts'

type DeliveryRole = 'deliveryagent' | 'deliveryrecoveryagent' | 'drycleaningagent'
export type DemoAgent = {
  readonly id: string
  readonly firstName: string
  readonly lastName: string
  readonly userName: string
  readonly role: DeliveryRole
}
export type DemoCourier = {
  readonly id: string
  readonly organisation: string
  readonly name: string
  readonly description: string
  readonly isDryCleaning: boolean
  /** First letters of its tracking numbers. */
  readonly prefix: string
  /** Codes of the properties that its agents come to. */
  readonly properties: readonly string[]
  readonly agents: readonly DemoAgent[]
}

const courier = (
  line: Omit<DemoCourier, 'id' | 'agents' | 'isDryCleaning'>,
  agents: readonly (readonly [name: string, role: DeliveryRole])[],
): DemoCourier => ({
  id: demoId('courier', line.name),
  ...line,
  isDryCleaning: agents.some(([, role]) => role === 'drycleaningagent'),
  agents: agents.map(([name, role]) => {
    const [firstName = '', lastName = ''] = name.split(' ')
    return { id: demoId('agent', name), firstName, lastName, userName: name.toLowerCase().replace(' ', '.'), role }
  }),
})

export const COURIERS: readonly DemoCourier[] = [
  courier(
    {
      organisation: 'riverside',
      name: 'Swift Parcel',
      description: 'Daily rounds, morning and afternoon',
      prefix: 'SW',
      properties: ['QUAY', 'MILL', 'PARK'],
    },
    [
      ['Carlos Vega', 'deliveryrecoveryagent'],
      ['Jade Whitfield', 'deliveryagent'],
      ['Tunde Bakare', 'deliveryagent'],
      ['Monika Krol', 'deliveryagent'],
    ],
  ),
  courier(
    {
      organisation: 'riverside',
      name: 'Metro Express',
      description: 'Same-day and large items',
      prefix: 'MX',
      properties: ['QUAY', 'MILL', 'PARK'],
    },
    [
      ['Ray Donnelly', 'deliveryrecoveryagent'],
      ['Ling Zhao', 'deliveryrecoveryagent'],
      ['Hugo Marchetti', 'deliveryagent'],
      ['Farah Siddiqui', 'deliveryagent'],
    ],
  ),
  courier(
    {
      organisation: 'riverside',
      name: 'Fresh Press Dry Cleaning',
      description: 'Takes from the dry-cleaning lockers on weekdays',
      prefix: 'FP',
      properties: ['QUAY', 'PARK'],
    },
    [
      ['Gloria Mbeki', 'drycleaningagent'],
      ['Stefan Brandt', 'drycleaningagent'],
      ['Alma Reyes', 'drycleaningagent'],
      ['Kenji Mori', 'drycleaningagent'],
    ],
  ),
  courier(
    {
      organisation: 'harbour',
      name: 'Avon Couriers',
      description: 'Hands over at the desk',
      prefix: 'AV',
      properties: ['POINT'],
    },
    [],
  ),
]

export const couriersOf = ({ systemName }: DemoOrganisation) => COURIERS.filter((one) => one.organisation === systemName)
const propertiesOf = ({ properties }: DemoOrganisation, courier: DemoCourier) =>
  properties.filter(({ code }) => courier.properties.includes(code))

const PIN_FROM = 100_000
const PIN_TO = 999_999
/** A PIN of 6 digits, made from this installation's key. */
export const pinOf = (keys: Keys, userName: string): string => digits(keys, `pin ${userName}`, PIN_FROM, PIN_TO)

/** Couriers, their agents with a PIN each, and the kiosk login of the mailroom's staff. */
export async function insertCouriers(db: Db, organisation: DemoOrganisation, keys: Keys): Promise<void> {
  const organisation_id = organisation.id
  const couriers = couriersOf(organisation)
  await insertRows(
    db,
    'couriers',
    couriers.map(({ id, name, description, isDryCleaning }, i) => ({
      organisation_id,
      id,
      name,
      description,
      sort_order: i + 1,
      is_dry_cleaning: isDryCleaning,
    })),
  )
  const agents = couriers.flatMap((courier) => courier.agents.map((agent) => ({ ...agent, courier })))
  await insertRows(
    db,
    'agents',
    agents.map((agent) => ({
      organisation_id,
      id: agent.id,
      courier_id: agent.courier.id,
      role_id: ROLES[agent.role].id,
      first_name: agent.firstName,
      last_name: agent.lastName,
      email: `${agent.userName}@example.com`,
      mobile_phone: '',
      is_active: true,
      created_at: new Date(),
    })),
  )
  await insertRows(
    db,
    'agent_properties',
    agents.flatMap((agent) =>
      propertiesOf(organisation, agent.courier).map(({ id }) => ({ organisation_id, agent_id: agent.id, property_id: id })),
    ),
  )
  const logins = [
    ...agents.map(({ id, userName }) => ({ userName, agent_id: id, portal_user_id: null })),
    ...staffOf(organisation)
      .filter(({ role }) => role === 'mailroomstaff')
      .map(({ id, name }) => ({ userName: name.toLowerCase().replace(' ', '.'), agent_id: null, portal_user_id: id })),
  ]
  const hashes = await Promise.all(logins.map(({ userName }) => hashPassword(pinOf(keys, userName))))
  await insertRows(
    db,
    'kiosk_logins',
    logins.map(({ userName, agent_id, portal_user_id }, i) => ({
      organisation_id,
      id: demoId('kiosk login', userName),
      user_name: userName,
      pin_hash: hashes[i]!,
      agent_id,
      portal_user_id,
      wrong_pins: 0,
      is_locked: false,
    })),
  )
}
