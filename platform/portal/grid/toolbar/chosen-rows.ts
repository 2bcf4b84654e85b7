import { listText, numberText } from '#platform/define-messages.ts'
import type { BulkTarget } from '../../bulk/bulk-action.ts'
import { t } from '../../messages.ts'
import type { Page } from '../grid-types.ts'
import type { Selection } from '../state/use-selection.ts'

/** A question names up to this many rows, and otherwise their number. */
const NAMED = 3

/** The number of chosen rows; a lower bound when all rows of a list that does not know its length are chosen. */
const countOf = <Row>({ isAll, ids, exceptIds }: Selection<Row>, page: Page<Row> | undefined) => ({
  count: isAll ? (page?.Total ?? 0) - exceptIds.length : ids.length,
  isAtLeast: isAll && page?.TotalIsAtLeast === true,
})

/** The number of chosen rows as text: 'more than' so many for a lower bound. */
export function countText<Row>(selection: Selection<Row>, page: Page<Row> | undefined): string {
  const { count, isAtLeast } = countOf(selection, page)
  return isAtLeast ? t('NumberIsAtLeast', { count: numberText(count) }).text : numberText(count)
}

/** The names of the chosen rows, when they are few; null otherwise, as their number is said then. */
export const namesOf = <Row>({ isAll, rows }: Selection<Row>, rowName: (row: Row) => string): string | null =>
  isAll || rows.length > NAMED ? null : listText(rows.map(rowName))

/** The chosen rows as the server gets them. */
export function targetOf<Row>(selection: Selection<Row>, page: Page<Row> | undefined, query: object): BulkTarget {
  if (!selection.isAll) return { Ids: selection.ids }
  const { count, isAtLeast } = countOf(selection, page)
  return { Matching: query, Except: selection.exceptIds, ...(!isAtLeast && { Expected: count }) }
}

/** For an action after which its button is gone. */
export const focusHeading = () => document.querySelector<HTMLElement>('main h1')?.focus()
