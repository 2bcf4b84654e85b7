import type { ComponentType } from 'react'
import type { BulkOperation } from '#platform/bulk.ts'
import type { Permission } from '#platform/permissions.ts'

/**
 * The rows of a bulk action: checked ones, or all that match the list's query but some. `Expected` is the number that the person
 * sees; none when it is a lower bound.
 */
export type BulkTarget =
  | { readonly Ids: readonly string[] }
  | { readonly Matching: object; readonly Except: readonly string[]; readonly Expected?: number }

/** The action's own values, as its fields edit them. */
export type BulkValues = Readonly<Record<string, unknown>>
export type BulkFieldsProps = {
  readonly values: BulkValues
  readonly set: (change: BulkValues) => void
  /** The refused field with the reason, if any. */
  readonly error: { readonly field: string | undefined; readonly message: string } | null
}

/** An action on the chosen rows of a list, or on one record. */
export type PortalBulkAction = {
  readonly operation: BulkOperation
  readonly permission: Permission
  /** The button, and the title of the question. */
  readonly label: string
  /** The specification's text for a failure, if any. */
  readonly failure?: string
  /** The question with its consequences; `who` is the names of up to three rows, or their number: '214 rows'. */
  readonly text: (who: string) => string
  /** A number of rows as text: '214 rows'. */
  readonly many: (count: string) => string
  readonly isDangerous?: boolean
  /** Values that every row gets, and the fields that edit them. */
  readonly values?: BulkValues
  readonly Fields?: ComponentType<BulkFieldsProps>
}
