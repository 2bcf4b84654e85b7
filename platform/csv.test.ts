import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvCell, csvLine } from './csv.ts'

describe('a cell of an export', () => {
  it.each(['=1+1', '+1+1', '-1', '@SUM(A1)', '\tx', '\rx'])('never begins a formula: %j', (text) => {
    expect(csvCell(text).replace(/^"/, '')).toMatch(/^'/)
  })
  it('keeps an international phone number', () => {
    expect(csvCell('+442079460000')).toBe('+442079460000')
  })
  it('quotes commas, quotes and line breaks', () => {
    expect(csvLine(['a,b', 'say "hi"', 'two\nlines', 'plain'])).toBe('"a,b","say ""hi""","two\nlines",plain\r\n')
  })
  it('can be read back', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const cell = csvCell(text)
        const read = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell
        expect([text, `'${text}`]).toContain(read)
      }),
    )
  })
})
