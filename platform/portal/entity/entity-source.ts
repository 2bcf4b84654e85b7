import type { Entity } from '#platform/entity.ts'
import type { OperationReturning } from '#platform/operation.ts'
import type { PaletteSource } from '../navigation/screen.ts'

/** Shortest text, in characters, and most hits of a kind of record. */
const SHORTEST = 2
const FOUND = 8

type Searched<Row> = {
  /** The heading of the group in the palette. */
  readonly group: string
  /** The list's operation, whose `SearchText` finds the records. */
  readonly operation: OperationReturning<{ Data: Row[] }>
  /** Its place among the groups of the palette, from 5 on. */
  readonly place?: number
  readonly hit: (row: Row) => { readonly id: string; readonly title: string; readonly hint: string }
}

/** A source of the command palette: records by the words that find them in their list, for users who may open them. */
export const entitySource = <Row>(
  { view, edit, editPath, param }: Entity,
  { group, operation, place = 5, hit }: Searched<Row>,
): PaletteSource => ({
  group,
  place,
  find: async (text, { permissions, organisation }, { call, fillPath, signal }) => {
    if (text.length < SHORTEST || !permissions.has(view) || !permissions.has(edit)) return []
    const input = { SearchText: text, PageSize: FOUND, OrganisationId: organisation.id }
    const { Data } = await call(operation, { input, signal })
    return Data.map((row) => {
      const { id, title, hint } = hit(row)
      return { title, hint, path: fillPath(editPath, { [param]: id }) }
    })
  },
})
