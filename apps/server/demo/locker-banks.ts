import { saveConfig } from '#features/kiosks/server/configs.ts'
import { type Condition, LOCKER_MODES, LOCKER_SIZES, type LockerType, TERMINAL_SIZES } from '#features/layout/model.ts'
import { makeKey } from '#features/locker-banks/server/authorisation.ts'
import { configurationOf } from '#features/locker-banks/server/configuration.ts'
import { type Db, wholeOrganisation } from '#platform/server/postgres/db.ts'
import type { Rows } from './insert.ts'
import { type DemoOrganisation, RIVERSIDE } from './organisations.ts'
import { demoId } from './random.ts'

/**
 * The columns of a bank from left to right, each with its lockers from top to bottom: size, and what is special about the
 * locker. T is the terminal.
 */
const DRAWINGS: Readonly<Record<string, string>> = {
  'QUAY-N': `S S S S S S S S S | S M M S M M S | XS XS S:dirty S S M M ML | S T S S:accessible M:accessible L
    | S M M S M M S | M M M ML L | L L ML ML | XL:drycleaning XXL:outbound`,
  'QUAY-S': `S T S S:accessible M:accessible L | S M M S M M S | XS XS S S S M M ML | M M M ML:drycleaning L:drycleaning
    | L L ML ML`,
  'MILL-1': `S S S S S S S S S | S T S S:accessible M L | S M M:flagged S M M S | M M M ML L:outbound | XL XXL`,
  'MILL-2': 'S T S S:accessible M L | S M M S M M S | M M M ML L | XL XL XL:unmapped',
  'PARK-1': `S S S S S S S S S | S S S S S S S S S | S M M S M M S | S M M S M M S | S T S S:accessible M:accessible L
    | XS XS S S S M M ML | M M M ML L | L L ML ML:drycleaning | XL:drycleaning XXL:outbound | XL XL XL`,
}
const BANK_LINES = [
  ['Quay North', 'QUAY-N', 'Quay North Lobby', 'Lobby, 100 River Street'],
  ['Quay South', 'QUAY-S', 'Quay South Garage', 'Garage level P1, 120 River Street'],
  ['Spinning House', 'MILL-1', 'Mill Courtyard', 'Courtyard, 8 Canal Place'],
  ['Dye House', 'MILL-2', 'Dye House Entrance', 'Entrance, 10 Canal Place'],
  ['Parkside Tower', 'PARK-1', 'Parkside Package Room', 'Lower level, 41 East Park Avenue'],
] as const

const TERMINAL = { name: 'Terminal', lockerType: 'terminal' as LockerType, size: TERMINAL_SIZES.small.value, deviceSerial: null }

/** The locker banks of the demo: 20 to 59 lockers and one terminal each. */
export const BANKS = BANK_LINES.map(([buildingName, code, name, address]) => {
  const property = RIVERSIDE.properties.find(({ buildings }) => buildings.some((one) => one.name === buildingName))!
  const building = property.buildings.find((one) => one.name === buildingName)!
  const columns = DRAWINGS[code]!.split('|').map((lockers, i) => ({
    id: demoId('column', `${code} ${i}`),
    name: `Column${i + 1}`,
    lockers: lockers.trim().split(/\s+/),
  }))
  let number = 0
  return {
    id: demoId('locker bank', code),
    code,
    name,
    address,
    description: `${columns.length} columns, indoors`,
    property_id: property.id,
    building_id: building.id,
    /** The default mailroom, null when the building has none. */
    mailroom_id: building.mailrooms[0]?.id ?? null,
    is_active: true,
    columns: columns.map((column) => ({ id: column.id, name: column.name })),
    lockers: columns.flatMap((column) =>
      column.lockers.map((drawn, position) => {
        const at = { id: demoId('locker', `${code} ${column.id} ${position}`), columnId: column.id, position }
        return drawn === 'T' ? { ...lockerOf('S', code, 0), ...TERMINAL, ...at } : { ...lockerOf(drawn, code, ++number), ...at }
      }),
    ),
  }
})
export type DemoBank = (typeof BANKS)[number]
export const banksOf = (organisation: DemoOrganisation) => (organisation === RIVERSIDE ? BANKS : [])

function lockerOf(drawn: string, code: string, number: number) {
  const [label, special] = drawn.split(':')
  const condition: Condition = special === 'dirty' || special === 'flagged' ? special : 'good'
  return {
    name: `L${number}`,
    lockerType: 'locker' as LockerType,
    size: Object.values(LOCKER_SIZES).find((size) => size.label === label)!.value as number,
    lockerMode: special === 'drycleaning' || special === 'outbound' ? LOCKER_MODES[special] : LOCKER_MODES.none,
    isDDAReserved: special === 'accessible',
    condition,
    deviceSerial: special === 'unmapped' ? null : `${code}-${String(number).padStart(4, '0')}`,
  }
}

/** Locker banks with their layouts. */
export function lockerBankRows(organisation: DemoOrganisation): Rows {
  const banks = banksOf(organisation)
  const idsOf = ({ id, property_id }: DemoBank) => ({ property_id, locker_bank_id: id })
  return {
    locker_banks: banks.map(({ columns: _, lockers: __, ...row }) => row),
    locker_columns: banks.flatMap((bank) => bank.columns.map((column, position) => ({ ...idsOf(bank), ...column, position }))),
    lockers: banks.flatMap((bank) =>
      bank.lockers.map(({ columnId, lockerType, lockerMode, isDDAReserved, deviceSerial, ...locker }) => ({
        ...idsOf(bank),
        ...locker,
        column_id: columnId,
        locker_type: lockerType,
        locker_mode: lockerMode,
        is_dda_reserved: isDDAReserved,
        device_serial: deviceSerial,
      })),
    ),
  }
}

/** Authorises and publishes the locker banks, so that their kiosks can connect. */
export async function publishLockerBanks(db: Db, organisation: DemoOrganisation, deps: Parameters<typeof makeKey>[1]) {
  for (const bank of banksOf(organisation)) {
    await makeKey(db, deps, { ...bank, organisation_id: organisation.id, relay_end_point_name: '' })
    await saveConfig(db, wholeOrganisation(organisation.id), bank.id, await configurationOf(db, bank.id), new Date())
  }
}
