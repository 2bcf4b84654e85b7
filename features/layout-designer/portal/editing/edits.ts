import {
  type Design,
  type DesignColumn,
  type DesignLocker,
  lockersOf,
  placeOf,
  withoutTerminalModes,
} from '#features/layout/design.ts'
import { DEFAULT_SIZE, DEFAULT_TERMINAL_SIZE, LOCKER_MODES, type LockerType, nearestSize } from '#features/layout/model.ts'
import { nameKey, nextName, nextNames } from '#features/layout/rules.ts'

/**
 * The designer's edits. Each returns a new design that shares all unchanged objects, or the same design when it changes nothing
 * or does not find its target. Callers check the rules first.
 */
type NewId = () => string

const TERMINAL = 'Terminal'
export const lockerNames = (design: Design) => lockersOf(design).map((locker) => locker.lockerName)
const columnNames = (design: Design) => design.map((column) => column.name)
const inserted = <T>(all: readonly T[], at: number, ...more: T[]): T[] => [...all.slice(0, at), ...more, ...all.slice(at)]
const within = (at: number, most: number) => Math.max(0, Math.min(at, most))

const changedColumn = (design: Design, id: string, change: (column: DesignColumn) => DesignColumn): Design =>
  design.some((column) => column.id === id) ? design.map((column) => (column.id === id ? change(column) : column)) : design

/** An empty column at the right, with the first free number in its name. */
export const addColumn = (design: Design, newId: NewId): Design => [
  ...design,
  { id: newId(), name: nextName('Column', columnNames(design)), lockers: [] },
]

export const removeColumn = (design: Design, id: string): Design =>
  design.some((column) => column.id === id) ? design.filter((column) => column.id !== id) : design

/** One place to the left (-1) or to the right (1). */
export function moveColumn(design: Design, id: string, by: -1 | 1): Design {
  const at = design.findIndex((column) => column.id === id)
  const to = at + by
  if (at < 0 || to < 0 || to >= design.length) return design
  return inserted(design.toSpliced(at, 1), to, design[at]!)
}

export const renameColumn = (design: Design, id: string, name: string): Design =>
  changedColumn(design, id, (column) => (column.name === name.trim() ? column : { ...column, name: name.trim() }))

/** A copy at the right of a column, with the next free names; the terminal becomes a locker of its size. */
export function duplicateColumn(design: Design, id: string, newId: NewId): Design {
  const at = design.findIndex((column) => column.id === id)
  const column = design[at]
  if (!column) return design
  const names = nextNames('L', lockerNames(design), column.lockers.length)
  const copy: DesignColumn = {
    id: newId(),
    name: nextName('Column', columnNames(design)),
    lockers: column.lockers.map((locker, i) => ({ ...locker, id: newId(), lockerName: names[i]!, lockerType: 'locker' })),
  }
  return inserted(design, at + 1, copy)
}

/** Adds a small locker, or the terminal, below the locker `below`, or without it at the foot of the column. */
export function addLocker(
  design: Design,
  { columnId, below, type }: { columnId: string; below?: string | undefined; type: LockerType },
  newId: NewId,
): Design {
  const locker: DesignLocker = {
    id: newId(),
    lockerName: type === 'terminal' ? terminalName(design) : nextName('L', lockerNames(design)),
    lockerType: type,
    size: type === 'terminal' ? DEFAULT_TERMINAL_SIZE : DEFAULT_SIZE,
    lockerMode: LOCKER_MODES.none,
    isDDAReserved: false,
  }
  return changedColumn(design, columnId, (column) => {
    const at = column.lockers.findIndex((one) => one.id === below)
    return { ...column, lockers: inserted(column.lockers, at < 0 ? column.lockers.length : at + 1, locker) }
  })
}
/** The terminal's automatic name; an automatic locker name when another locker is called Terminal. */
export const terminalName = (design: Design) =>
  lockerNames(design).some((name) => nameKey(name) === nameKey(TERMINAL)) ? nextName('L', lockerNames(design)) : TERMINAL

export function removeLocker(design: Design, id: string): Design {
  const place = placeOf(design, id)
  if (!place) return design
  return changedColumn(design, place.column.id, (column) => ({ ...column, lockers: column.lockers.toSpliced(place.at, 1) }))
}

export type LockerChange = Partial<Omit<DesignLocker, 'id'>>

/** Changes name, size, type, mode or accessibility. With another type the size becomes the nearest one of that type. */
export function changeLocker(design: Design, id: string, change: LockerChange): Design {
  const place = placeOf(design, id)
  if (!place) return design
  const { locker } = place
  const type = change.lockerType ?? locker.lockerType
  const size = change.size ?? (type === locker.lockerType ? locker.size : nearestSize(type, locker.size))
  const lockerName = change.lockerName?.trim() ?? locker.lockerName
  const next = withoutTerminalModes({ ...locker, ...change, lockerName, size })
  const isSame = (Object.keys(next) as (keyof DesignLocker)[]).every((key) => next[key] === locker[key])
  if (isSame) return design
  return changedColumn(design, place.column.id, (column) => ({ ...column, lockers: column.lockers.with(place.at, next) }))
}

/** The place to move a locker to: `at` is its index in the column without itself. */
export type Target = { readonly columnId: string; readonly at: number }

export function moveLocker(design: Design, id: string, { columnId, at }: Target): Design {
  const place = placeOf(design, id)
  const target = design.find((column) => column.id === columnId)
  if (!place || !target) return design
  const others = target.lockers.filter((locker) => locker.id !== id)
  const to = within(at, others.length)
  if (target.id === place.column.id && to === place.at) return design
  return design.map((column) => {
    if (column.id === columnId) return { ...column, lockers: inserted(others, to, place.locker) }
    return column.id === place.column.id ? { ...column, lockers: column.lockers.toSpliced(place.at, 1) } : column
  })
}

export type Direction = 'up' | 'down' | 'left' | 'right'

/** The target of one step: one place in the column, or the same height in the next column. Undefined at the edge. */
export function stepFrom(design: Design, id: string, direction: Direction): Target | undefined {
  const place = placeOf(design, id)
  if (!place) return undefined
  const { column, columnAt, at } = place
  if (direction === 'up' || direction === 'down') {
    const to = at + (direction === 'up' ? -1 : 1)
    return to < 0 || to >= column.lockers.length ? undefined : { columnId: column.id, at: to }
  }
  const next = design[columnAt + (direction === 'left' ? -1 : 1)]
  const above = column.lockers.slice(0, at).reduce((sum, locker) => sum + locker.size, 0)
  return next && { columnId: next.id, at: placeAtHeight(next, above) }
}

/** How many doors of a column are above a height, at least by half. */
function placeAtHeight({ lockers }: DesignColumn, height: number): number {
  let top = 0
  const at = lockers.findIndex(({ size }) => {
    const isBelow = top + size / 2 > height
    top += size
    return isBelow
  })
  return at < 0 ? lockers.length : at
}
