/** A column that may be moved into the second line of the row; `width`: what it needs, in px, 0 if not known yet. */
type Ranked = { readonly id: string; readonly rank: number; readonly width: number; readonly isNaming: boolean }

/** Columns that stay, however narrow the list is, with the one that names the row. */
const AT_LEAST = 2

/**
 * The ids of the columns that do not fit into `available` px, the least important first. The column that names the row stays, and
 * so does the most important other one.
 */
export function columnsThatDoNotFit(columns: readonly Ranked[], available: number): ReadonlySet<string> {
  const moved = new Set<string>()
  let needed = columns.reduce((sum, { width }) => sum + width, 0)
  const byRank = columns.filter(({ isNaming }) => !isNaming).toSorted((a, b) => b.rank - a.rank)
  for (const { id, width } of byRank.slice(0, Math.max(0, columns.length - AT_LEAST))) {
    if (needed <= available) break
    moved.add(id)
    needed -= width
  }
  return moved
}
