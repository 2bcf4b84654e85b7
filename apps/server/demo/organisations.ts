import type { Role } from '#platform/permissions.ts'
import { demoId } from './random.ts'

const building = (name: string, address: string, floors: number, unitsPerFloor: number, ...mailrooms: string[]) => ({
  id: demoId('building', name),
  name,
  address,
  floors,
  unitsPerFloor,
  mailrooms: mailrooms.map((mailroom) => ({ id: demoId('mailroom', `${name} ${mailroom}`), name: mailroom })),
})

/** `expiry`: weekdays until a package in a locker and in a mailroom expires. */
const property = (
  code: string,
  name: string,
  place: { readonly region: string; readonly time_zone: string },
  address: string,
  expiry: { readonly locker: number; readonly mailroom: number },
  buildings: readonly ReturnType<typeof building>[],
) => ({ id: demoId('property', code), code, name, ...place, address, expiry, buildings })

/** User name at a terminal: 'carlos.vega'. */
export const userNameOf = (name: string) => name.toLowerCase().replace(' ', '.')

/** `properties`: codes of the assigned properties, for a role that does not see all of them. */
const user = (organisation: string, name: string, email: string, role: Role, ...properties: string[]) => ({
  id: demoId('portal user', `${organisation} ${email}`),
  organisation,
  name,
  email,
  role,
  properties,
})

type AgentRole = 'deliveryagent' | 'deliveryrecoveryagent' | 'drycleaningagent'
/** `prefix`: first letters of tracking numbers. `properties`: codes of the properties that the agents visit. */
const courier = (
  name: string,
  description: string,
  prefix: string,
  properties: readonly string[],
  agents: Readonly<Record<string, AgentRole>>,
) => ({
  id: demoId('courier', name),
  name,
  description,
  prefix,
  properties,
  isDryCleaning: Object.values(agents).includes('drycleaningagent'),
  agents: Object.entries(agents).map(([agent, role]) => ({ id: demoId('agent', agent), name: agent, role })),
})

const NEW_YORK = { region: 'East Coast', time_zone: 'America/New_York' }
const CHICAGO = { region: 'Midwest', time_zone: 'America/Chicago' }
const BRISTOL = { region: 'South West', time_zone: 'Europe/London' }

/** The organisations of the demo and their users (decisions "Names used for the demo"). */
export const RIVERSIDE = {
  id: demoId('organisation', 'riverside'),
  system_name: 'riverside',
  name: 'Riverside Living',
  description: 'Rented homes on the Hudson and in the Loop, with parcel lockers in every lobby.',
  time_zone: 'America/New_York',
  culture: 'en-US',
  is_super_admin: true,
  properties: [
    property('QUAY', 'Riverside Quay', NEW_YORK, '100 River Street, Hoboken, NJ 07030', { locker: 3, mailroom: 10 }, [
      building('Quay North', '100 River Street', 12, 6, 'North Mailroom', 'Oversize Store'),
      building('Quay South', '120 River Street', 10, 6, 'South Mailroom'),
    ]),
    property('MILL', 'The Mill Lofts', NEW_YORK, '8 Canal Place, Beacon, NY 12508', { locker: 2, mailroom: 7 }, [
      building('Spinning House', '8 Canal Place', 5, 8, 'Mill Mailroom'),
      building('Dye House', '10 Canal Place', 4, 8),
    ]),
    property('PARK', 'Parkside Tower', CHICAGO, '41 East Park Avenue, Chicago, IL 60605', { locker: 2, mailroom: 10 }, [
      building('Parkside Tower', '41 East Park Avenue', 24, 8, 'Concierge Desk', 'Lower Level Mailroom'),
    ]),
  ],
  users: [
    user('riverside', 'Sofia Marsh', 'super@parcelhall.test', 'superadmin'),
    user('riverside', 'Daniel Okafor', 'manager@parcelhall.test', 'organisationmanager'),
    user('riverside', 'Priya Raman', 'property@parcelhall.test', 'propertymanager', 'QUAY', 'MILL'),
    user('riverside', 'Elena Petrova', 'leasing@parcelhall.test', 'leasingspecialist', 'QUAY'),
    user('riverside', 'Marcus Bell', 'mailroom@parcelhall.test', 'mailroomstaff', 'QUAY', 'PARK'),
  ],
  couriers: [
    courier('Swift Parcel', 'Daily rounds, morning and afternoon', 'SW', ['QUAY', 'MILL', 'PARK'], {
      'Carlos Vega': 'deliveryrecoveryagent',
      'Jade Whitfield': 'deliveryagent',
      'Tunde Bakare': 'deliveryagent',
      'Monika Krol': 'deliveryagent',
    }),
    courier('Metro Express', 'Same-day and large items', 'MX', ['QUAY', 'MILL', 'PARK'], {
      'Ray Donnelly': 'deliveryrecoveryagent',
      'Ling Zhao': 'deliveryrecoveryagent',
      'Hugo Marchetti': 'deliveryagent',
      'Farah Siddiqui': 'deliveryagent',
    }),
    courier('Fresh Press Dry Cleaning', 'Takes from the dry-cleaning lockers on weekdays', 'FP', ['QUAY', 'PARK'], {
      'Gloria Mbeki': 'drycleaningagent',
      'Stefan Brandt': 'drycleaningagent',
      'Alma Reyes': 'drycleaningagent',
      'Kenji Mori': 'drycleaningagent',
    }),
  ],
}
export type DemoOrganisation = typeof RIVERSIDE

const HARBOUR: DemoOrganisation = {
  id: demoId('organisation', 'harbour'),
  system_name: 'harbour',
  name: 'Harbour Homes',
  description: 'One house at the old docks, with a mailroom and no lockers yet.',
  time_zone: 'Europe/London',
  culture: 'en-GB',
  is_super_admin: false,
  properties: [
    property('POINT', 'Harbour Point', BRISTOL, '2 Wapping Wharf, Bristol BS1 4RW', { locker: 3, mailroom: 10 }, [
      building('Harbour Point', '2 Wapping Wharf', 6, 4, 'Front Desk'),
    ]),
  ],
  users: [user('harbour', 'Owen Pryce', 'manager@harbour.test', 'organisationmanager')],
  couriers: [courier('Avon Couriers', 'Hands over at the desk', 'AV', ['POINT'], {})],
}

export const ORGANISATIONS = [RIVERSIDE, HARBOUR] as const
