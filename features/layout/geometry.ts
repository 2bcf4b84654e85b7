/** Width of a column in layout units (a door's size is its height): a small door, size 2, is three times as wide as high. */
export const COLUMN_WIDTH = 6

/** Pixels per layout unit at full size: a small door is 40 px high. */
export const UNIT = 20

/** A rectangle in layout units, from the top left of the cabinet. */
export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

type Door = { readonly size: number }
type Column<D extends Door> = { readonly lockers: readonly D[] }

/** A column's height: the sum of its doors' sizes. */
export const columnSize = (column: Column<Door>): number => column.lockers.reduce((sum, locker) => sum + locker.size, 0)

/**
 * The boxes of a cabinet to scale, in layout units: columns side by side, doors from the top in their order, the terminal like
 * the others. The cabinet is as high as its highest column.
 */
export function geometry<C extends Column<Door>>(columns: readonly C[]) {
  const placed = columns.map((column, at) => {
    const box: Box = { x: at * COLUMN_WIDTH, y: 0, width: COLUMN_WIDTH, height: columnSize(column) }
    return { column, ...box, lockers: stacked<C['lockers'][number]>(column.lockers, box) }
  })
  return {
    width: columns.length * COLUMN_WIDTH,
    height: Math.max(0, ...placed.map((column) => column.height)),
    columns: placed,
  }
}

function stacked<D extends Door>(lockers: readonly D[], { x, width }: Box): (Box & { readonly locker: D })[] {
  let y = 0
  return lockers.map((locker) => {
    const box = { locker, x, y, width, height: locker.size }
    y += locker.size
    return box
  })
}
