import { type Condition, LOCKER_MODES, LOCKER_SIZES, TERMINAL_SIZES } from '#features/layout/model.ts'
import { demoId } from './ids.ts'
import { type DemoOrganisation, RIVERSIDE } from './organisations.ts'

export type DemoLocker = {
  readonly id: string
  readonly columnId: string
  readonly position: number
  readonly name: string
  readonly lockerType: 'locker' | 'terminal'
  readonly size: number
  readonly mode: number
  readonly isAccessible: boolean
  readonly condition: Condition
  readonly deviceSerial: string | null
}
export type DemoBank = {
  readonly id: string
  readonly name: string
  readonly code: string
  readonly description: string
  readonly address: string
  readonly propertyId: string
  readonly propertyCode: string
  readonly buildingId: string
  /** Its default mailroom, where the building has one. */
  readonly mailroomId: string | null
  readonly columns: readonly { readonly id: string; readonly name: string }[]
  readonly lockers: readonly DemoLocker[]
}

type Label = (typeof LOCKER_SIZES)[keyof typeof LOCKER_SIZES]['label']
const heightOf = (label: string) => Object.values(LOCKER_SIZES).find((size) => size.label === (label as Label))!.value

/** Columns as they are sold, from top to bottom, each 18 high; T is a terminal. */
const COLUMNS: Readonly<Record<string, string>> = {
  terminal: 'S T S S M L',
  small: 'S S S S S S S S S',
  mixed: 'S M M S M M S',
  letters: 'XS XS S S S M M ML',
  medium: 'M M M ML L',
  large: 'L L ML ML',
  tall: 'XL XXL',
  extra: 'XL XL XL',
}

/** What is wrong with a locker, or special about it, by its number. */
type Special = {
  readonly accessible: readonly number[]
  readonly dryCleaning?: readonly number[]
  readonly outbound?: readonly number[]
  readonly dirty?: number
  readonly outOfService?: number
  readonly unmapped?: number
}

function bank(
  buildingName: string,
  code: string,
  name: string,
  address: string,
  columns: readonly string[],
  special: Special,
): DemoBank {
  const property = RIVERSIDE.properties.find(({ buildings }) => buildings.some((one) => one.name === buildingName))!
  const building = property.buildings.find((one) => one.name === buildingName)!
  let number = 0
  const made = columns.map((kind, i) => ({
    id: demoId('column', `${code} ${i}`),
    name: `Column${i + 1}`,
    doors: COLUMNS[kind]!.split(' '),
  }))
  return {
    id: demoId('locker bank', code),
    name,
    code,
    description: `${columns.length} columns, indoors`,
    address,
    propertyId: property.id,
    propertyCode: property.code,
    buildingId: building.id,
    mailroomId: building.mailrooms[0]?.id ?? null,
    columns: made.map(({ id, name }) => ({ id, name })),
    lockers: made.flatMap(({ id: columnId, doors }) =>
      doors.map((door, position) => {
        const place = { id: demoId('locker', `${code} ${columnId} ${position}`), columnId, position }
        return door === 'T' ? terminal(place) : locker(place, code, ++number, heightOf(door), special)
      }),
    ),
  }
}

type LockerPosition = { readonly id: string; readonly columnId: string; readonly position: number }

const terminal = (place: LockerPosition): DemoLocker => ({
  ...place,
  name: 'Terminal',
  lockerType: 'terminal',
  size: TERMINAL_SIZES.small.value,
  mode: LOCKER_MODES.none,
  isAccessible: false,
  condition: 'good',
  deviceSerial: null,
})

function locker(place: LockerPosition, code: string, number: number, size: number, special: Special): DemoLocker {
  return {
    ...place,
    name: `L${number}`,
    lockerType: 'locker',
    size,
    mode: modeOf(number, special),
    isAccessible: special.accessible.includes(number),
    condition: special.dirty === number ? 'dirty' : special.outOfService === number ? 'flagged' : 'good',
    deviceSerial: special.unmapped === number ? null : serialOf(code, number),
  }
}

function modeOf(number: number, { dryCleaning = [], outbound = [] }: Special): number {
  if (dryCleaning.includes(number)) return LOCKER_MODES.drycleaning
  return outbound.includes(number) ? LOCKER_MODES.outbound : LOCKER_MODES.none
}

/** The serial number on the lock behind a door. */
const serialOf = (code: string, number: number) => `${code}-${String(number).padStart(4, '0')}`

/** The five locker banks of the demo: 20 to 59 doors, one terminal each. */
export const BANKS: readonly DemoBank[] = [
  bank(
    'Quay North',
    'QUAY-N',
    'Quay North Lobby',
    'Lobby, 100 River Street',
    ['small', 'mixed', 'letters', 'terminal', 'mixed', 'medium', 'large', 'tall'],
    { accessible: [27, 28], dryCleaning: [46], outbound: [47], dirty: 19 },
  ),
  bank(
    'Quay South',
    'QUAY-S',
    'Quay South Garage',
    'Garage level P1, 120 River Street',
    ['terminal', 'mixed', 'letters', 'medium', 'large'],
    {
      accessible: [3, 4],
      dryCleaning: [24, 25],
    },
  ),
  bank(
    'Spinning House',
    'MILL-1',
    'Mill Courtyard',
    'Courtyard, 8 Canal Place',
    ['small', 'terminal', 'mixed', 'medium', 'tall'],
    {
      accessible: [12],
      outOfService: 17,
      outbound: [26],
    },
  ),
  bank('Dye House', 'MILL-2', 'Dye House Entrance', 'Entrance, 10 Canal Place', ['terminal', 'mixed', 'medium', 'extra'], {
    accessible: [3],
    unmapped: 20,
  }),
  bank(
    'Parkside Tower',
    'PARK-1',
    'Parkside Package Room',
    'Lower level, 41 East Park Avenue',
    ['small', 'small', 'mixed', 'mixed', 'terminal', 'letters', 'medium', 'large', 'tall', 'extra'],
    { accessible: [35, 36], dryCleaning: [54, 55], outbound: [56] },
  ),
]

export const banksOf = (organisation: DemoOrganisation): readonly DemoBank[] => (organisation.id === RIVERSIDE.id ? BANKS : [])
