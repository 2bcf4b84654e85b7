import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const { resolve } = createRequire(import.meta.url)
const path = (name: string) => resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`)

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

/**
 * The fonts of PDF files. Latin, Greek and Cyrillic texts use fonts without layout tables, which take a quarter of the time;
 * other scripts use the whole font.
 */
const SIMPLE = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}]*$/u
const simpleFont = (name: string) => withoutTables(readFileSync(path(name)), JOINING)
const SIMPLE_FONTS = { plain: simpleFont('DejaVuSansCondensed'), bold: simpleFont('DejaVuSansCondensed-Bold') }
const WHOLE_FONTS = { plain: path('DejaVuSans'), bold: path('DejaVuSans-Bold') }

/** Names the fonts of a document, which has none yet; returns the name of the one that a text needs. */
export function fontsFor(doc: PDFKit.PDFDocument): (text: string, isBold: boolean) => string {
  for (const [weight, font] of Object.entries(SIMPLE_FONTS)) doc.registerFont(weight, font as unknown as string) // The types lack buffers.
  return (text, isBold) => {
    const weight = isBold ? 'bold' : 'plain'
    return SIMPLE.test(text) ? weight : WHOLE_FONTS[weight]
  }
}
