type Door = { readonly y: number; readonly height: number; readonly locker: { readonly Id: string } }
export type Neighbours = readonly { readonly lockers: readonly Door[] }[]

/**
 * The id of the door that a key leads to from a door: arrows up and down in its column, left and right to the door at the same
 * height in the next, Home and End to the first and last door. Null when there is none, and for other keys.
 */
export function neighbour(columns: Neighbours, id: string, key: string): string | null {
  const at = columns.findIndex((column) => column.lockers.some((door) => door.locker.Id === id))
  const column = columns[at]?.lockers ?? []
  const row = column.findIndex((door) => door.locker.Id === id)
  const door = column[row]
  if (!door) return null
  const sideways = (by: number) => columns[at + by]?.lockers.find((other) => reaches(other, door.y + door.height / 2))
  const all = columns.flatMap(({ lockers }) => lockers)
  const targets: Record<string, () => Door | undefined> = {
    ArrowUp: () => column[row - 1],
    ArrowDown: () => column[row + 1],
    ArrowLeft: () => sideways(-1),
    ArrowRight: () => sideways(1),
    Home: () => all[0],
    End: () => all.at(-1),
  }
  return targets[key]?.()?.locker.Id ?? null
}

const reaches = ({ y, height }: Door, middle: number) => y <= middle && middle < y + height
