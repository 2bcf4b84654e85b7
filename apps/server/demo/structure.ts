import { ROLES } from '#platform/permissions.ts'
import type { Keys } from '#platform/server/security/keys.ts'
import { hashPassword } from '#platform/server/security/passwords.ts'
import type { Rows } from './insert.ts'
import { logoRow } from './logos.ts'
import { type DemoOrganisation, userNameOf } from './organisations.ts'
import { demoId, secretDigits } from './random.ts'

const PIN_DIGITS = 6
export const pinOf = (keys: Keys, userName: string): string => secretDigits(keys, `pin ${userName}`, PIN_DIGITS)

export function splitName(name: string) {
  const [first_name = '', last_name = ''] = name.split(' ')
  return { first_name, last_name }
}

/** Labels for packages, in the order of the list of choices. */
const ADVICE_TAGS = ['Fragile', 'Heavy', 'Keep cool', 'Do not stack']

/** An organisation with its regions, advice tags, properties, buildings and mailrooms. */
export function structureRows({ properties, users: _, couriers: __, ...organisation }: DemoOrganisation): Rows {
  const regionId = (region: string) => demoId('region', region)
  const regions = [...new Set(properties.map(({ region }) => region))]
  const buildings = properties.flatMap((property) => property.buildings.map((building) => ({ ...building, property })))
  return {
    organisations: [organisation],
    organisation_settings: Object.entries({
      SupportEmail: `help@${organisation.system_name}.test`,
      ReviewEmails: `office@${organisation.system_name}.test`,
      AlertEmails: `night@${organisation.system_name}.test`,
      SummaryHour: '6:00AM',
    }).map(([name, value]) => ({ name, value })),
    organisation_images: [logoRow(organisation.system_name)],
    advice_tags: ADVICE_TAGS.map((name, index) => ({
      id: demoId('advice tag', `${organisation.id} ${name}`),
      name,
      sort_order: index + 1,
    })),
    regions: regions.map((name) => ({ id: regionId(name), name })),
    properties: properties.map(({ id, name, code, time_zone, address, region }) => ({
      id,
      name,
      external_code: code,
      time_zone,
      address,
      region_id: regionId(region),
    })),
    property_settings: properties.flatMap(({ id: property_id, expiry }) => [
      { property_id, name: 'PackageExpiryPeriod', value: String(expiry.locker) },
      { property_id, name: 'MailroomPackageExpiryPeriod', value: String(expiry.mailroom) },
      { property_id, name: 'HandOverProof', value: 'optional' },
    ]),
    buildings: buildings.map(({ id, property, name, address }) => ({ id, property_id: property.id, name, address })),
    mailrooms: buildings.flatMap(({ id: building_id, property, address, mailrooms }) =>
      mailrooms.map((mailroom) => ({ ...mailroom, property_id: property.id, building_id, address })),
    ),
  }
}

/** Portal users, and couriers with their agents. The agents and the mailroom staff have a PIN. */
export async function userRows(organisation: DemoOrganisation, keys: Keys, password: string): Promise<Rows> {
  const { users, couriers } = organisation
  const agents = couriers.flatMap((courier) => courier.agents.map((agent) => ({ ...agent, courier })))
  const propertyIds = (codes: readonly string[]) =>
    organisation.properties.filter(({ code }) => codes.includes(code)).map(({ id }) => id)
  const staff = users.filter(({ role }) => role === 'mailroomstaff')
  return {
    portal_users: await Promise.all(
      users.map(async ({ id, name, email, role }) => ({
        id,
        ...splitName(name),
        email,
        role_id: ROLES[role].id,
        password_hash: await hashPassword(password),
      })),
    ),
    portal_user_properties: users.flatMap(({ id: portal_user_id, properties }) =>
      propertyIds(properties).map((property_id) => ({ portal_user_id, property_id })),
    ),
    couriers: couriers.map(({ id, name, description, isDryCleaning }, i) => ({
      id,
      name,
      description,
      sort_order: i + 1,
      is_dry_cleaning: isDryCleaning,
    })),
    agents: agents.map(({ id, name, role, courier }) => ({
      id,
      courier_id: courier.id,
      role_id: ROLES[role].id,
      ...splitName(name),
      email: `${userNameOf(name)}@example.com`,
    })),
    agent_properties: agents.flatMap(({ id: agent_id, courier }) =>
      propertyIds(courier.properties).map((property_id) => ({ agent_id, property_id })),
    ),
    kiosk_logins: await Promise.all(
      [...agents, ...staff].map(async ({ id, name, role }) => ({
        id: demoId('kiosk login', userNameOf(name)),
        user_name: userNameOf(name),
        pin_hash: await hashPassword(pinOf(keys, userNameOf(name))),
        agent_id: role === 'mailroomstaff' ? null : id,
        portal_user_id: role === 'mailroomstaff' ? id : null,
      })),
    ),
  }
}
