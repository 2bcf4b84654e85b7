import { OCCUPANCY, OCCUPANCY_NAMES, occupancyText } from '#features/residents/rules.ts'
import type { Message } from '#platform/define-messages.ts'
import { t } from './messages.ts'

/** Largest file in bytes (spec 2 §9), and its ending. */
export const MAX_FILE_BYTES = 10_485_760
export const MEGABYTE = 1_048_576
export const FILE_ENDING = '.csv'
/** Lines of one file; a file of this size has fewer unless they say next to nothing. */
export const MAX_LINES = 150_000
/** Above this part of the residents of the named properties moving out is asked about again (decisions "People"). */
const MOVE_OUT_PART = 0.2

/** The columns of a file (decisions "People"), and the headings that each is known by besides its own name. */
export const COLUMNS = {
  Property: { required: true, headings: ['property name', 'property code', 'liegenschaft', 'objekt', 'propiedad'] },
  Building: { required: true, headings: ['building name', 'gebäude', 'haus', 'edificio'] },
  UnitNumber: {
    required: true,
    headings: ['unit', 'unit no', 'apartment', 'apt', 'flat', 'wohnung', 'wohnungsnummer', 'unidad'],
  },
  FirstName: { required: true, headings: ['given name', 'forename', 'vorname', 'nombre'] },
  LastName: { required: true, headings: ['surname', 'family name', 'nachname', 'familienname', 'apellido', 'apellidos'] },
  Email: { required: false, headings: ['email id', 'email address', 'mail', 'correo', 'correo electrónico'] },
  MobilePhone: {
    required: false,
    headings: ['mobile', 'cell', 'cell phone', 'mobiltelefon', 'handy', 'móvil', 'teléfono móvil'],
  },
  Phone1: { required: false, headings: ['phone', 'telephone', 'telefon', 'telefon 1', 'teléfono', 'teléfono 1'] },
  Phone2: { required: false, headings: ['telefon 2', 'teléfono 2'] },
  ExternalId: { required: false, headings: ['external code', 'resident id', 'tenant id', 'externe id', 'id externo'] },
  OccupancyStatus: { required: false, headings: ['occupancy', 'status', 'belegungsstatus', 'estado'] },
} as const satisfies Readonly<Record<string, { required: boolean; headings: readonly string[] }>>
export type Column = keyof typeof COLUMNS
export const COLUMN_NAMES = Object.keys(COLUMNS) as Column[]
const REQUIRED = COLUMN_NAMES.filter((name) => COLUMNS[name].required)
export const columnText = (column: Column): string => t(`Column${column}`).text

/** A heading as it is compared: letters and digits alone, in lower case. */
export const headingKey = (heading: string): string =>
  heading
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

const KNOWN = new Map<string, Column>(
  COLUMN_NAMES.flatMap((name) =>
    [name, ...COLUMNS[name].headings].map((heading): [string, Column] => [headingKey(heading), name]),
  ),
)

/** The column of each heading, '' for none: as the organisation said before, else by its name; each column once. */
export function columnsOf(headings: readonly string[], remembered: ReadonlyMap<string, string>): (Column | '')[] {
  const taken = new Set<Column>()
  return headings.map((heading) => {
    const key = headingKey(heading)
    const said = remembered.get(key)
    const column = said === undefined ? KNOWN.get(key) : COLUMN_NAMES.find((name) => name === said)
    if (!column || taken.has(column)) return ''
    taken.add(column)
    return column
  })
}

/** Why a file with these columns cannot be read: those that it must have. */
export function whyNotRead(columns: readonly string[]): Message | null {
  const missing = REQUIRED.filter((name) => !columns.includes(name))
  if (missing.length === 0) return null
  return t(columns.length < REQUIRED.length ? 'MsgHeadingsTooFew' : 'MsgHeadingsMissing', { columns: missing.join(', ') })
}
/** Can whoever says which heading is which column mend a file that could not be read? */
export const isMendedByColumns = (columns: readonly string[]): boolean =>
  whyNotRead(columns) !== null && columns.length >= REQUIRED.length

type Arriving = { readonly name: string; readonly size: number; readonly lines?: number }
/** Why a file cannot be taken, before anybody has read it; `lines` as far as they have been counted. */
export function whyNotUpload({ name, size, lines = 0 }: Arriving): Message | null {
  if (!name.toLowerCase().endsWith(FILE_ENDING)) return t('MsgOnlyCsv')
  if (size > MAX_FILE_BYTES) return tooLarge()
  if (lines > MAX_LINES) return t('MsgTooManyLines', { max: MAX_LINES })
  return size === 0 ? t('MsgFileEmpty') : null
}
export const tooLarge = (): Message => t('MsgFileTooLarge', { megabytes: MAX_FILE_BYTES / MEGABYTE })

const DELIMITERS = [',', ';', '\t'] as const
/** What stands between the cells of a file: what its first line has most of outside of quotation marks. */
export function delimiterOf(beginning: string): (typeof DELIMITERS)[number] {
  const line = /^\s*([^\r\n]*)/.exec(beginning)![1]!.replace(/"[^"]*"/g, '')
  const count = (delimiter: string) => line.split(delimiter).length
  return DELIMITERS.reduce((best, one) => (count(one) > count(best) ? one : best))
}

const statusKey = (word: string) => word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
const STATUSES = new Map(
  OCCUPANCY_NAMES.flatMap((name) =>
    [name, occupancyText(OCCUPANCY[name]), String(OCCUPANCY[name])].map((word): [string, number] => [
      statusKey(word),
      OCCUPANCY[name],
    ]),
  ),
)
/** The occupancy status that a cell names, by its word or its number; undefined for a word that is none. */
export const occupancyOf = (word: string): number | undefined => STATUSES.get(statusKey(word))
export const occupancyWords = (): string => OCCUPANCY_NAMES.map((name) => occupancyText(OCCUPANCY[name])).join(', ')

/** Spreadsheets are given an apostrophe in front of what they would run (decisions "People"); it is no part of the value. */
export const asTyped = (cell: string): string => cell.replace(/^'(?=[=+\-@\t\r])/, '')

export type ImportStatus = 'Checking' | 'Ready' | 'Applying' | 'Done' | 'Failed'
export const isUnderWay = (status: ImportStatus): boolean => status === 'Checking' || status === 'Applying'
export const VERDICTS = ['New', 'Changed', 'Unchanged', 'Refused', 'MovesOut', 'Stays'] as const
export type Verdict = (typeof VERDICTS)[number]

type Checked = {
  readonly status: ImportStatus
  readonly isChecked: boolean
  readonly isTruncated: boolean
  /** Refused lines that name no known property. */
  readonly unplaced: readonly number[]
  /** Lines that make or change somebody. */
  readonly toDo: number
}
type Leaving = { readonly isFullList: boolean; readonly moveOut: number; readonly of: number; readonly isConfirmed: boolean }

/** Is moving out so many to be asked about again? */
export const needsConfirmation = ({ moveOut, of }: Pick<Leaving, 'moveOut' | 'of'>): boolean => moveOut > of * MOVE_OUT_PART

/** Lines that are named in one message; more are told of with three dots. */
export const MAX_UNPLACED = 10
const unplacedText = (lines: readonly number[]): string =>
  [...lines.slice(0, MAX_UNPLACED), ...(lines.length > MAX_UNPLACED ? ['…'] : [])].join(', ')

/** Why a file cannot be applied. */
export function whyNotApply({ status, isChecked, isTruncated, unplaced, toDo }: Checked, leaving: Leaving): Message | null {
  const isReady = status === 'Ready' || (status === 'Failed' && isChecked)
  if (!isReady) return t('MsgNotReady')
  if (leaving.isFullList && isTruncated) return t('MsgCutIsNoFullList')
  if (leaving.isFullList && unplaced.length > 0) return t('MsgUnplacedIsNoFullList', { lines: unplacedText(unplaced) })
  const moveOut = leaving.isFullList ? leaving.moveOut : 0
  if (toDo === 0 && moveOut === 0) return t('MsgNothingToDo')
  const isAsked = needsConfirmation({ moveOut, of: leaving.of }) && !leaving.isConfirmed
  return isAsked ? t('MsgConfirmMoveOut', { count: moveOut, of: leaving.of }) : null
}

/** Why a file cannot be checked again with other columns. */
export function whyNotCheckAgain({
  status,
  isKept,
}: {
  readonly status: ImportStatus
  readonly isKept: boolean
}): Message | null {
  if (isUnderWay(status)) return t('MsgNotNow')
  return isKept ? null : t('MsgFileGone')
}

/** Why an import cannot be deleted. */
export const whyNotDelete = (status: ImportStatus): Message | null => (status === 'Applying' ? t('MsgNotNow') : null)
