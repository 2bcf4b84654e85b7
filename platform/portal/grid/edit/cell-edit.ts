import type { Permission } from '#platform/permissions.ts'

/** A cell that is being edited: the text at first, and how the typed one is saved; a refusal is thrown. */
export type EditedCell = { readonly value: string; readonly save: (text: string) => Promise<unknown> }

/** How cells of a column are edited in the list. */
export type CellEdit<Row> = {
  readonly permission: Permission
  /** Reads the record when editing begins, so that only this field is changed, of the record as it is then. */
  readonly begin: (row: Row) => Promise<EditedCell>
  /** The name of the row for assistive technology. */
  readonly nameOf: (row: Row) => string
  /** Digits on a touch keyboard. */
  readonly isNumber?: boolean
  readonly maxLength?: number
}
