import type { Message } from '#platform/define-messages.ts'
import { columnSize } from './geometry.ts'
import { t } from './messages.ts'
import { LOCKER_MODES, type LockerType, sizeLabel } from './model.ts'

/** Longest name of a locker, and of a column (spec 1 §9). */
export const LOCKER_NAME_MAX = 50
/** The largest cabinets built have a few hundred doors. */
export const LAYOUT_LOCKERS_MAX = 1000
export const LAYOUT_COLUMNS_MAX = 100

/** What a layout is displayed for (spec 1 §9). */
export const LAYOUT_MODES = { design: 1, deviceAssociate: 2, readOnly: 3 } as const
type LayoutMode = (typeof LAYOUT_MODES)[keyof typeof LAYOUT_MODES]

/** The use of a saved locker, which may forbid removing or changing it. */
export type LockerUse = {
  /** A device is mapped to it. */
  readonly isDeviceAssociated?: boolean
  readonly livePackages?: number
  /** A drop-off in progress has reserved it. */
  readonly isReserved?: boolean
}
/** The fields of a locker that the layout rules read. `isNew`: not saved yet. */
export type LayoutLocker = LockerUse & {
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
/** Names are compared without case and blanks: 'L 1' and 'l1' are the same locker to a person. */
export const nameKey = (name: string) => name.normalize('NFKC').replace(/\s+/g, '').toLowerCase()

/** The first item whose name an earlier one has. */
function firstDuplicate<T>(all: readonly T[], nameOf: (one: T) => string): T | undefined {
  const seen = new Set<string>()
  return all.find((one) => seen.size === seen.add(nameKey(nameOf(one))).size)
}

/** All columns must have the same total size; the message names the first column and the first that differs from it. */
export function whyNotSameSize(columns: Columns): Message | null {
  const [first, ...others] = columns
  const differing = first && others.find((column) => columnSize(column) !== columnSize(first))
  return differing ? t('MsgLayoutColumnsNotOfSameSize', { first: first.name, second: differing.name }) : null
}

/** Locker names are unique in the bank. */
function whyNotUnique(columns: Columns): Message | null {
  const duplicate = firstDuplicate(allLockers(columns), (locker) => locker.lockerName)
  return duplicate ? t('MsgLayoutDuplicateLockerNumber', { name: duplicate.lockerName.trim() }) : null
}

function whyNotColumns(columns: Columns): Message | null {
  if (columns.length > LAYOUT_COLUMNS_MAX) return t('MsgLayoutTooManyColumns', { max: LAYOUT_COLUMNS_MAX })
  if (columns.some(({ name }) => !name.trim())) return t('MsgLayoutColumnNameEmpty')
  const duplicate = firstDuplicate(columns, (column) => column.name)
  return duplicate ? t('MsgLayoutDuplicateColumn', { name: duplicate.name.trim() }) : null
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
  const wrong = whyNotColumns(columns) ?? lockers.map(whyNotLocker).find((whyNot) => whyNot !== null)
  if (wrong) return wrong
  if (lockers.filter(isTerminal).length > 1) return t('MsgLayoutTerminalOnce')
  return whyNotUnique(columns) ?? whyNotSameSize(columns)
}

/** Why a locker cannot have a name; `others`: all other lockers of the layout. */
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

/** Why a column cannot be removed: a device is mapped to one of its lockers (spec 1 §4), or one holds a package. */
export const whyNotRemoveColumn = (column: LayoutColumn): Message | null =>
  whyNotMapped(column) ?? column.lockers.map(whyNotEmpty).find((whyNot) => whyNot !== null) ?? null

const whyNotMapped = ({ name, lockers }: LayoutColumn) =>
  lockers.some((locker) => locker.isDeviceAssociated) ? t('MsgLayoutColumnHasDevices', { name }) : null

/** Why a locker cannot be removed. New ones always can, saved ones when their column has no device; a terminal in the designer only. */
export function whyNotRemoveLocker(locker: LayoutLocker, column: LayoutColumn, mode: LayoutMode): Message | null {
  if (mode === LAYOUT_MODES.readOnly) return t('MsgLayoutReadOnly')
  if (isTerminal(locker) && mode !== LAYOUT_MODES.design) return t('MsgLayoutTerminalDesignOnly')
  if (locker.isNew) return null
  return whyNotBlank(locker) ?? whyNotMapped(column)
}

/** Why a saved locker cannot become a blank panel: the same reasons as for removing it. */
export const whyNotBlank = (locker: Named & LockerUse): Message | null =>
  locker.isDeviceAssociated ? t('MsgLayoutLockerHasDevice', { name: locker.lockerName }) : whyNotEmpty(locker)

function whyNotEmpty({ lockerName: name, livePackages = 0, isReserved }: Named & LockerUse): Message | null {
  if (livePackages > 0) return t('MsgLayoutPackageInside', { name })
  return isReserved ? t('MsgLayoutReserved', { name }) : null
}

/** Why a saved locker cannot change its type: it holds a package (spec 1 §4), or is mapped or reserved. */
export function whyNotChangeType({
  lockerName: name,
  livePackages = 0,
  isDeviceAssociated,
  isReserved,
}: Named & LockerUse): Message | null {
  if (livePackages > 0) return t('MsgLayoutLockerHoldsPackage', { name })
  if (isDeviceAssociated) return t('MsgLayoutMappedKeepsType', { name })
  return isReserved ? t('MsgLayoutReserved', { name }) : null
}

/** Why a saved locker cannot change its mode; only a blank panel is restricted. */
export const whyNotChangeMode = (locker: Named & LockerUse, mode: number): Message | null =>
  mode === LOCKER_MODES.removed ? whyNotBlank(locker) : null

/** The next free automatic names, filling gaps: Column1, Column2 …; L1, L2 … (spec 1 §3). */
export function nextNames(prefix: 'Column' | 'L', taken: readonly string[], count: number): string[] {
  const keys = new Set(taken.map(nameKey))
  const names: string[] = []
  for (let number = 1; names.length < count; number++)
    if (!keys.has(nameKey(`${prefix}${number}`))) names.push(`${prefix}${number}`)
  return names
}
export const nextName = (prefix: 'Column' | 'L', taken: readonly string[]): string => nextNames(prefix, taken, 1)[0]!
