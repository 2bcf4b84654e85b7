/** Width of a column in the units of a door's height: a small door (2) is three times as wide as it is high. */
export const COLUMN_WIDTH = 6

/** A rectangle in layout units, from the top left of the cabinet. */
export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

type Door = { readonly size: number }
type Column<D extends Door> = { readonly lockers: readonly D[] }

/** The total of a column's size values, which is its height; all columns of a cabinet have the same. */
export const columnSize = (column: Column<Door>): number => column.lockers.reduce((sum, locker) => sum + locker.size, 0)

/**
 * A cabinet drawn to scale: columns side by side, doors from the top in their order, as high as their size value.
 * The terminal is a door like the others. The cabinet is as high as its highest column.
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
