import { demoId } from './ids.ts'

export type DemoBuilding = {
  readonly id: string
  readonly name: string
  readonly address: string
  readonly floors: number
  readonly unitsPerFloor: number
  readonly mailrooms: readonly { readonly id: string; readonly name: string }[]
}
export type DemoProperty = {
  readonly id: string
  readonly region: string
  readonly name: string
  readonly code: string
  readonly timeZone: string
  readonly address: string
  /** Weekdays until a package expires, in a locker and in a mailroom. */
  readonly expiry: { readonly locker: number; readonly mailroom: number }
  readonly buildings: readonly DemoBuilding[]
}
export type DemoOrganisation = {
  readonly id: string
  readonly systemName: string
  readonly name: string
  readonly description: string
  readonly timeZone: string
  readonly culture: string
  readonly isSuperAdmin: boolean
  readonly regions: readonly string[]
  readonly properties: readonly DemoProperty[]
}

const building = (
  name: string,
  address: string,
  floors: number,
  unitsPerFloor: number,
  mailrooms: readonly string[],
): DemoBuilding => ({
  id: demoId('building', name),
  name,
  address,
  floors,
  unitsPerFloor,
  mailrooms: mailrooms.map((mailroom) => ({ id: demoId('mailroom', `${name} ${mailroom}`), name: mailroom })),
})
const property = (line: Omit<DemoProperty, 'id'>): DemoProperty => ({ id: demoId('property', line.code), ...line })
const organisation = (line: Omit<DemoOrganisation, 'id'>): DemoOrganisation => ({
  id: demoId('organisation', line.systemName),
  ...line,
})

/** The demo's houses (decisions "Names used for the demo"): three in two time zones, and one of another organisation. */
export const ORGANISATIONS: readonly DemoOrganisation[] = [
  organisation({
    systemName: 'riverside',
    name: 'Riverside Living',
    description: 'Rented homes on the Hudson and in the Loop, with parcel lockers in every lobby.',
    timeZone: 'America/New_York',
    culture: 'en-US',
    isSuperAdmin: true,
    regions: ['East Coast', 'Midwest'],
    properties: [
      property({
        region: 'East Coast',
        name: 'Riverside Quay',
        code: 'QUAY',
        timeZone: 'America/New_York',
        address: '100 River Street, Hoboken, NJ 07030',
        expiry: { locker: 3, mailroom: 10 },
        buildings: [
          building('Quay North', '100 River Street', 12, 6, ['North Mailroom', 'Oversize Store']),
          building('Quay South', '120 River Street', 10, 6, ['South Mailroom']),
        ],
      }),
      property({
        region: 'East Coast',
        name: 'The Mill Lofts',
        code: 'MILL',
        timeZone: 'America/New_York',
        address: '8 Canal Place, Beacon, NY 12508',
        expiry: { locker: 2, mailroom: 7 },
        buildings: [
          building('Spinning House', '8 Canal Place', 5, 8, ['Mill Mailroom']),
          building('Dye House', '10 Canal Place', 4, 8, []),
        ],
      }),
      property({
        region: 'Midwest',
        name: 'Parkside Tower',
        code: 'PARK',
        timeZone: 'America/Chicago',
        address: '41 East Park Avenue, Chicago, IL 60605',
        expiry: { locker: 2, mailroom: 10 },
        buildings: [building('Parkside Tower', '41 East Park Avenue', 24, 8, ['Concierge Desk', 'Lower Level Mailroom'])],
      }),
    ],
  }),
  organisation({
    systemName: 'harbour',
    name: 'Harbour Homes',
    description: 'One house at the old docks, with a mailroom and no lockers yet.',
    timeZone: 'Europe/London',
    culture: 'en-GB',
    isSuperAdmin: false,
    regions: ['South West'],
    properties: [
      property({
        region: 'South West',
        name: 'Harbour Point',
        code: 'POINT',
        timeZone: 'Europe/London',
        address: '2 Wapping Wharf, Bristol BS1 4RW',
        expiry: { locker: 3, mailroom: 10 },
        buildings: [building('Harbour Point', '2 Wapping Wharf', 6, 4, ['Front Desk'])],
      }),
    ],
  }),
]

export const RIVERSIDE = ORGANISATIONS[0]!
