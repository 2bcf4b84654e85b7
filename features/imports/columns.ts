import type { Message } from '#platform/define-messages.ts'
import { FIELD_NAMES, type FieldName, fieldMessage } from './fields.ts'
import { t } from './messages.ts'

/** Columns that hold several fields, or a part of a last name or a unit, each with its label. */
const OTHER_PARTS = {
  FullName: t('LabelFullName'),
  SecondLastName: t('LabelSecondLastName'),
  BuildingUnit: t('LabelBuildingUnit'),
  Staircase: t('LabelStaircase'),
  Floor: t('LabelFloor'),
  UnitOnFloor: t('LabelUnitOnFloor'),
} as const
type OtherPart = keyof typeof OTHER_PARTS
export type Part = FieldName | OtherPart
const isOtherPart = (part: Part): part is OtherPart => part in OTHER_PARTS
/** The fields that each resident of a line has; the others belong to all residents of the line. */
const PERSONAL = [
  'FullName',
  'FirstName',
  'LastName',
  'SecondLastName',
  'Email',
  'MobilePhone',
  'Phone1',
  'Phone2',
  'ExternalId',
  'OccupancyStatus',
  'Language',
] as const satisfies readonly Part[]
export type PersonalPart = (typeof PERSONAL)[number]
export const isPersonal = (part: Part): part is PersonalPart => (PERSONAL as readonly Part[]).includes(part)

/** Residents in one line. */
export const MAX_PEOPLE = 6
const OTHERS = [2, 3, 4, 5, 6] as const

/** What a column can be assigned to: a part of the first resident, or of another one of the same line. */
export type Column = Part | `Resident${(typeof OTHERS)[number]}.${PersonalPart}`
export const PARTS: readonly Part[] = [...FIELD_NAMES, ...(Object.keys(OTHER_PARTS) as OtherPart[])]
export const COLUMNS: readonly Column[] = [
  ...PARTS,
  ...OTHERS.flatMap((number) => PERSONAL.map((part): Column => `Resident${number}.${part}`)),
]

/** The column of a part of a resident, who is counted from 1. */
export const columnOf = (part: Part, person: number): Column =>
  person > 1 && isPersonal(part) ? (`Resident${person}.${part}` as Column) : part
/** The part that a column holds, and of which resident of the line. */
export function partOf(column: Column): { readonly part: Part; readonly person: number } {
  const [, number, part] = /^Resident(\d)\.(\w+)$/.exec(column) ?? []
  return number ? { part: part as Part, person: Number(number) } : { part: column as Part, person: 1 }
}

const partMessage = (part: Part): Message => (isOtherPart(part) ? OTHER_PARTS[part] : fieldMessage(part))
/** The label of a column. */
export function columnMessage(column: Column): Message {
  const { part, person } = partOf(column)
  return person === 1 ? partMessage(part) : t('LabelOfPerson', { column: partMessage(part), number: person })
}

/** What is known without a column: the property of the whole file, and the building of every line. */
export type Given = { readonly property: boolean; readonly building: boolean }

/** The columns that a file needs and lacks: where somebody lives, the unit, and a name. */
export function missingColumns(columns: readonly (Column | '')[], given: Given): Column[] {
  const has = (...some: Column[]) => some.some((one) => columns.includes(one))
  const missing: Column[] = []
  if (!given.property && !has('Property')) missing.push('Property')
  if (!given.building && !has('Building', 'BuildingUnit')) missing.push('Building')
  if (!has('UnitNumber', 'BuildingUnit', 'UnitOnFloor')) missing.push('UnitNumber')
  if (!has('FullName', 'FirstName')) missing.push('FirstName')
  if (!has('FullName', 'LastName')) missing.push('LastName')
  return missing
}

/** Headings of a list: a name and a unit. */
const MIN_HEADINGS = 2
/** Why a file with these columns cannot be read: needed ones are missing. */
export function whyNotRead(columns: readonly (Column | '')[], given: Given): Message | null {
  const missing = missingColumns(columns, given)
  if (missing.length === 0) return null
  const values = { columns: missing.map(columnMessage) }
  return canAssign(columns) ? t('MsgHeadingsMissing', values) : t('MsgHeadingsTooFew', values)
}
/** Whether the headings can be assigned by a person. */
export const canAssign = (columns: readonly string[]): boolean => columns.length >= MIN_HEADINGS
