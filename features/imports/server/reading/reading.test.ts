import { describe, expect, test } from 'vitest'
import { phoneText } from '#platform/phone-text.ts'
import { cleanCell, codeOf, isDate, isNoName, isNothing, isRounded } from './cells.ts'
import { emailOf, phoneOf } from './contacts.ts'
import { delimiterOf } from './delimiter.ts'
import { encodingOf, toUtf8 } from './encoding.ts'
import { nameOf, namesOf } from './names.ts'

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

test.each([
  ['a@example.com', 'a@example.com', false],
  ['a@example.com; b@example.com', 'a@example.com', true],
  ['a@example.com, b@example.com', 'a@example.com', true],
  ['a@example.com b@example.com', 'a@example.com', true],
  ['a@example.com/b@example.com', 'a@example.com', true],
  ['a@example.com\nb@example.com', 'a@example.com', true],
  ['a@example.com; a@example.com', 'a@example.com', false],
  ['Ann Lee <a@example.com>', 'a@example.com', false],
  ['"Lee, Ann" <a@example.com>', 'a@example.com', false],
  ['mailto:a@example.com', 'a@example.com', false],
  ['a@example.com (work)', 'a@example.com', false],
  ['Email: a@example.com.', 'a@example.com', false],
  ['none; a@example.com', 'a@example.com', false],
  ['plus+apt9114@example.com', 'plus+apt9114@example.com', false],
  ["o'brien@example.com", "o'brien@example.com", false],
  ['ann＠example.com', 'ann@example.com', false],
  ['N/A', '', false],
  ['none', '', false],
  ['no address', 'no address', false],
  ['ann@', 'ann@', false],
])('the e-mail in %j is %j', (cell, value, hasMore) => {
  expect(emailOf(cell)).toEqual({ value, hasMore, isCut: false })
})

test.each([
  ['+1 555 010 0113', '+1 555 010 0113', false, false],
  ['555.010.0112', '555.010.0112', false, false],
  ['555-010-0117 x12', '555-010-0117', false, true],
  ['555-010-0117x12', '555-010-0117', false, true],
  ['555-010-0117 ext. 12', '555-010-0117', false, true],
  ['555-010-0117, ext 12', '555-010-0117', false, false],
  ['555-010-0117 Extension 12', '555-010-0117', false, true],
  ['555-010-0117 #12', '555-010-0117', false, true],
  ['+44 (0) 20 7946 0958 ext 5', '+44 (0) 20 7946 0958', false, true],
  ['0044 20 7946 0958', '0044 20 7946 0958', false, false],
  ['(555)010-0118 (M)', '(555)010-0118', false, false],
  ['(Mobile) 555-010-0118', '555-010-0118', false, false],
  ['Cell: 555-010-0118', '555-010-0118', false, false],
  ['555-010-0118 cell', '555-010-0118', false, false],
  ['Mobile 5550100118', '5550100118', false, false],
  ['555‑010‑0119', '555-010-0119', false, false],
  ['555–010–0119', '555-010-0119', false, false],
  ['tel:+15550100119', '+15550100119', false, false],
  ['5550100114.0', '5550100114', false, false],
  ['٠٥٥٥٠١٠٠١١٤', '05550100114', false, false],
  ['＋１５５５０１００１１４', '+15550100114', false, false],
  ['030/12345678', '030-12345678', false, false],
  ['Mobile: (555) 010-0101, Home: (555) 010-0102', '(555) 010-0101', true, false],
  ['Home: (555) 010-0102, Mobile: (555) 010-0101', '(555) 010-0101', true, false],
  ['555-010-0101; 555-010-0102', '555-010-0101', true, false],
  ['555-010-0101 / 555-010-0102', '555-010-0101', true, false],
  ['5550100101/5550100102', '5550100101', true, false],
  ['555-010-0101 or 555-010-0102', '555-010-0101', true, false],
  ['555-010-0101\n555-010-0102', '555-010-0101', true, false],
  ['555-010-0101 555-010-0102', '555-010-0101', true, false],
  ['(555) 010-0101 (home), (555) 010-0102 (cell)', '(555) 010-0102', true, false],
  ['N/A', '', false, false],
  ['5.5501E+09', '5.5501E+09', false, false],
  ['ask at the desk', 'ask at the desk', false, false],
])('the mobile number in %j is %j', (cell, value, hasMore, isCut) => {
  expect(phoneOf(cell, { max: 20, isMobile: true })).toEqual({ value, hasMore, isCut })
})

test.each([
  ['Lee, Ann', 'Ann|Lee'],
  ['Lee,Ann Marie', 'Ann Marie|Lee'],
  ['Ann Lee', 'Ann|Lee'],
  ['Ann Marie Lee', 'Ann Marie|Lee'],
  ['Smith-Jones Jr., Mary-Jane', 'Mary-Jane|Smith-Jones Jr.'],
  ['Smith, Jr., John', 'John|Smith Jr.'],
  ['John Smith, Jr.', 'John|Smith Jr.'],
  ['John Smith III', 'John|Smith III'],
  ['Anna van der Berg', 'Anna|van der Berg'],
  ['Maria de la Cruz', 'Maria|de la Cruz'],
  ['Mr. John Smith', 'John|Smith'],
  ['Herr Jörg Weiß', 'Jörg|Weiß'],
  ['Lee, Ann (t0012345)', 'Ann|Lee'],
  ['Suharto', 'Suharto|'],
  ['Lee,', 'Lee|'],
])('the name %j is %j', (text, expected) => {
  const { first, last } = nameOf(text, 'FirstLast')
  expect(`${first}|${last}`).toBe(expected)
})
test('the order decides about names without a comma', () => {
  expect(['Lee Ann', 'van der Berg Anna', 'Lee, Ann'].map((text) => nameOf(text, 'LastFirst'))).toEqual([
    { first: 'Ann', last: 'Lee' },
    { first: 'Anna', last: 'van der Berg' },
    { first: 'Ann', last: 'Lee' },
  ])
})
test.each([
  ['Ann Lee & Bob Ray', 'Ann Lee+Bob Ray'],
  ['Ann & Bob Lee', 'Ann Lee+Bob Lee'],
  ['Lee, Ann and Bob', 'Ann Lee+Bob Lee'],
  ['Lee, Ann; Ray, Bob', 'Ann Lee+Bob Ray'],
  ['Lee, Ann\nRay, Bob', 'Ann Lee+Bob Ray'],
  ['Anja und Ben Weiß', 'Anja Weiß+Ben Weiß'],
  ['Alexander Anderson', 'Alexander Anderson'],
  ['José Núñez y Peña', 'José Núñez y Peña'],
])('the people in %j are %s', (cell, expected) => {
  expect(
    namesOf(cell, 'FirstLast')
      .map(({ first, last }) => `${first} ${last}`)
      .join('+'),
  ).toBe(expected)
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
  const mac = (written: string) => Buffer.from([...written].map((letter) => MAC[letter] ?? letter.charCodeAt(0)))
  test.each([
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

test.each([',;', '(a', '1 x', '1 (a', '(1', 'a', ' ', '/.', 'a@', '\n '])('a cell of many %j is read at once', (part) => {
  const started = performance.now()
  for (const text of [part.repeat(30_000), `a@${part.repeat(30_000)}x`]) {
    const cell = cleanCell(text)
    namesOf(cell, 'FirstLast')
    emailOf(cell)
    phoneOf(cell, { max: 20, isMobile: true })
    phoneText(text)
  }
  expect(performance.now() - started).toBeLessThan(1000)
})
