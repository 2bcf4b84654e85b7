import { t } from '#features/layout/cabinet-messages.ts'
import { type Design, type DesignLocker, lockersOf } from '#features/layout/design.ts'
import { columnSize } from '#features/layout/geometry.ts'
import { LOCKER_MODES, LOCKER_SIZES, type LockerType, TERMINAL_SIZES } from '#features/layout/model.ts'
import { nextNames } from '#features/layout/rules.ts'
import { lockerNames, terminalName } from './edits.ts'

/** `counts`: lockers by size value, spread over `columns`; `terminal`: its size value, or null for none. */
export type Template = {
  readonly counts: Readonly<Record<number, number>>
  readonly columns: number
  readonly terminal: number | null
}

const { extrasmall: XS, small: S, medium: M, large: L, extralarge: XL } = LOCKER_SIZES
/** Common cabinets. */
export const TEMPLATES: readonly Template[] = [
  { counts: { [S.value]: 20, [M.value]: 8, [L.value]: 4 }, columns: 4, terminal: null },
  { counts: { [S.value]: 14, [M.value]: 4, [L.value]: 2 }, columns: 3, terminal: TERMINAL_SIZES.small.value },
  {
    counts: { [XS.value]: 8, [S.value]: 20, [M.value]: 8, [L.value]: 4, [XL.value]: 2 },
    columns: 6,
    terminal: TERMINAL_SIZES.small.value,
  },
]

/** '20 small, 8 medium, 4 large', with the terminal if there is one. */
export function templateText({ counts, terminal }: Template): string {
  const parts = Object.values(LOCKER_SIZES).flatMap(({ value, words }) => (counts[value] ? [`${counts[value]} ${words}`] : []))
  return [...parts, ...(terminal === null ? [] : [t('ATerminal').text])].join(', ')
}

type Door = { readonly type: LockerType; readonly size: number }
const doorsOf = ({ counts, terminal }: Template): Door[] => [
  ...(terminal === null ? [] : [{ type: 'terminal', size: terminal } as const]),
  ...Object.entries(counts).flatMap(([size, count]) =>
    Array.from({ length: count }, (): Door => ({ type: 'locker', size: Number(size) })),
  ),
]

/** The doors of each column, small ones at the top; null when they cannot be spread over columns of equal height. */
export function spread(template: Template): Door[][] | null {
  const doors = doorsOf(template)
  const height = columnSize({ lockers: doors }) / template.columns
  if (doors.length === 0 || !Number.isInteger(height)) return null
  return (evenly(doors, template.columns, height) ?? exactly(doors, template.columns, height))?.map(inOrder) ?? null
}

const bySize = (one: Door, other: Door) => one.size - other.size
/** Small doors at the top, large ones at the bottom; the terminal second, at eye level. */
function inOrder(doors: readonly Door[]): Door[] {
  const lockers = doors.filter(({ type }) => type === 'locker').toSorted(bySize)
  return lockers.toSpliced(1, 0, ...doors.filter(({ type }) => type === 'terminal'))
}

/** Each door, the largest first, into the column with the most room: looks best, and nearly always fits. */
function evenly(doors: readonly Door[], columns: number, height: number): Door[][] | null {
  const made = Array.from({ length: columns }, () => ({ left: height, doors: [] as Door[] }))
  for (const door of doors.toSorted((one, other) => bySize(other, one))) {
    const roomiest = made.reduce((best, column) => (column.left > best.left ? column : best))
    if (roomiest.left < door.size) return null
    roomiest.doors.push(door)
    roomiest.left -= door.size
  }
  return made.map((column) => column.doors)
}

/** The search ends after this many steps, a few milliseconds. */
const MOST_STEPS = 50_000

/** Fills one column after the other exactly, by backtracking. */
function exactly(doors: readonly Door[], columns: number, height: number): Door[][] | null {
  const left = doors.toSorted((one, other) => bySize(other, one))
  const made: Door[][] = [[]]
  let steps = 0
  const fill = (room: number, from: number): boolean => {
    if (room === 0) {
      if (made.length === columns) return true
      made.push([])
      if (fill(height, 0)) return true
      made.pop()
      return false
    }
    for (let at = from; at < left.length; at++) {
      const door = left[at]!
      if (door.size > room || (at > from && left[at - 1]!.size === door.size && left[at - 1]!.type === door.type)) continue
      if (++steps > MOST_STEPS) return false
      left.splice(at, 1)
      made.at(-1)!.push(door)
      if (fill(room - door.size, at)) return true
      made.at(-1)!.pop()
      left.splice(at, 0, door)
    }
    return false
  }
  return fill(height, 0) ? made : null
}

/** The numbers of columns, up to `most`, over which a template's doors can be spread. */
export const possibleColumns = (template: Template, most = 20): number[] =>
  Array.from({ length: most }, (_, i) => i + 1).filter((columns) => spread({ ...template, columns }) !== null)

/** The template's columns at the right of the design, with the next free names; null when it cannot be spread. */
export function addTemplate(design: Design, template: Template, newId: () => string): Design | null {
  const columns = spread(template)
  if (!columns) return null
  const names = nextNames(
    'Column',
    design.map((column) => column.name),
    columns.length,
  )
  const numbers = nextNames('L', lockerNames(design), columns.flat().length)
  let next = 0
  const lockerOf = ({ type, size }: Door): DesignLocker => ({
    id: newId(),
    lockerName: type === 'terminal' ? terminalName(design) : numbers[next++]!,
    lockerType: type,
    size,
    lockerMode: LOCKER_MODES.none,
    isDDAReserved: false,
  })
  return [...design, ...columns.map((doors, i) => ({ id: newId(), name: names[i]!, lockers: doors.map(lockerOf) }))]
}

export const doorCount = (template: Template) => doorsOf(template).length
export const hasTerminal = (design: Design) => lockersOf(design).some(({ lockerType }) => lockerType === 'terminal')
