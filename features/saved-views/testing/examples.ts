import { examplesOf } from '#apps/server/testing/example.ts'
import { newId } from '#platform/ids.ts'
import { savedViews } from '../contract.ts'

/** A view without filters, with the columns, order and rows by default. */
export const emptyView = {
  List: 'couriers',
  Name: 'All couriers',
  Filters: [],
  Columns: { Shown: [], Order: [], Widths: [] },
  Sort: null,
  PageSize: null,
}

export const savedViewsExamples = examplesOf(savedViews, {
  save: () => ({ params: { viewId: newId() }, input: emptyView }),
  arrange: () => ({ input: { List: 'couriers', Ids: [newId()], DefaultId: null } }),
  remove: () => ({ params: { viewId: newId() } }),
})
