import type { Message } from '#platform/define-messages.ts'
import { t } from './messages.ts'

/** Largest file in bytes (spec 2 §9). */
export const MAX_FILE_BYTES = 10_485_760
export const MEGABYTE = 1_048_576
/** Endings of files that are imported: the text's ".csv" means workbooks too (decisions "Files of residents"). */
export const FILE_ENDINGS = ['.csv', '.xlsx'] as const
export const hasFileEnding = (name: string): boolean => FILE_ENDINGS.some((ending) => name.toLowerCase().endsWith(ending))
/** Spreadsheets of other kinds by their ending; the messages say how to save them. */
const OTHER_KINDS = {
  xls: 'MsgWorkbookXls',
  xlt: 'MsgWorkbookXls',
  xlsm: 'MsgWorkbookMacros',
  xltm: 'MsgWorkbookMacros',
  xlsb: 'MsgWorkbookXlsb',
  ods: 'MsgWorkbookOds',
  numbers: 'MsgWorkbookNumbers',
} as const
const otherKind = (name: string) => Object.entries(OTHER_KINDS).find(([ending]) => name.toLowerCase().endsWith(`.${ending}`))?.[1]
/** Files of an organisation that may wait for their import, those being received included, and their bytes. */
export const MAX_WAITING_FILES = 20
export const MAX_WAITING_BYTES = 5 * MAX_FILE_BYTES
/** Lines of one file; a file of the largest size has fewer, unless its lines are nearly empty. */
export const MAX_LINES = 150_000
/** Headings of one file, and characters of one. */
export const MAX_HEADINGS = 500
export const MAX_HEADING = 200
/** Moving out a larger part of the residents of the file's properties needs a confirmation (decisions "People"). */
const MOVE_OUT_PART = 0.2

type UploadedFile = { readonly name: string; readonly size: number; readonly lines?: number }
/** Why a file cannot be uploaded; `lines` is left out where they have not been counted. */
export function whyNotUpload({ name, size, lines = 0 }: UploadedFile): Message | null {
  if (!hasFileEnding(name)) return t(otherKind(name) ?? 'MsgOnlyCsv')
  if (size > MAX_FILE_BYTES) return tooLarge()
  if (lines > MAX_LINES) return t('MsgTooManyLines', { max: MAX_LINES })
  return size === 0 ? t('MsgFileEmpty') : null
}
export const tooLarge = (): Message => t('MsgFileTooLarge', { megabytes: MAX_FILE_BYTES / MEGABYTE })

/** Why an organisation whose files wait cannot store another one of `size` bytes. */
export function whyNotStore(waiting: { readonly files: number; readonly bytes: number }, size: number): Message | null {
  const hasRoom = waiting.files < MAX_WAITING_FILES && waiting.bytes + size <= MAX_WAITING_BYTES
  return hasRoom ? null : t('MsgTooManyWaiting', { files: MAX_WAITING_FILES, megabytes: MAX_WAITING_BYTES / MEGABYTE })
}

/** Where a file came from: a person, or a server that it was fetched from. */
export const IMPORT_SOURCES = ['Upload', 'Sftp', 'Ftp', 'Mailbox'] as const
export type ImportSource = (typeof IMPORT_SOURCES)[number]

export type ImportStatus = 'Checking' | 'Ready' | 'Applying' | 'Done' | 'Failed'
export const isUnderWay = (status: ImportStatus): boolean => status === 'Checking' || status === 'Applying'
/** What a row of an import is: a resident of a line, or a line that is left out. */
export const ROW_VERDICTS = ['New', 'Changed', 'Unchanged', 'Refused', 'LeftOut'] as const
export type RowVerdict = (typeof ROW_VERDICTS)[number]
/** What the list of an import shows; `Warned` are rows with a warning, whatever their verdict. */
export const VERDICTS = [...ROW_VERDICTS, 'Warned', 'MovesOut', 'Stays'] as const
export type Verdict = (typeof VERDICTS)[number]

type CheckedFile = {
  readonly status: ImportStatus
  readonly isChecked: boolean
  readonly isTruncated: boolean
  /** Refused lines without a known property. */
  readonly unplaced: readonly number[]
  /** New and changed lines. */
  readonly toDo: number
  /** Words for an occupancy status that nobody has explained yet. */
  readonly unknownStatuses: readonly string[]
}
type MoveOut = {
  readonly isFullList: boolean
  readonly moveOut: number
  readonly of: number
  readonly isConfirmed: boolean
  /** A file without changes ends its import too. */
  readonly mayBeEmpty?: boolean
}

/** Whether moving out so many residents needs a confirmation. */
export const needsConfirmation = ({ moveOut, of }: Pick<MoveOut, 'moveOut' | 'of'>): boolean => moveOut > of * MOVE_OUT_PART

/** Lines named in one message; an ellipsis replaces the others. */
export const MAX_UNPLACED = 10
const unplacedText = (lines: readonly number[]): string =>
  [...lines.slice(0, MAX_UNPLACED), ...(lines.length > MAX_UNPLACED ? ['…'] : [])].join(', ')

/** Why a file cannot be applied. */
export function whyNotApply(
  { status, isChecked, isTruncated, unplaced, toDo, unknownStatuses }: CheckedFile,
  moves: MoveOut,
): Message | null {
  const isReady = status === 'Ready' || (status === 'Failed' && isChecked)
  if (!isReady) return t('MsgNotReady')
  if (unknownStatuses.length > 0) return t('MsgStatusesUnknown', { words: unknownStatuses.join(', ') })
  if (moves.isFullList && isTruncated) return t('MsgCutIsNoFullList')
  if (moves.isFullList && unplaced.length > 0) return t('MsgUnplacedIsNoFullList', { lines: unplacedText(unplaced) })
  const moveOut = moves.isFullList ? moves.moveOut : 0
  if (toDo === 0 && moveOut === 0 && !moves.mayBeEmpty) return t('MsgNothingToDo')
  const mustConfirm = needsConfirmation({ moveOut, of: moves.of }) && !moves.isConfirmed
  return mustConfirm ? t('MsgConfirmMoveOut', { count: moveOut, of: moves.of }) : null
}

/** Why a file cannot be checked again with other columns. */
export function whyNotCheckAgain(file: { readonly status: ImportStatus; readonly isKept: boolean }): Message | null {
  if (isUnderWay(file.status)) return t('MsgNotNow')
  return file.isKept ? null : t('MsgFileGone')
}

/** Why an import cannot be deleted. */
export const whyNotDelete = (status: ImportStatus): Message | null => (status === 'Applying' ? t('MsgNotNow') : null)
