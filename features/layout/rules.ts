import type { Message } from '#platform/define-messages.ts'
import { columnSize } from './geometry.ts'
import { t } from './messages.ts'
import { LOCKER_MODES, type LockerType, sizeLabel } from './model.ts'

/** Longest name of a locker, and of a column (spec 1 §9). */
export const LOCKER_NAME_MAX = 50
/** The largest cabinets that are built have some hundred doors; a body beyond this is no cabinet. */
export const LAYOUT_LOCKERS_MAX = 1000
export const LAYOUT_COLUMNS_MAX = 100

/** What a drawn layout is for (spec 1 §9). */
export const LAYOUT_MODES = { design: 1, deviceAssociate: 2, readOnly: 3 } as const
type LayoutMode = (typeof LAYOUT_MODES)[keyof typeof LAYOUT_MODES]

/** What stands behind a saved door, and keeps it from being removed or made something else. */
export type Standing = {
  /** A device opens it. */
  readonly isDeviceAssociated?: boolean
  readonly livePackages?: number
  /** A drop-off that is under way has it. */
  readonly isReserved?: boolean
}
/** A door as the rules of a layout see it. `isNew`: not saved yet. */
export type LayoutLocker = Standing & {
  readonly lockerName: string
  readonly lockerType: LockerType
  readonly size: number
  readonly isNew?: boolean
}
export type LayoutColumn = { readonly name: string; readonly lockers: readonly LayoutLocker[] }
type Columns = readonly LayoutColumn[]
type Named = Pick<LayoutLocker, 'lockerName'>

const allLockers = (columns: Columns) => columns.flatMap((column) => column.lockers)
const isTerminal = (locker: LayoutLocker) => locker.lockerType === 'terminal'
/** Names are the same whatever their case and their blanks: 'L 1' on the steel is 'l1' to whoever looks for it. */
export const nameKey = (name: string) => name.normalize('NFKC').replace(/\s+/g, '').toLowerCase()

/** The first that has the name of one before it. */
function namedTwice<T>(all: readonly T[], nameOf: (one: T) => string): T | undefined {
  const seen = new Set<string>()
  return all.find((one) => seen.size === seen.add(nameKey(nameOf(one))).size)
}

/** All columns have the same total size value; the text names the first and the first that differs from it. */
export function whyNotSameSize(columns: Columns): Message | null {
  const [first, ...others] = columns
  const differing = first && others.find((column) => columnSize(column) !== columnSize(first))
  return differing ? t('MsgLayoutColumnsNotOfSameSize', { first: first.name, second: differing.name }) : null
}

/** Names of lockers are unique in the bank. */
function whyNotUnique(columns: Columns): Message | null {
  const twice = namedTwice(allLockers(columns), (locker) => locker.lockerName)
  return twice ? t('MsgLayoutDuplicateLockerNumber', { name: twice.lockerName.trim() }) : null
}

function whyNotColumns(columns: Columns): Message | null {
  if (columns.length > LAYOUT_COLUMNS_MAX) return t('MsgLayoutTooManyColumns', { max: LAYOUT_COLUMNS_MAX })
  if (columns.some(({ name }) => !name.trim())) return t('MsgLayoutColumnNameEmpty')
  const twice = namedTwice(columns, (column) => column.name)
  return twice ? t('MsgLayoutDuplicateColumn', { name: twice.name.trim() }) : null
}

function whyNotLocker({ lockerName, lockerType, size }: LayoutLocker): Message | null {
  if (!lockerName.trim()) return t('MsgLayoutLockerNameEmpty')
  if (lockerName.trim().length > LOCKER_NAME_MAX) return t('MsgLayoutLockerNameTooLong', { max: LOCKER_NAME_MAX })
  return sizeLabel(lockerType, size) ? null : t('MsgLayoutSizeUnknown', { name: lockerName.trim() })
}

/** Why a layout cannot be saved (spec 1 §5 "Layout save"), the first reason only. */
export function whyNotSave(columns: Columns): Message | null {
  const lockers = allLockers(columns)
  if (lockers.length > LAYOUT_LOCKERS_MAX) return t('MsgLayoutTooManyLockers', { max: LAYOUT_LOCKERS_MAX })
  const wrong = whyNotColumns(columns) ?? lockers.map(whyNotLocker).find((said) => said !== null)
  if (wrong) return wrong
  if (lockers.filter(isTerminal).length > 1) return t('MsgLayoutTerminalOnce')
  return whyNotUnique(columns) ?? whyNotSameSize(columns)
}

/** Why a locker cannot be given a name, `others` being all lockers of the layout but itself. */
export function whyNotRename(name: string, others: readonly Named[]): Message | null {
  if (!name.trim()) return t('MsgLayoutLockerNameEmpty')
  if (name.trim().length > LOCKER_NAME_MAX) return t('MsgLayoutLockerNameTooLong', { max: LOCKER_NAME_MAX })
  const key = nameKey(name)
  return others.some((other) => nameKey(other.lockerName) === key)
    ? t('MsgLockerNameAlreadyAssociated', { name: name.trim() })
    : null
}

/** Why `more` columns cannot be added. */
export const whyNotAddColumn = (columns: Columns, more = 1): Message | null =>
  columns.length + more > LAYOUT_COLUMNS_MAX ? t('MsgLayoutTooManyColumns', { max: LAYOUT_COLUMNS_MAX }) : null

/** Why `more` lockers cannot be added. */
export function whyNotAddLocker(columns: Columns, more = 1): Message | null {
  if (columns.length === 0) return t('MsgLayoutNeedsColumn')
  const count = columns.reduce((sum, column) => sum + column.lockers.length, more)
  return count > LAYOUT_LOCKERS_MAX ? t('MsgLayoutTooManyLockers', { max: LAYOUT_LOCKERS_MAX }) : null
}

export const whyNotAddTerminal = (columns: Columns): Message | null =>
  whyNotAddLocker(columns) ?? (allLockers(columns).some(isTerminal) ? t('MsgLayoutTerminalOnce') : null)

/** A column can go only when no device is mapped to any of its lockers (spec 1 §4), and nothing lies in them. */
export const whyNotRemoveColumn = (column: LayoutColumn): Message | null =>
  whyNotMapped(column) ?? column.lockers.map(whyNotEmpty).find((said) => said !== null) ?? null

const whyNotMapped = ({ name, lockers }: LayoutColumn) =>
  lockers.some((locker) => locker.isDeviceAssociated) ? t('MsgLayoutColumnHasDevices', { name }) : null

/** A locker can go when it is new, or is mapped to no device in a column that could go; a terminal in the designer only. */
export function whyNotRemoveLocker(locker: LayoutLocker, column: LayoutColumn, mode: LayoutMode): Message | null {
  if (mode === LAYOUT_MODES.readOnly) return t('MsgLayoutReadOnly')
  if (isTerminal(locker) && mode !== LAYOUT_MODES.design) return t('MsgLayoutTerminalDesignOnly')
  if (locker.isNew) return null
  return whyNotBlank(locker) ?? whyNotMapped(column)
}

/** Why a saved locker cannot become a blank in the steel: what is behind it would be lost as if it were removed. */
export const whyNotBlank = (locker: Named & Standing): Message | null =>
  locker.isDeviceAssociated ? t('MsgLayoutLockerHasDevice', { name: locker.lockerName }) : whyNotEmpty(locker)

function whyNotEmpty({ lockerName: name, livePackages = 0, isReserved }: Named & Standing): Message | null {
  if (livePackages > 0) return t('MsgLayoutPackageInside', { name })
  return isReserved ? t('MsgLayoutReserved', { name }) : null
}

/** A locker that holds a package keeps its type (spec 1 §4), and so does one that a device opens or a drop-off waits for. */
export function whyNotChangeType({
  lockerName: name,
  livePackages = 0,
  isDeviceAssociated,
  isReserved,
}: Named & Standing): Message | null {
  if (livePackages > 0) return t('MsgLayoutLockerHoldsPackage', { name })
  if (isDeviceAssociated) return t('MsgLayoutMappedKeepsType', { name })
  return isReserved ? t('MsgLayoutReserved', { name }) : null
}

/** The same for another mode: whatever a locker is kept for, it stays one; only a blank is none any more. */
export const whyNotChangeMode = (locker: Named & Standing, mode: number): Message | null =>
  mode === LOCKER_MODES.removed ? whyNotBlank(locker) : null

/** The next free automatic names: Column1, Column2 …; L1, L2 … (spec 1 §3). */
export function nextNames(prefix: 'Column' | 'L', taken: readonly string[], count: number): string[] {
  const keys = new Set(taken.map(nameKey))
  const names: string[] = []
  for (let number = 1; names.length < count; number++)
    if (!keys.has(nameKey(`${prefix}${number}`))) names.push(`${prefix}${number}`)
  return names
}
export const nextName = (prefix: 'Column' | 'L', taken: readonly string[]): string => nextNames(prefix, taken, 1)[0]!
