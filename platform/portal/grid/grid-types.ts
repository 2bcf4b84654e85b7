import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { BulkOperation } from '#platform/bulk.ts'
import type { Operation } from '#platform/operation.ts'
import type { Permission } from '#platform/permissions.ts'
import type { Removed } from '#platform/wire.ts'
import type { PortalBulkAction } from '../bulk/bulk-action.ts'

/** The reply of a paged operation. */
export type Page<Row> = { Data: Row[]; Total: number; TotalIsAtLeast?: boolean | undefined; After?: string | null | undefined }

type Sorted<Sort extends string> = z.ZodType<{ SortColumn: Sort }>
export type PagedOperation<Row, Sort extends string> = Operation<z.ZodType, z.ZodType, Sorted<Sort>, z.ZodType<Page<Row>>>

/**
 * The source of the rows: an operation with `pageQuery` and `pageOf`, whose types define rows and sortable columns; or one whose
 * reply `pageOfReply` converts.
 */
export type GridSource<Row, Sort extends string> =
  | { operation: PagedOperation<Row, Sort>; pageOfReply?: undefined }
  | { operation: Operation<z.ZodType, z.ZodType, Sorted<Sort>>; pageOfReply: (reply: unknown) => Page<Row> }

/** All of a column but its id. */
export type ColumnLook<Row> = {
  header: string
  /** The content of the cell; the field's text by default. */
  cell?: (row: Row) => ReactNode
  /** The cell as plain text, for the export; the field's text by default. */
  text?: (row: Row) => string
  /** For numbers. */
  align?: 'right'
  /** Fixed width in px; by default the content decides. */
  width?: number
  /**
   * The row's header for assistive technology, and its link; always shown and sticky when the others scroll. The first column by
   * default.
   */
  names?: boolean
  /** One of the few columns that a card shows below 900 px; the first is its heading. */
  card?: boolean
  /** A link from the row; a card shows all of them in its last line. */
  way?: boolean
  /** Hidden until selected in the column menu. */
  hidden?: boolean
  /**
   * Place in the order of importance, from 1; by default that in the definitions. Where a list is too narrow for all columns, those
   * of the highest rank move into the second line of the row.
   */
  rank?: number
  /** A link to where the row leads; omitted where the list is too narrow for it, instead of a second line. */
  repeatsRow?: boolean
}

/**
 * A column of a grid. `id` is the name of the row's field and the column's name in the contract's sorts, so every column can be
 * sorted; it also identifies the column in stored settings. A column of links is neither sorted nor exported.
 */
export type GridColumn<Row, Sort extends string = string> = ColumnLook<Row> &
  ({ id: Sort; links?: undefined; unsorted?: undefined } | { id: string; links: true; unsorted?: undefined } | Unsorted)
/** A column that the operation does not sort by. */
type Unsorted = { id: string; links?: undefined; unsorted: true }

export type FilterChoice = { Id: string; Name: string }
/** The open editor of a filter, with the text that its user types. */
export type FilterEditing = { readonly isOpen: boolean; readonly text: string }
type Choices = { choices: readonly FilterChoice[]; loading?: boolean; isSearched?: boolean }
export type FilterValues = Readonly<Record<string, string>>

/** A filter of the rows; its value is stored in the address and sent in the query, both under its name. */
export type GridFilter = {
  /** The field of the operation's input. */
  name: string
  label: string
  /** `search` is the text field before the chips; its label names the searched fields. */
  kind: 'text' | 'choice' | 'choices' | 'search'
  /**
   * A hook that returns the choices; it receives the other filters, so that cities depend on the country. With `isSearched` the
   * choices are those of the typed text, found at the server.
   */
  useChoices?: (values: FilterValues, editor: FilterEditing) => Choices
  /** The filter that this one depends on: cleared with it and offered only once it is set. Ignored in a list without it. */
  parent?: string
  /** The filter that limits this one's choices but is not required for it; changing it clears this one. */
  narrowedBy?: string
  /** Converts the text in the address to the value in the query; texts are unchanged, `choices` become a list. */
  toInput?: (value: string) => unknown
  /** For texts: a day, which is chosen from a calendar and sent as `2026-11-22`. */
  isDay?: boolean
  /** The initial value; users can still select 'any'. */
  initial?: string
  /** Shown even when not set, if it is one of the first few. */
  pinned?: boolean
  /** Names and e-mail addresses: never stored in local storage. */
  personal?: boolean
}

/** What a user has changed of a list's columns. */
export type ColumnLayout = {
  readonly shown: Readonly<Record<string, boolean>>
  /** Ids of all columns; empty for the order of the definitions. */
  readonly order: readonly string[]
  /** In px. */
  readonly widths: Readonly<Record<string, number>>
}

/** What a list shows, as a view keeps it: filters and sort as in the address, null for the default. */
export type ViewContent = { filters: FilterValues; columns: ColumnLayout; sort: string | null; size: number | null }
/** A view that the user has saved; `list` is the id of the grid. */
export type GridView = ViewContent & { id: string; list: string; name: string; isDefault: boolean }

/** Deletion of checked rows; refused ones are listed with the reason. */
export type GridRemove = {
  operation: Operation<z.ZodType, z.ZodType, z.ZodType<string[], string[]>, typeof Removed>
  permission: Permission
  /** The button: 'Delete vehicles'. */
  label: string
  /** Deletes all that match as well; the checked rows alone without it. */
  many?: BulkOperation
}

export type GridProps<Row, Sort extends string> = GridSource<Row, Sort> & {
  /** Key under which columns are stored; unique in the portal. */
  id: string
  title: string
  columns: readonly GridColumn<Row, NoInfer<Sort>>[]
  rowId: (row: Row) => string
  /** The name of a row for assistive technology: 'Select Anna Berg'. */
  rowName: (row: Row) => string
  /** The heading of a row's card when no single column is it; the card then shows all of its columns. */
  cardHeading?: (row: Row) => ReactNode
  /** The screen that a row opens: by a click, by Enter, and by a real link in the column that names it. */
  open?: (row: Row) => string | null
  filters?: readonly GridFilter[]
  /** Parameters of the operation's path. */
  params?: Readonly<Record<string, string>>
  /** Level of the title; 2 for a grid inside a screen. */
  level?: 1 | 2
  /** The specification's text for a failed load, if any. */
  failure?: string
  /** Writes the CSV at the server, of any number of rows; otherwise the portal writes it page by page, up to its limit. */
  exportFile?: (query: Record<string, unknown>, columns: Sort[], signal: AbortSignal) => Promise<Blob>
  /** Fixed parts of the query. */
  fixed?: Readonly<Record<string, unknown>>
  /** Content between title and filters. */
  lead?: ReactNode
  /** Right of the title; the primary action last. */
  actions?: ReactNode
  remove?: GridRemove
  /** Replaces the export of the shown columns; receives the list's query. */
  exportButton?: (query: object) => ReactNode
  /** Actions on checked rows, or on all that match. Rows have checkboxes if this or `remove` is set. */
  bulk?: readonly PortalBulkAction[]
  /** Shown when the list is empty. */
  empty?: ReactNode
  /** Stores the filters, except personal ones, in local storage and restores them. */
  remember?: boolean
  /** For short lists: all rows are read at once and on one page. Filters and sorts them by the list's query. */
  whole?: (rows: readonly Row[], query: Readonly<Record<string, unknown>>) => Row[]
  /** Initial rows per page; 20 by default. */
  pageSize?: number
  /** Refetches every so many ms. */
  every?: number
}
