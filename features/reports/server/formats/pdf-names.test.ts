import { inflateSync } from 'node:zlib'
import fc from 'fast-check'
import { create, type Font } from 'fontkit'
import sharp from 'sharp'
import { getDocument } from 'unpdf/pdfjs'
import { describe, expect, test } from 'vitest'
import type { Part } from '../../model.ts'
import { fileOf } from './all.ts'

type Named = { readonly names: readonly string[]; readonly group?: string; readonly language?: string; readonly logo?: Buffer }

/** A PDF with a row for each name. */
async function pdfOf({ names, group = 'Mill Lofts', language = 'en-US', logo }: Named): Promise<Buffer> {
  async function* parts(): AsyncGenerator<Part> {
    yield { kind: 'heading', title: 'Tenants', organisation: 'Riverside', details: [] }
    const columns = ['Resident', 'Unit'].map((title) => ({ id: title, title, kind: 'text', width: 50 }) as const)
    yield { kind: 'table', group: { title: 'Building', kind: 'text' }, columns }
    yield { kind: 'group', id: 'g1', text: group }
    for (const [i, name] of names.entries()) yield { kind: 'row', cells: [name, `unit ${i}`], language }
  }
  const chunks: Buffer[] = []
  const request = { format: 'PDF', language: 'en-US', dateFormat: 'en-US', logo: logo ?? null } as const
  for await (const chunk of fileOf(parts(), request)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function itemsOf(pdf: Buffer) {
  const page = await (await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise).getPage(1)
  const { items } = await page.getTextContent()
  return items.flatMap((item) => ('str' in item ? [{ text: item.str, x: item.transform[4] as number }] : []))
}
const textOf = async (pdf: Buffer) => (await itemsOf(pdf)).map(({ text }) => text).join('')

/** The compressed streams of a file, with their dictionaries. */
function streamsOf(pdf: Buffer) {
  const file = pdf.toString('latin1')
  return [...file.matchAll(/ obj\n<<([\s\S]*?)>>\nstream\n/g)]
    .filter(([, dictionary]) => dictionary!.includes('/FlateDecode'))
    .map((match) => {
      const start = match.index + match[0].length
      const bytes = inflateSync(pdf.subarray(start, start + Number(/\/Length (\d+)/.exec(match[1]!)![1])))
      return { dictionary: match[1]!, bytes }
    })
}
/** The embedded fonts: their names, how many glyphs they have, and how many of them are empty. */
function fontsOf(pdf: Buffer) {
  const names = [...pdf.toString('latin1').matchAll(/\/FontName \/[A-Z]+\+(\S+)/g)].map(([, name]) => name!)
  const glyphs = streamsOf(pdf).flatMap(({ bytes }) => {
    if (!['true', '\x00\x01\x00\x00'].includes(bytes.toString('latin1', 0, 4))) return []
    const font = create(bytes) as Font
    return Array.from({ length: font.numGlyphs - 1 }, (_, i) => font.getGlyph(i + 1).path.commands.length)
  })
  return { names, glyphs: glyphs.length, empty: glyphs.filter((commands) => commands === 0).length }
}
const contentOf = (pdf: Buffer) =>
  streamsOf(pdf)
    .map(({ bytes }) => bytes.toString('latin1'))
    .filter((content) => content.includes(' Tf'))
    .join('')

const NAMES = {
  'simplified Chinese': ['王小明', 'NotoSansSC'],
  'traditional Chinese': ['陳大文ㄅ', 'NotoSansTC'],
  Japanese: ['田中さくら', 'NotoSansJP'],
  Korean: ['김철수', 'NotoSansKR'],
  Thai: ['สมชาย', 'NotoSansThai'],
  Hindi: ['नाम', 'NotoSansDevanagari'],
  Arabic: ['محمد', 'DejaVuSans'],
  Hebrew: ['שלום', 'NotoSansHebrew'],
  Tamil: ['குமார்', 'NotoSansTamil'],
  Bengali: ['রহমান', 'NotoSansBengali'],
  Amharic: ['አበበ', 'NotoSansEthiopic'],
  Armenian: ['Արամ', 'DejaVuSans'],
  Georgian: ['გიორგი', 'DejaVuSans'],
} as const

describe('a name in a PDF', () => {
  test.each(Object.entries(NAMES))('in %s is in the text and has glyphs, plain and bold', async (_, [name, font]) => {
    const pdf = await pdfOf({ names: [`Ada ${name} Smith`], group: name })
    const text = await textOf(pdf)
    expect(text).toContain('Ada ')
    expect(text.split(name)).toHaveLength(3)
    const { names, glyphs, empty } = fontsOf(pdf)
    expect(names.filter((one) => one.startsWith(font)).length).toBeGreaterThanOrEqual(2)
    expect(glyphs).toBeGreaterThan(10)
    // Spaces.
    expect(empty).toBeLessThanOrEqual(4)
  })

  test('from right to left keeps its words and spaces, and stands at its place in a line from left to right', async () => {
    const items = await itemsOf(await pdfOf({ names: ['محمد عبد الله الخطيب', 'שלום ישראל (3)', 'Ada (محمد) Smith'] }))
    const texts = items.map(({ text }) => text)
    expect(texts).toContain('محمد عبد الله الخطيب')
    expect(texts).toContain('שלום ישראל')
    const at = (text: string) => items.find((item) => item.text.trim() === text)!.x
    // The number that follows is on the left, in its brackets.
    expect(at('3')).toBeLessThan(at('שלום ישראל'))
    expect(at('Ada (')).toBeLessThan(at('محمد'))
    expect(at('محمد')).toBeLessThan(at(') Smith'))
  })

  test('of several letters in one glyph, or reordered ones, is given to readers as it is written', async () => {
    const pdf = await pdfOf({ names: ['हिन्दी', '👍🏽'] })
    expect(contentOf(pdf).match(/\/ActualText/g)).toHaveLength(2)
  })

  test('with emoji, tabs, breaks and control characters has no boxes', async () => {
    const pdf = await pdfOf({ names: ['👨‍👩‍👧 🇩🇪 👍🏽', 'Tab\tin\nname', 'Bell\u0007\u200b'] })
    const text = await textOf(pdf)
    expect(text).toContain('Tab in name')
    expect(text).toContain('Bell')
    expect(text).not.toContain('\u0007')
    expect(fontsOf(pdf).names.join()).toContain('NotoEmoji')
  })

  test('whose characters are in no font has their similar letters or their codes', async () => {
    expect(await textOf(await pdfOf({ names: ['𓀀 𝓐𝓭𝓪'] }))).toContain('[U+13000] Ada')
  })

  test.each([
    ['en-US', 'NotoSansSC'],
    ['zh-Hant-TW', 'NotoSansTC'],
    ['ja', 'NotoSansJP'],
    ['ko-KR', 'NotoSansKR'],
  ])('with Han characters of a resident whose language is %s is in the font %s', async (language, font) => {
    const { names } = fontsOf(await pdfOf({ names: ['直美'], language }))
    expect(names.filter((name) => name.startsWith('NotoSans')).every((name) => name.startsWith(font))).toBe(true)
    expect(names.join()).toContain(font)
  })

  test('in Latin letters needs no other font', async () => {
    const { names } = fontsOf(await pdfOf({ names: ['Łódź Ёлка Ηλίας'] }))
    expect(names.toSorted()).toEqual(['DejaVuSansCondensed', 'DejaVuSansCondensed-Bold'])
  })

  test('of any characters can be printed', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }), { minLength: 5, maxLength: 5 }),
        async (names) => {
          const pdf = await pdfOf({ names, group: names[0]! })
          expect(await textOf(pdf)).toContain('unit 4')
        },
      ),
      { numRuns: 40 },
    )
  })
})

test('a logo with a palette of four bits is shown whole', async () => {
  const plain = (width: number, height: number, background: string) => ({
    create: { width, height, channels: 4 as const, background },
  })
  const logo = await sharp(plain(100, 100, '#00000000'))
    .composite([{ input: plain(60, 90, '#1864ab') }])
    .png({ palette: true, colours: 8 })
    .toBuffer()
  const pdf = await pdfOf({ names: ['Ada'], logo })
  const pixels = streamsOf(pdf).find(({ dictionary }) => dictionary.includes('/ColorSpace /DeviceRGB'))!.bytes
  // Its middle and its lower half.
  for (const y of [50, 80]) expect([...pixels.subarray((y * 100 + 50) * 3, (y * 100 + 50) * 3 + 3)]).toEqual([0x18, 0x64, 0xab])
})
