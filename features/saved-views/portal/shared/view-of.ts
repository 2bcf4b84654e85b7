import type { GridView, ViewContent } from '#platform/portal/grid/grid-types.ts'
import type { View, ViewContent as WireContent } from '../../contract.ts'

/** A view as the grid uses it, from the wire, which has no free-form maps (decisions "Capitalised names"). */
export const viewOf = ({ Id, List, Name, IsDefault, Filters, Columns, Sort, PageSize }: View): GridView => ({
  id: Id,
  list: List,
  name: Name,
  isDefault: IsDefault,
  filters: Object.fromEntries(Filters.map(({ Name, Value }) => [Name, Value])),
  columns: {
    shown: Object.fromEntries(Columns.Shown.map(({ Id, IsShown }) => [Id, IsShown])),
    order: Columns.Order,
    widths: Object.fromEntries(Columns.Widths.map(({ Id, Width }) => [Id, Width])),
  },
  sort: Sort,
  size: PageSize,
})

/** The content of a view for the wire. */
export const wireOf = ({ filters, columns, sort, size }: ViewContent): WireContent => ({
  Filters: Object.entries(filters).map(([Name, Value]) => ({ Name, Value })),
  Columns: {
    Shown: Object.entries(columns.shown).map(([Id, IsShown]) => ({ Id, IsShown })),
    Order: [...columns.order],
    Widths: Object.entries(columns.widths).map(([Id, Width]) => ({ Id, Width })),
  },
  Sort: sort,
  PageSize: size,
})
