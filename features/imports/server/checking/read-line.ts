import type { ResidentValues } from '#features/residents/fields.ts'
import { packMessage } from '#platform/define-messages.ts'
import { NO_NAME } from '#platform/person-name.ts'
import { type Column, columnOf, MAX_PEOPLE, type PersonalPart } from '../../columns.ts'
import { headingKey } from '../../fields.ts'
import { type Layout, MAX_WORD } from '../../layout.ts'
import { t } from '../../messages.ts'
import { occupancyOf } from '../../statuses.ts'
import { cleanCell, codeOf, isNoName, isNothing, oneLine } from '../reading/cells.ts'
import { emailOf } from '../reading/contacts.ts'
import { HEADINGS_AGAIN, isHeadingsAgain, TOTAL, whyLeftOut } from '../reading/left-out.ts'
import { namesOf } from '../reading/names.ts'
import type { FileLine } from '../reading/records.ts'
import { withoutRoles } from '../reading/roles.ts'
import { checkValues, warningsOf } from '../reading/values.ts'
import type { PlaceCells, Places } from './places.ts'
import { placesAbove } from './places-above.ts'

/** The value of each field; undefined for an empty cell. */
export type LineValues = Partial<ResidentValues>
/** A resident of a line; the values of a refused one are as they are written. */
export type ReadLine = {
  readonly line: number
  /** Why the resident is refused, packed; '' for no reason. */
  readonly reason: string
  /** Why the whole line is left out, packed; '' for no reason. */
  readonly leftOut: string
  /** What was left out of the line, packed. */
  readonly warnings: readonly string[]
  readonly values: LineValues
  /** The file cannot be read from here on. */
  readonly isEnd?: boolean
}

const ONE_NAME = packMessage(t('WarnOneName'))
const UNKNOWN_STATUS = packMessage(t('WarnStatus'))
const UNREADABLE = packMessage(t('MsgLineUnreadable'))
const TOO_LONG = packMessage(t('MsgLineTooLong'))

export type Reading = {
  readonly headings: readonly string[]
  readonly columns: readonly (Column | '')[]
  readonly layout: Layout
  readonly places: Places
  readonly isSpanish: boolean
  /** The cells of a workbook are below their headings. A text with more cells has a separator in one, so they are not. */
  readonly isAligned: boolean
  readonly statusBefore: (word: string) => number | undefined
  /** Is called with each word for a status that the program does not know, and its status if a person has given it one. */
  readonly onStatus: (word: string, status: number | undefined) => void
}

type Cell = (column: Column) => string
/** Returns a function that reads the residents of each line in order, without checking more than their place and their e-mails. */
export function lineReader({
  headings,
  columns,
  layout,
  places,
  isSpanish,
  isAligned,
  statusBefore,
  onStatus,
}: Reading): (line: FileLine) => ReadLine[] {
  const positions = new Map(columns.map((column, at) => [column, at]))
  const keys = headings.map(headingKey)
  const people = Array.from({ length: MAX_PEOPLE }, (_, i) => i + 1).filter((person) =>
    (['FullName', 'FirstName', 'LastName'] as const).some((part) => positions.has(columnOf(part, person))),
  )
  const above = layout.repeatsPlaces ? placesAbove(places) : undefined
  const explained = new Map(Object.entries(layout.statuses ?? {}).map(([word, status]) => [headingKey(word), status]))
  const statusOf = (cell: string): number | undefined => {
    const word = oneLine(cell).slice(0, MAX_WORD)
    if (isNothing(word)) return undefined
    const given = explained.get(headingKey(word))
    const known = given ?? occupancyOf(word)
    if (given === undefined && known !== undefined) return known
    const status = known ?? statusBefore(word)
    onStatus(word, status)
    return status
  }

  return ({ line, cells: written }) => {
    const none = { line, leftOut: '', reason: '', warnings: [], values: {} }
    if (written === null) return [{ ...none, reason: UNREADABLE, isEnd: true }]
    const cells = written.slice(0, columns.length).map(cleanCell)
    const cell: Cell = (column) => cells[positions.get(column) ?? -1] ?? ''
    if (isHeadingsAgain(cells, keys)) return [{ ...none, leftOut: HEADINGS_AGAIN }]
    const own = placeCells(cell)
    const leftOut = whyLeftOut(cells.map(oneLine), {
      names: people.flatMap((person) => NAME_PARTS.map((part) => cell(columnOf(part, person)))),
      unit: own.unit || own.buildingUnit,
      contacts: people.flatMap((person) => CONTACT_PARTS.map((part) => cell(columnOf(part, person)))),
    })
    if (leftOut) {
      above?.leftOut(own, leftOut === TOTAL)
      return [{ ...none, leftOut }]
    }
    const { propertyId, buildingId, unit, whyNot } = places.find(above?.ofPerson(own) ?? own)
    const home: LineValues = {
      ...(propertyId && { property_id: propertyId }),
      ...(buildingId && { building_id: buildingId }),
      ...(unit && { unit_number: codeOf(unit) }),
    }
    const isTooLong = !isAligned && written.slice(columns.length).some((one) => one !== '' && cleanCell(one) !== '')
    const reason = isTooLong ? TOO_LONG : whyNot
    const found = people.flatMap((person) => peopleOf(cell, person, { layout, isSpanish, statusOf }))
    const all = found.length > 0 ? found : [contactsOf(cell, 1)]
    return all.map(({ values, warnings }) => ({ line, leftOut: '', reason, warnings, values: { ...home, ...values } }))
  }
}

const NAME_PARTS = ['FullName', 'FirstName', 'LastName', 'SecondLastName'] as const
const CONTACT_PARTS = ['Email', 'MobilePhone', 'Phone1', 'Phone2'] as const

const something = (cell: string): string => (isNothing(cell) ? '' : oneLine(cell))
const placeCells = (cell: Cell): PlaceCells => ({
  property: something(cell('Property')),
  building: something(cell('Building')),
  unit: something(cell('UnitNumber')) || unitOf(cell),
  buildingUnit: something(cell('BuildingUnit')),
})

/** A unit whose parts are in columns of their own. */
const unitOf = (cell: Cell): string =>
  (['Staircase', 'Floor', 'UnitOnFloor'] as const)
    .map((part) => codeOf(something(cell(part))))
    .filter((part) => part !== '')
    .join(' ')

type Person = { readonly values: LineValues; readonly warnings: readonly string[] }
type PersonReading = Pick<Reading, 'layout' | 'isSpanish'> & { readonly statusOf: (cell: string) => number | undefined }

/** The residents of the columns of one: a whole name may be that of several. Nobody if there is no name. */
function peopleOf(cell: Cell, person: number, { layout, isSpanish, statusOf }: PersonReading): readonly Person[] {
  const own = (part: PersonalPart) => cell(columnOf(part, person))
  const shared = (part: PersonalPart) => own(part) || cell(part)
  const names =
    own('FullName') !== ''
      ? fullNames(own('FullName'), layout, isSpanish)
      : [
          {
            first: nameIn(own('FirstName')),
            last: LAST_NAMES.map((part) => nameIn(own(part)))
              .join(' ')
              .trim(),
          },
        ]
  const filled = names.filter(({ first, last }) => first !== '' || last !== '')
  return filled.map(({ first, last }, i) => {
    const warnings: string[] = []
    const values: Record<string, string | number> = { first_name: first || NO_NAME, last_name: last || NO_NAME }
    if (first === '' || last === '') warnings.push(ONE_NAME)
    const status = statusOf(shared('OccupancyStatus'))
    if (status) values.occupancy_status = status
    else if (status === undefined && !isNothing(shared('OccupancyStatus'))) warnings.push(UNKNOWN_STATUS)
    const language = shared('Language')
    if (language) values.language = language
    // The contacts of a cell with several people belong to the first.
    const contacts = i === 0 ? contactsOf(cell, person) : { values: {}, warnings: [] }
    return { values: { ...values, ...contacts.values }, warnings: [...warnings, ...contacts.warnings] }
  })
}

function contactsOf(cell: Cell, person: number): Person {
  const own = (part: PersonalPart) => cell(columnOf(part, person))
  const email = emailOf(own('Email'))
  const values: Record<string, string> = email.value ? { email: email.value } : {}
  for (const [part, column] of OTHERS) if (own(part)) values[column] = own(part)
  return { values, warnings: warningsOf('Email', email) }
}
const OTHERS = [
  ['MobilePhone', 'mobile_phone'],
  ['Phone1', 'phone1'],
  ['Phone2', 'phone2'],
  ['ExternalId', 'external_id'],
] as const

const LAST_NAMES = ['LastName', 'SecondLastName'] as const
const nameIn = (cell: string): string => (isNoName(cell) ? '' : oneLine(withoutRoles(cell)))
const fullNames = (cell: string, { nameOrder = 'FirstLast' }: Layout, isSpanish: boolean) =>
  isNoName(cell) ? [] : namesOf(cell, nameOrder, isSpanish)

/**
 * Checks the values of a resident: a wrong one that is needed refuses the line, another one is left out with a warning.
 * @param culture of the organisation
 */
export function checkLine(read: ReadLine, culture: string): ReadLine {
  if (read.leftOut) return read
  const { values, reason, warnings } = checkValues(read.values, culture)
  const { property_id, building_id, occupancy_status } = read.values
  const place = {
    ...(property_id && { property_id }),
    ...(building_id && { building_id }),
    ...(occupancy_status && { occupancy_status }),
  }
  return {
    ...read,
    reason: read.reason || reason,
    warnings: [...read.warnings, ...warnings],
    values: { ...place, ...values } as LineValues,
  }
}
