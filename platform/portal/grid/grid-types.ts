import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { Operation } from '#platform/operation.ts'
import type { Permission } from '#platform/permissions.ts'
import type { Removed } from '#platform/wire.ts'

/** A page as every paged operation answers it. */
export type Page<Row> = { Data: Row[]; Total: number; TotalIsAtLeast?: boolean | undefined; After?: string | null | undefined }

// biome-ignore lint/suspicious/noExplicitAny: the grid asks nothing of path and query, and of the reply only a page
type Asks<Sort extends string, Output extends z.ZodType> = Operation<any, any, z.ZodType<{ SortColumn: Sort }>, Output>

/**
 * Where rows come from: an operation made of `pageQuery` and `pageOf`, from whose types rows and sortable columns are read; or
 * one whose reply `pageOfReply` makes a page of.
 */
export type GridSource<Row, Sort extends string> =
  | { operation: Asks<Sort, z.ZodType<Page<Row>>>; pageOfReply?: undefined }
  // biome-ignore lint/suspicious/noExplicitAny: pageOfReply says what the reply is
  | { operation: Asks<Sort, any>; pageOfReply: (reply: any) => Page<Row> }

export type GridColumn<Row, Sort extends string = string> = {
  /** Name of the row's field; also what the column is remembered by. */
  id: string
  header: string
  /** What the cell shows; the field's text when left out. */
  cell?: (row: Row) => ReactNode
  /** The cell as plain text, for the export; the field's text when left out. */
  text?: (row: Row) => string
  /** Its name in the contract's sorts; a column without one cannot be sorted. */
  sort?: Sort
  /** For numbers. */
  align?: 'right'
  /** Width in px when the content should not decide. */
  width?: number
  /**
   * Names the row: its header for assistive technology and its link; always shown, and in sight when the others scroll by.
   * The first column when none says so.
   */
  names?: boolean
  /** One of the few columns that a card shows below 900 px; the first is its heading. */
  card?: boolean
  /** Holds links, which a file has no use for: it is left out of the export. */
  links?: boolean
  /** A way on from the row; a card shows all of them in its last line. */
  way?: boolean
  /** Not shown until chosen in the column chooser. */
  hidden?: boolean
}

export type FilterChoice = { Id: string; Name: string }
export type FilterValues = Readonly<Record<string, string>>

/** A filter over the rows; its value lives in the address under its name and goes into the query under the same name. */
export type GridFilter = {
  /** The field of the operation's input. */
  name: string
  label: string
  /** `search` is the one open field before the chips; its label names what it searches. */
  kind: 'text' | 'choice' | 'choices' | 'search'
  /** A hook that returns the choices; it receives the other filters, so that buildings depend on the property. */
  useChoices?: (values: FilterValues) => { choices: readonly FilterChoice[]; loading?: boolean }
  /** The filter that this one depends on: cleared with it and offered only once it is set. A list may be without it. */
  parent?: string
  /** The filter that narrows this one's choices, where there is something to choose without it too; clears it as well. */
  narrowedBy?: string
  /** Converts the text in the address to the value in the query; texts are unchanged, `choices` become a list. */
  toInput?: (value: string) => unknown
  /** Value at first; a person may still set it to 'any'. */
  initial?: string
  /** Shown even when not set. */
  pinned?: boolean
  /** Names and e-mails: never kept in local storage. */
  personal?: boolean
}

/** Deletion of checked rows; those refused are named with their reason. */
export type GridRemove = {
  // biome-ignore lint/suspicious/noExplicitAny: only the input and the reply matter here
  operation: Operation<any, any, z.ZodType<string[], string[]>, typeof Removed>
  permission: Permission
  /** The button: 'Delete Residents'. */
  label: string
}

export type GridProps<Row, Sort extends string> = GridSource<Row, Sort> & {
  /** Key under which columns are stored; unique in the portal. */
  id: string
  title: string
  columns: readonly GridColumn<Row, NoInfer<Sort>>[]
  rowId: (row: Row) => string
  /** The name of a row for assistive technology: 'Select Anna Berg'. */
  rowName: (row: Row) => string
  /** What heads a row's card where no column says it alone; beside it stand all of the columns that are on cards. */
  cardHeading?: (row: Row) => ReactNode
  /** The screen that a row opens: whole row, Enter, and a real link in the column that names it. */
  open?: (row: Row) => string | null
  filters?: readonly GridFilter[]
  /** Parameters of the operation's path. */
  params?: Readonly<Record<string, string>>
  /** Level of the title; 2 for a grid that is a part of a screen. */
  level?: 1 | 2
  /** The text of a failed load, where the spec has one. */
  failure?: string
  /** Parts of the query that never change. */
  fixed?: Readonly<Record<string, unknown>>
  /** Between title and filters: what the whole list says before one reads it. */
  lead?: ReactNode
  /** Right of the title; the primary action last. */
  actions?: ReactNode
  remove?: GridRemove
  /** Buttons for checked rows. Rows get checkboxes when this or `remove` is there. */
  bulk?: (selected: readonly Row[], clear: () => void) => ReactNode
  /** What to do when there is no row at all. */
  empty?: ReactNode
  /** Stores the filters in local storage, without the personal ones, and restores them on return. */
  remember?: boolean
  /** All rows on one page; only for short lists. */
  whole?: boolean
  /** Rows per page at first; 20 unless the spec says otherwise. */
  pageSize?: number
  /** Refetches every so many ms. */
  every?: number
}
