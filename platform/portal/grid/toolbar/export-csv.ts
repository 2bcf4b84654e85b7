import { CSV_START, csvLine } from '#platform/csv.ts'
import { MAX_PAGE_SIZE } from '#platform/wire.ts'
import type { GridColumn, Page } from '../grid-types.ts'
import { textOf } from '../table/row-content.ts'

/** Maximum rows of one export; larger ones need filters or a report. */
export const EXPORT_ROWS = 20_000

/**
 * Fetches the filtered rows page by page and returns the CSV's parts, without columns of links. `ask` gets a page; `onProgress`
 * receives the number of rows so far. `complete` is false when the limit was reached first.
 */
export async function exportCsv<Row>(
  shown: readonly GridColumn<Row>[],
  ask: (page: { PageIndex: number; PageSize: number; After?: string }) => Promise<Page<Row>>,
  onProgress: (rows: number) => void,
): Promise<{ parts: string[]; rows: number; complete: boolean }> {
  const columns = shown.filter((column) => !column.links)
  const parts = [CSV_START, csvLine(columns.map((column) => column.header))]
  let rows = 0
  let after: string | undefined
  for (let PageIndex = 1; ; PageIndex++) {
    const page = await ask({ PageIndex, PageSize: MAX_PAGE_SIZE, ...(after && { After: after }) })
    parts.push(...page.Data.map((row) => csvLine(columns.map((column) => textOf(column, row)))))
    rows += page.Data.length
    onProgress(rows)
    after = page.After ?? undefined
    if (page.Data.length < MAX_PAGE_SIZE || (!after && rows >= page.Total)) return { parts, rows, complete: true }
    if (rows >= EXPORT_ROWS) return { parts, rows, complete: false }
  }
}
