import type { Said } from '#platform/text.ts'
import { columnSize } from './geometry.ts'
import { say } from './messages.ts'
import { type LockerType, sizeLabel } from './model.ts'

/** Longest name of a locker (spec 1 §9). */
export const LOCKER_NAME_MAX = 50

/** What a drawn layout is for (spec 1 §9). */
export const LAYOUT_MODES = { design: 1, deviceAssociate: 2, readOnly: 3 } as const
type LayoutMode = (typeof LAYOUT_MODES)[keyof typeof LAYOUT_MODES]

/** A door as the rules of a layout see it. `isNew`: not saved yet. `isDeviceAssociated`: a device opens it. */
export type LayoutLocker = {
  readonly lockerName: string
  readonly lockerType: LockerType
  readonly size: number
  readonly isNew?: boolean
  readonly isDeviceAssociated?: boolean
}
export type LayoutColumn = { readonly name: string; readonly lockers: readonly LayoutLocker[] }
type Columns = readonly LayoutColumn[]

const allLockers = (columns: Columns) => columns.flatMap((column) => column.lockers)
const isTerminal = (locker: LayoutLocker) => locker.lockerType === 'terminal'
/** Names are the same whatever their case and the blanks around them. */
const sameName = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase()

/** All columns have the same total size value; the text names the first and the first that differs from it. */
export function whyNotSameSize(columns: Columns): Said | null {
  const [first, ...others] = columns
  const differing = first && others.find((column) => columnSize(column) !== columnSize(first))
  return differing ? say('MsgLayoutColumnsNotOfSameSize', { first: first.name, second: differing.name }) : null
}

/** Names of lockers are unique in the bank. */
function whyNotUnique(columns: Columns): Said | null {
  const lockers = allLockers(columns)
  const twice = lockers.find((locker, at) =>
    lockers.slice(0, at).some((before) => sameName(before.lockerName, locker.lockerName)),
  )
  return twice ? say('MsgLayoutDuplicateLockerNumber', { name: twice.lockerName.trim() }) : null
}

function whyNotLocker({ lockerName, lockerType, size }: LayoutLocker): Said | null {
  if (!lockerName.trim()) return say('MsgLayoutLockerNameEmpty')
  if (lockerName.trim().length > LOCKER_NAME_MAX) return say('MsgLayoutLockerNameTooLong', { max: LOCKER_NAME_MAX })
  return sizeLabel(lockerType, size) ? null : say('MsgLayoutSizeUnknown', { name: lockerName.trim() })
}

/** Why a layout cannot be saved (spec 1 §5 "Layout save"), the first reason only. */
export function whyNotSave(columns: Columns): Said | null {
  const lockers = allLockers(columns)
  const wrong = lockers.map(whyNotLocker).find((said) => said !== null)
  if (wrong) return wrong
  if (lockers.filter(isTerminal).length > 1) return say('MsgLayoutTerminalOnce')
  return whyNotUnique(columns) ?? whyNotSameSize(columns)
}

/** Why a locker cannot be given a name, `others` being all lockers of the layout but itself. */
export const whyNotRename = (name: string, others: readonly LayoutLocker[]): Said | null =>
  others.some((other) => sameName(other.lockerName, name)) ? say('MsgLockerNameAlreadyAssociated', { name: name.trim() }) : null

export const whyNotAddLocker = (columns: Columns): Said | null => (columns.length === 0 ? say('MsgLayoutNeedsColumn') : null)

export const whyNotAddTerminal = (columns: Columns): Said | null =>
  whyNotAddLocker(columns) ?? (allLockers(columns).some(isTerminal) ? say('MsgLayoutTerminalOnce') : null)

/** A column can go only when no device is mapped to any of its lockers (spec 1 §4). */
export const whyNotRemoveColumn = (column: LayoutColumn): Said | null =>
  column.lockers.some((locker) => locker.isDeviceAssociated) ? say('MsgLayoutColumnHasDevices') : null

/** A locker can go when it is new, or is mapped to no device in a column that could go; a terminal in the designer only. */
export function whyNotRemoveLocker(locker: LayoutLocker, column: LayoutColumn, mode: LayoutMode): Said | null {
  if (mode === LAYOUT_MODES.readOnly) return say('MsgLayoutReadOnly')
  if (isTerminal(locker) && mode !== LAYOUT_MODES.design) return say('MsgLayoutTerminalDesignOnly')
  if (locker.isNew) return null
  return locker.isDeviceAssociated ? say('MsgLayoutLockerHasDevice') : whyNotRemoveColumn(column)
}

export const whyNotChangeType = ({ livePackages }: { readonly livePackages: number }): Said | null =>
  livePackages > 0 ? say('MsgLayoutLockerHoldsPackage') : null

/** The next free automatic name: Column1, Column2 …; L1, L2 … (spec 1 §3). */
export function nextName(prefix: 'Column' | 'L', taken: readonly string[]): string {
  let number = 1
  while (taken.some((name) => sameName(name, `${prefix}${number}`))) number += 1
  return `${prefix}${number}`
}
