import { describe, expect, test } from 'vitest'
import { checked, counts, detail } from '../../testing/files.ts'
import { eachWithImportFixtures, type ImportFixtures } from '../../testing/import-fixtures.ts'
import { rosterTools } from '../../testing/rosters.ts'

let there = {} as ImportFixtures
let { server, token, sent } = there
eachWithImportFixtures((now) => {
  there = now
  ;({ server, token, sent } = now)
})
const { rows, save } = rosterTools(() => there)

describe('a file', () => {
  const TEXT =
    'Property,Building,Unit,First Name,Last Name,Email\r\nProperty 1,Building 1,8001,Zoë,Müller,z@example.com\r\nProperty 1,Building 1,8002,José,Núñez,\r\n'
  const NAMES = ['Zoë Müller', 'José Núñez']
  const MAC: Readonly<Record<string, number>> = { ë: 0x91, ü: 0x9f, é: 0x8e, ú: 0x9c, ñ: 0x96 }
  const files: readonly (readonly [string, string | Buffer])[] = [
    ['UTF-8', TEXT],
    ['UTF-8 with a mark', `\ufeff${TEXT}`],
    ['UTF-16LE with a mark', Buffer.from(`\ufeff${TEXT}`, 'utf16le')],
    ['UTF-16LE with a mark and tabs', Buffer.from(`\ufeff${TEXT.replaceAll(',', '\t')}`, 'utf16le')],
    ['UTF-16LE without a mark', Buffer.from(TEXT, 'utf16le')],
    ['UTF-16BE with a mark', Buffer.from(`\ufeff${TEXT}`, 'utf16le').swap16()],
    ['UTF-16BE without a mark', Buffer.from(TEXT, 'utf16le').swap16()],
    ['Windows-1252', Buffer.from(TEXT, 'latin1')],
    ['Mac Roman', Buffer.from([...TEXT].map((letter) => MAC[letter] ?? letter.charCodeAt(0)))],
    ['lines that end with CR', TEXT.replaceAll('\r\n', '\r')],
    ['mixed ends of lines', TEXT.replace('\r\n', '\n')],
    ['a hint of the separator', `sep=;\r\n${TEXT.replaceAll(',', ';')}`],
    ['a hint of the separator in quotation marks', `"sep=,"\r\n${TEXT}`],
    ['pipes', TEXT.replaceAll(',', '|')],
    ['the end-of-file mark of DOS', `${TEXT}\u001a`],
    ['the end-of-file mark in a line of its own', `${TEXT}\u001a\r\n`],
    ['zeros at its end', `${TEXT}\u0000\u0000`],
    ['empty lines and columns', TEXT.replaceAll('\r\n', ',,\r\n,,,,,,,\r\n')],
    ['decomposed letters', TEXT.normalize('NFD')],
    ['cells in quotation marks', TEXT.replaceAll(/[^,\r\n]+/g, '"$&"')],
  ]
  test.each(files)('is read in %s', async (_, content) => {
    const file = await checked(server, sent, content)
    expect([counts(file), file.LeftOut, file.HasOddLetters]).toMatchObject([{ New: 2, Refused: 0 }, 0, false])
    expect((await rows(file.Id)).map(({ Resident }) => Resident)).toEqual(NAMES)
  })

  test('says when letters look damaged, and is read again in the encoding that a person chooses', async () => {
    const file = await checked(server, sent, Buffer.from(TEXT.replace('Zoë', 'Zoë Šárka'), 'utf8'))
    expect(file).toMatchObject({ HasOddLetters: false, Layout: { Encoding: 'utf-8' } })
    const damaged = await checked(server, sent, TEXT.replace('Müller', 'MÃ¼ller'))
    expect(damaged).toMatchObject({ HasOddLetters: true })
    await save({ Id: file.Id, Layout: { Encoding: 'windows-1252' } })
    expect(await detail(server, token, file.Id)).toMatchObject({ HasOddLetters: true, Layout: { Encoding: 'windows-1252' } })
    expect((await rows(file.Id))[0]!.Resident).toContain('MÃ¼ller')
    await save({ Id: file.Id, Layout: { Encoding: null } })
    expect((await rows(file.Id))[0]!.Resident).toContain('Müller')
  })

  test('is read with signs and letters of any script', async () => {
    const people = [
      'Robert "Bob",Stone',
      'Sean,O’Brien',
      'Mary-Jane,Smith-Jones Jr.',
      'Zoë,Müller-Đặng',
      'יוסי,כהן',
      'محمد,علي',
      '👩‍🔧,Emoji',
      '"Jim ""Jimmy""",Jones',
    ]
    const content = ['Property,Unit,First Name,Last Name', ...people.map((cells, i) => `P1,${i},${cells}`)].join('\r\n')
    const file = await checked(server, sent, content)
    expect((await rows(file.Id)).map(({ Resident }) => Resident)).toEqual([
      'Robert "Bob" Stone',
      'Sean O’Brien',
      'Mary-Jane Smith-Jones Jr.',
      'Zoë Müller-Đặng',
      'יוסי כהן',
      'محمد علي',
      '👩‍🔧 Emoji',
      'Jim "Jimmy" Jones',
    ])
  })
})
