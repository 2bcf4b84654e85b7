import { describe, expect, test } from 'vitest'
import { phoneText } from '#platform/phone-text.ts'
import { cleanCell, codeOf, isDate, isNoName, isNothing, isRounded } from './cells.ts'
import { emailOf, phoneOf } from './contacts.ts'
import { delimiterOf } from './delimiter.ts'
import { encodingOf, toUtf8 } from './encoding.ts'
import { whyLeftOut } from './left-out.ts'
import { namesOf } from './names.ts'

describe('a cell', () => {
  test.each([
    ['="0807"', '0807'],
    [' ="007" ', '007'],
    ['="O""Neil"', 'O"Neil'],
    ['="=1"', '=1'],
    ["'=1+1", '=1+1'],
    ["x;'=1", 'x;=1'],
    ["a\t'=1", 'a =1'],
    ["'=" + '"x"', '="x"'],
    ['  a \u00a0 b\t c ', 'a b c'],
    ['RIVERSIDE\u2003\u3000QUAY', 'RIVERSIDE QUAY'],
    ['\u00a0nbsp@example.com\u00a0', 'nbsp@example.com'],
    ['zw\u200bsp@ex\ufeffample.com', 'zwsp@example.com'],
    ['so\u00adft', 'soft'],
    ['\u202eabc', 'abc'],
    ['Line\r\nBreak', 'Line\nBreak'],
    ['Line\u000bBreak', 'Line\nBreak'],
    ['Line\u2028Break', 'Line\nBreak'],
    ['Zoe\u0308', 'Zoë'],
    ['A\u0000da', 'Ada'],
    ['\u001a', ''],
    ['👩‍🔧', '👩‍🔧'],
    ["O'Brien", "O'Brien"],
    ['#12-B', '#12-B'],
  ])('%j is read as %j', (cell, text) => {
    expect(cleanCell(cell)).toBe(text)
  })

  test('that says that there is nothing is empty', () => {
    const nothing = [
      '',
      'N/A',
      'n/a',
      'NA',
      '#N/A',
      'none',
      'None',
      'NULL',
      '(null)',
      'nil',
      '-',
      '--',
      '—',
      '.',
      '?',
      '#REF!',
      '#VALUE!',
      'k.A.',
      'keine',
      'ninguno',
      'unknown',
      'TBD',
    ]
    expect(nothing.filter((cell) => !isNothing(cell))).toEqual([])
    expect(['0', 'PH', 'Nadia', 'A', 'Noneman', '101', '#1'].filter(isNothing)).toEqual([])
  })
  test('of a name may be Null or None', () => {
    expect(['Null', 'None', 'Na', 'Nil', 'O'].filter(isNoName)).toEqual([])
    expect(['', '-', '.', 'N/A', '#N/A', '(none)'].filter((name) => !isNoName(name))).toEqual([])
  })
  test('shows what a spreadsheet has done to it', () => {
    expect(['101.0', '12345.00', '10.5', '1.0.0', 'A.0', "'0901", "'t"].map(codeOf)).toEqual([
      '101',
      '12345',
      '10.5',
      '1.0.0',
      'A.0',
      '0901',
      "'t",
    ])
    expect(['5.5501E+09', '1,2e+11', '1E5'].filter(isRounded)).toHaveLength(3)
    expect(['12-B', '1E', 'E5', '5550100114'].filter(isRounded)).toEqual([])
    expect(
      ['1-Jan', 'Jan-01', '01/02/2024', '2.1.2024', '2024-01-02 00:00:00', '3. Mrz', '5-dic'].filter((one) => !isDate(one)),
    ).toEqual([])
    expect(['101', '12-B', '1-101', 'A/2', '1-1', 'Jan', 'Mars 1x'].filter(isDate)).toEqual([])
  })
})

describe('what separates the cells is', () => {
  test.each([
    ['the most frequent sign of the first line', 'a,b;c,d\r\n1;2;3;4;5,6', ','],
    ['outside of quotation marks', '"a,b,c";d;e\r\n1;2', ';'],
    ['a tab', 'a\tb\tc,d', '\t'],
    ['a pipe', 'Property|Building|Unit\nRiverside, Quay|a|1', '|'],
    ['a comma if there is none', 'alone', ','],
    ['what the first line says', 'sep=;\r\nProperty,a;Building;Unit', ';'],
    ['what the first line says in quotation marks', '"sep=|"\nProperty,Building,Unit', '|'],
    ['a tab as the first line says', 'SEP=\t\nProperty\tUnit', '\t'],
    ['that of the headings below a title', 'Directory, of all; residents, here\n\nProperty;Building;Unit;First Name', ';'],
    ['that of the first line with cells', 'Report\nSite;House;Door', ';'],
  ])('%s', (_, beginning, delimiter) => {
    expect(delimiterOf(beginning)).toBe(delimiter)
  })
})

describe('an encoding', () => {
  const text = 'Property,First Name\r\nRiverside,Zoë Müller, José Núñez, François\r\n'
  const MAC: Readonly<Record<string, number>> = { ë: 0x91, ü: 0x9f, é: 0x8e, ú: 0x9c, ñ: 0x96, ç: 0x8d }
  /** A letter as UTF-8 has it, and one byte of another. */
  const broken = (name: string) => Buffer.concat([Buffer.from(`Name\r\n${name},x`), Buffer.from([0xfc]), Buffer.from('y\r\n')])
  const mac = (written: string) => Buffer.from([...written].map((letter) => MAC[letter] ?? letter.charCodeAt(0)))
  test.each<[string, Buffer, string]>([
    ['UTF-8', Buffer.from(text), 'utf-8'],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${text}`), 'utf-8'],
    ['ASCII', Buffer.from('Property'), 'utf-8'],
    ['UTF-16LE with a mark', Buffer.from(`\ufeff${text}`, 'utf16le'), 'utf-16le'],
    ['UTF-16LE without a mark', Buffer.from(text, 'utf16le'), 'utf-16le'],
    ['UTF-16BE with a mark', Buffer.from(`\ufeff${text}`, 'utf16le').swap16(), 'utf-16be'],
    ['UTF-16BE without a mark', Buffer.from(text, 'utf16le').swap16(), 'utf-16be'],
    ['UTF-16 of Hebrew without a mark', Buffer.from('Property,Unit\r\nיוסי כהן,101\r\n', 'utf16le'), 'utf-16le'],
    ['zeros and control characters', Buffer.from('\u0000\u0001\u0002\n\u0000\t\n'), 'utf-8'],
    ['Windows-1252', Buffer.from(text, 'latin1'), 'windows-1252'],
    ['Windows-1252 with an apostrophe', Buffer.from('Name\r\nSin\u00e9ad O\u0092Neill, D\u0092angelo', 'latin1'), 'windows-1252'],
    ['Mac Roman', mac(text), 'macintosh'],
    ['Mac Roman with one letter', mac('Name\nMüller'), 'macintosh'],
    ['UTF-8 with a broken letter', Buffer.concat([Buffer.from(text.repeat(3)), Buffer.from([0xc3, 0x2c])]), 'utf-8'],
    ...['Müller', 'Núñez', 'Łukasz', 'Đặng', 'Ζωή', 'כהן', 'Œuvré'].map((name): [string, Buffer, string] => [
      `UTF-8 with one letter that is broken: ${name}`,
      broken(name),
      'utf-8',
    ]),
    ['UTF-8 cut within its last letter', Buffer.from('Name\r\nJosé').subarray(0, -1), 'utf-8'],
    ['Windows-1252 with one letter', Buffer.from('Name\r\nM\u00fcller', 'latin1'), 'windows-1252'],
  ])('is recognised: %s', (_, bytes, encoding) => {
    expect(encodingOf(bytes)).toBe(encoding)
  })
  test('that was guessed wrongly leaves letters that look damaged', () => {
    const odd = (bytes: Buffer, encoding: Parameters<typeof toUtf8>[1]) => toUtf8(bytes, encoding).hasOddLetters
    expect(odd(mac(text), 'windows-1252')).toBe(true)
    expect(odd(Buffer.from('ZoÃ« MÃ¼ller'), 'utf-8')).toBe(true)
    expect(odd(Buffer.from('Zo\ufffd'), 'utf-8')).toBe(true)
    expect(odd(Buffer.from('Zoë Müller, “Bob”, O’Neill, Đặng, İlker'), 'utf-8')).toBe(false)
    expect(odd(Buffer.from(text, 'latin1'), 'windows-1252')).toBe(false)
  })
})

test.each([
  ...[
    ',;',
    '(a',
    '1 x',
    '1 (a',
    '(1',
    'a',
    ' ',
    '/.',
    'a@',
    '\n ',
    '1/',
    '1,',
    '1 ',
    '+1 ',
    'a1',
    'a.',
    '- ',
    'a y ',
    'mr. & ',
    'A.',
  ],
  ...['total', 'total ', 'total.', 'vacant ', 'a,b,', 'a b,', '(1)', '1 - '],
])('a cell of many %j is read at once', (part) => {
  const started = performance.now()
  for (const text of [part.repeat(30_000), `a@${part.repeat(30_000)}x`]) {
    const cell = cleanCell(text)
    namesOf(cell, 'FirstLast')
    emailOf(cell)
    phoneOf(cell, { max: 20, isMobile: true })
    whyLeftOut([cell], { names: [cell], unit: cell, contacts: [] })
    phoneText(text)
  }
  expect(performance.now() - started).toBeLessThan(1000)
})
