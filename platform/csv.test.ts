import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvCell, csvLine, withoutApostrophes } from './csv.ts'

/** Texts of the characters that matter here, and any others. */
const texts = fc.string({ unit: fc.oneof(fc.constantFrom(...'\'=+-@＝＋－＠;,"\t\r\n  1x'), fc.string({ minLength: 1 })) })
/** The cells that a spreadsheet makes of a text, whatever its list separator. */
const startsOf = (text: string) => text.split(/[;\t\r\n]/)

describe('a cell of an export', () => {
  it.each([
    '=1+1',
    '+1+1',
    '-1-1',
    '-A1',
    '+1 555',
    '+1-555',
    '@SUM(A1)',
    '\tx',
    '\rx',
    '\nx',
    '\n=1',
    ' =1',
    '＝1+1',
    '＋1',
    '－1',
    '＠SUM(A1)',
  ])('never begins a formula: %j', (text) => expect(csvCell(text).replace(/^"/, '')).toMatch(/^'/))
  it.each(['x;=1+1', 'x\t@SUM(A1)', 'x; +1+1', 'x\n=1', 'x;＝1', '";=1'])('begins no formula after a separator: %j', (text) => {
    fc.assert(
      fc.property(texts, (more) => {
        for (const start of startsOf(csvCell(`${text}${more}`).replace(/^"/, '')))
          expect(start).not.toMatch(/^\s*[=+\-@＝＋－＠]/)
      }),
    )
  })
  it.each(['+442079460000', '-1', '-12.5', '+0.5'])('keeps a phone number and a number with a sign: %s', (text) => {
    expect(csvCell(text)).toBe(text)
  })
  it.each([
    '+1 (845) 555-0187',
    '+1-845-555-0187',
    '+1.845.555.0187',
    '+44 20 7946 0018',
    '+44 (0)20 7946 0018',
    '+49 30/1234567',
    '+18455550187',
    '+1 (845) 555-0187 ext. 12',
    '+1 845 555 0187 x12',
    '+1 845 555 0187 extension 4',
    '+41 44 668 18 00 #7',
  ])('keeps a phone number: %s', (text) => expect(csvCell(text)).toBe(text))
  it.each([
    "+1+cmd|' /C calc'!A0",
    '+1 845 555 0187+cmd|calc!A0',
    '+18455550187*A1',
    '+1 845 555 0187 x12+A1',
    '+1 845 555 0187&A1',
    '+1 845 555 0187;=A1',
    '+1 845 555 0187\n=A1',
    '+1 845 555 0187 SUM(1)',
    '+1 845 555 0187 x',
    '+1+8455550187',
    '-1 845 555 0187',
    '=+1 845 555 0187',
    '++1 845 555 0187',
    '+1 (845) 555-0187 ext. A1',
  ])('takes nothing else for a phone number: %j', (text) => expect(csvCell(text).replace(/^"/, '')).toMatch(/^'/))
  it('keeps no letter, comparison or second sign behind a leading plus', () => {
    const signed = texts.map((text) => `+1 845 555 0187${text}`)
    fc.assert(
      fc.property(signed, (text) => {
        const cell = csvCell(text)
        if (!/^["']/.test(cell)) expect(cell).toMatch(/^\+[\d ().,/-]+(?:[ ,]*(?:ext\.?|extension|x|#) ?\d+)?$/i)
      }),
    )
  })
  it('quotes separators, quotes and line breaks', () => {
    expect(csvLine(['a,b', 'say "hi"', 'two\nlines', 'a;b', 'plain'])).toBe('"a,b","say ""hi""","two\nlines","a;b",plain\r\n')
  })
  it('can be read back unchanged', () => {
    fc.assert(
      fc.property(fc.array(texts, { minLength: 1 }), (cells) => {
        const read: string[] = parse(csvLine(cells), { relax_column_count: true, record_delimiter: '\r\n' })[0] ?? []
        expect(read.map(withoutApostrophes)).toEqual(cells)
      }),
    )
  })
})

it('withoutApostrophes › removes the apostrophes of an export, and no other', () => {
  expect(["'=1+1", "'+44 7700", "'-", "''=", "x;'=1", "'s Hertog", "O'Neil", "''", "x;'y"].map(withoutApostrophes)).toEqual([
    '=1+1',
    '+44 7700',
    '-',
    "'=",
    'x;=1',
    "'s Hertog",
    "O'Neil",
    "''",
    "x;'y",
  ])
})
