import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'

const { resolve } = createRequire(import.meta.url)
const read = (name: string) => readFileSync(resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`))

/** OpenType layout tables, and kerning. */
const JOINING = ['GSUB', 'GPOS', 'GDEF', 'kern']
/** Sizes of the header of a font and of an entry of its list of tables, in bytes. */
const HEADER = 12
const ENTRY = 16

/** A font without some tables. */
function withoutTables(font: Buffer, unwanted: readonly string[]): Buffer {
  const entries = Array.from({ length: font.readUInt16BE(4) }, (_, i) =>
    font.subarray(HEADER + i * ENTRY, HEADER + (i + 1) * ENTRY),
  )
  const kept = entries.filter((entry) => !unwanted.includes(entry.toString('latin1', 0, 4)))
  const header = Buffer.from(font.subarray(0, HEADER))
  header.writeUInt16BE(kept.length, 4)
  let offset = HEADER + kept.length * ENTRY
  const list: Buffer[] = []
  const tables: Buffer[] = []
  for (const entry of kept) {
    const [start, length] = [entry.readUInt32BE(8), entry.readUInt32BE(12)]
    const table = Buffer.alloc(Math.ceil(length / 4) * 4)
    font.copy(table, 0, start, start + length)
    const moved = Buffer.from(entry)
    moved.writeUInt32BE(offset, 8)
    offset += table.length
    list.push(moved)
    tables.push(table)
  }
  return Buffer.concat([header, ...list, ...tables])
}

/** A font with the name under which a document registers it. */
export type Face = {
  readonly name: string
  readonly file: Buffer
  /** The width of a character in em; undefined when the font cannot draw it. */
  readonly advance: (codePoint: number) => number | undefined
  /** The font for a text: itself, or without the tables with which the library fails for this text. */
  readonly forText: (text: string) => Face
}

/** Tables that a font can do without, in their order. */
const DISPENSABLE = ['GPOS', 'GSUB'] as const

export function faceOf(name: string, file: Buffer, dispensable: readonly string[] = DISPENSABLE): Face {
  const font = create(file) as Font
  const advances = new Map<number, number | undefined>()
  let plainer: Face | undefined
  const face: Face = {
    name,
    file,
    advance: (codePoint) => {
      if (!advances.has(codePoint)) advances.set(codePoint, advanceIn(font, codePoint))
      return advances.get(codePoint)
    },
    forText: (text) => {
      const [first, ...rest] = dispensable
      if (first === undefined || canLayOut(font, text)) return face
      plainer ??= faceOf(`${name} without ${first}`, withoutTables(file, [first]), rest)
      return plainer.forText(text)
    },
  }
  return face
}

/** The library fails for marks without an anchor, and for a glyph without an outline at the end of a cut font. */
function canLayOut(font: Font, text: string): boolean {
  try {
    return font.layout(text).glyphs.every(({ advanceWidth }) => Number.isFinite(advanceWidth))
  } catch {
    return false
  }
}
function advanceIn(font: Font, codePoint: number): number | undefined {
  if (!font.hasGlyphForCodePoint(codePoint)) return undefined
  try {
    return font.glyphForCodePoint(codePoint).advanceWidth / font.unitsPerEm
  } catch {
    return undefined
  }
}

type Weights = { readonly plain: Face; readonly bold: Face }
/** The faces of both weights, opened when they are first used. */
function weights(name: string, files: { readonly plain: string; readonly bold: string }, open: (file: string) => Buffer) {
  let faces: Weights | undefined
  return (isBold: boolean): Face => {
    faces ??= { plain: faceOf(name, open(files.plain)), bold: faceOf(`${name} bold`, open(files.bold)) }
    return isBold ? faces.bold : faces.plain
  }
}

/** Latin, Greek and Cyrillic: without layout tables, which make writing four times as long. */
export const simpleFace = weights('simple', { plain: 'DejaVuSansCondensed', bold: 'DejaVuSansCondensed-Bold' }, (name) =>
  withoutTables(read(name), JOINING),
)
/** Letters with marks, Arabic, and what no other font has, such as Armenian, Georgian and Lao. */
export const wholeFace = weights('whole', { plain: 'DejaVuSans', bold: 'DejaVuSans-Bold' }, read)
