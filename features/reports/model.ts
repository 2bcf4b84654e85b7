import type { Chart as Values } from '#platform/chart.ts'

/**
 * What a report consists of, in the order in which it is read from the database and written to a format. Texts are translated
 * already; times are local ('YYYY-MM-DD HH:MM:SS'), days 'YYYY-MM-DD', percentages 0 to 100, hours decimal.
 */
export type CellKind = 'text' | 'count' | 'percent' | 'hours' | 'time' | 'day'
export type Cell = string | number | null

export type Column = {
  readonly id: string
  readonly title: string
  readonly kind: CellKind
  /** Share of the width of the page. */
  readonly width: number
  readonly isSortable?: boolean
}

/** Another report with values of its parameters. */
export type ReportLink = { readonly report: string; readonly values: Readonly<Record<string, string | readonly string[]>> }

export type Chart = Values & { readonly title: string }

/** What the groups of a table are. */
export type GroupColumn = { readonly title: string; readonly kind: CellKind }

export type Part =
  /** First, once. `details`: the parameters and their values, and 'data as of'. `language` is the organisation's, as a tag. */
  | {
      readonly kind: 'heading'
      readonly language?: string
      readonly title: string
      readonly organisation: string
      readonly details: readonly (readonly [label: string, value: string])[]
    }
  | { readonly kind: 'chart'; readonly chart: Chart }
  /** Begins a table, with a title when a report has several; `group` says what its groups are. */
  | { readonly kind: 'table'; readonly title?: string; readonly group?: GroupColumn; readonly columns: readonly Column[] }
  /** Begins a group of rows; `id` is unique in the report, and the target of its bookmark; `value` is its text as a cell, if it differs. */
  | { readonly kind: 'group'; readonly id: string; readonly text: string; readonly value?: Cell }
  /** `language` is that of the person whom a row names, as a tag, where it is known. */
  | { readonly kind: 'row'; readonly cells: readonly Cell[]; readonly link?: ReportLink; readonly language?: string }
  /** Ends a group, or the table (`isLast`); null for columns without a total. */
  | { readonly kind: 'total'; readonly text: string; readonly cells: readonly Cell[]; readonly isLast: boolean }
  /** In place of rows that there are none of. */
  | { readonly kind: 'note'; readonly text: string }

/** How a reader has changed a report: the sorted column, and the groups whose rows are hidden. */
export type Changes = {
  readonly sort?: { readonly column: string; readonly direction: 'asc' | 'desc' }
  readonly hidden?: readonly string[]
}
