import { MAX_WIDTH, MIN_WIDTH } from '#platform/wire.ts'
import type { ColumnLayout } from '../grid-types.ts'

/** The columns as the list defines them. */
export const NO_CHANGES: ColumnLayout = { shown: {}, order: [], widths: {} }

type Column = { readonly id: string; readonly hidden?: boolean }

/** A stored layout; parts that are missing or invalid are as the list defines them. */
export function layoutFrom(stored: Partial<ColumnLayout> | null | undefined): ColumnLayout {
  return {
    shown: { ...stored?.shown },
    order: Array.isArray(stored?.order) ? stored.order : [],
    widths: Object.fromEntries(Object.entries({ ...stored?.widths }).map(([id, width]) => [id, withinLimits(width)])),
  }
}

/** Whether two layouts have the same changes, in whatever order the columns were changed. */
export const isSameLayout = (a: ColumnLayout, b: ColumnLayout): boolean => canonical(a) === canonical(b)
const sorted = (record: Readonly<Record<string, unknown>>) => Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1))
const canonical = ({ shown, order, widths }: ColumnLayout) => JSON.stringify([sorted(shown), order, sorted(widths)])

/** The columns in the user's order. Those that it does not name, because the list got them later, follow their neighbour. */
export function inOrder<C extends Column>(columns: readonly C[], order: readonly string[]): C[] {
  const ordered = [...new Set(order)].flatMap((id) => columns.find((column) => column.id === id) ?? [])
  for (const [index, column] of columns.entries()) {
    if (ordered.includes(column)) continue
    const neighbour = columns[index - 1]
    ordered.splice(neighbour ? ordered.indexOf(neighbour) + 1 : 0, 0, column)
  }
  return ordered
}

/** The ids with one of them moved before or behind another. */
export function moved(ids: readonly string[], id: string, to: string): string[] {
  const [from, target] = [ids.indexOf(id), ids.indexOf(to)]
  const others = ids.filter((other) => other !== id)
  if (from < 0 || target < 0) return [...ids]
  return others.toSpliced(target, 0, id)
}

export const withinLimits = (width: number): number => Math.round(Math.max(MIN_WIDTH, Math.min(MAX_WIDTH, width)))
