import { describe, expect, it } from 'vitest'
import { MAX_PAGE_SIZE } from '#platform/wire.ts'
import { EXPORT_ROWS, exportCsv } from './export-csv.ts'

type Row = { Name: string; Count: number | null }
const columns = [
  { id: 'Name', header: 'Name' },
  { id: 'Count', header: 'Count', text: (row: Row) => (row.Count === null ? 'none' : String(row.Count)) },
]
/** A list with this many rows, paged by cursor like the server's. */
const listOf = (total: number) => (page: { PageSize: number; After?: string }) => {
  const from = Number(page.After ?? 0)
  const to = Math.min(total, from + page.PageSize)
  const Data = Array.from({ length: to - from }, (_, index): Row => ({ Name: `=row ${from + index}`, Count: null }))
  return Promise.resolve({ Data, Total: total, After: to < total ? String(to) : null })
}

describe('an export', () => {
  it('contains every row of every page below the headers, with formulas escaped', async () => {
    const seen: number[] = []
    const { parts, rows, complete } = await exportCsv(columns, listOf(MAX_PAGE_SIZE + 3), (done) => seen.push(done))
    const lines = parts.join('').replace(/\r\n$/, '').split('\r\n')
    expect({ rows, complete, lines: lines.length }).toEqual({ rows: MAX_PAGE_SIZE + 3, complete: true, lines: MAX_PAGE_SIZE + 4 })
    expect(lines.slice(0, 2)).toEqual(['\ufeffName,Count', "'=row 0,none"])
    expect(lines.at(-1)).toBe(`'=row ${MAX_PAGE_SIZE + 2},none`)
    expect(seen).toEqual([MAX_PAGE_SIZE, MAX_PAGE_SIZE + 3])
  })
  it('omits columns of links', async () => {
    const link = { id: 'Edit', header: 'Edit', links: true } as const
    const { parts } = await exportCsv([link, ...columns, link], listOf(1), () => {})
    expect(parts.join('')).toBe("\ufeffName,Count\r\n'=row 0,none\r\n")
  })
  it('reports that it stopped at its limit', async () => {
    const { rows, complete } = await exportCsv(columns, listOf(EXPORT_ROWS + 1), () => {})
    expect({ rows, complete }).toEqual({ rows: EXPORT_ROWS, complete: false })
  })
  it('is complete when the list ends with a full page', async () => {
    const { rows, complete } = await exportCsv(columns, listOf(MAX_PAGE_SIZE), () => {})
    expect({ rows, complete }).toEqual({ rows: MAX_PAGE_SIZE, complete: true })
  })
})
