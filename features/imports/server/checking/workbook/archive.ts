import { buffer } from 'node:stream/consumers'
import { inflateRawSync } from 'node:zlib'
import yauzl from 'yauzl'
import yazl from 'yazl'

// Runs in a process of its own: see ../workbook.ts.

/** Why a file is not read, although it may be a good one. `OtherFile` is none of Excel. */
export type WorkbookRefusal = 'Protected' | 'Macros' | 'Xls' | 'Xlsb' | 'Ods' | 'Numbers' | 'OtherFile' | 'TooLarge'

/** Entries of a file: a workbook of an office has a few dozen. */
const MAX_ENTRIES = 2_000
/** Bytes of all entries together, unpacked. */
const MAX_UNPACKED = 100_000_000
const STORED = 0
const DEFLATED = 8
/** The parts that cells come from: those beside the workbook, and its sheets. Comments, pictures and charts are left out. */
const PART = /^([^/]+\/)?((_rels\/)?[^/]*\.(xml|rels)|(work|chart|dialog)sheets\/[^/]+\.xml)$/
const SHEET_PART = /^([^/]+\/)?worksheets\//
/** The library takes a workbook with a sheet of charts or a dialog for a damaged one; read as a sheet of cells, it has none. */
const SHEETS_WITHOUT_CELLS = /(\/relationships\/)(?:chart|dialog)(sheet")/g
/** A cell that has a format and no value. */
const EMPTY_CELL = /<(?:\w+:)?c r="[A-Z]+\d+"[^>]*\/>/g
const CELL = /<(?:\w+:)?c[\s>]/g

const OLE = 'd0cf11e0a1b11ae1'
const nameInOle = (file: Buffer, name: string): boolean => file.includes(Buffer.from(name, 'utf16le'))

/** What a compound file (OLE) is: Excel keeps encrypted workbooks and those of before 2007 in it. */
function refusalOfOle(file: Buffer): WorkbookRefusal {
  if (nameInOle(file, 'EncryptedPackage')) return 'Protected'
  return nameInOle(file, 'Workbook') || nameInOle(file, 'Book') ? 'Xls' : 'OtherFile'
}

/** What an archive is by the names of its entries; null for one that may be an Excel workbook. */
function refusalOfNames(names: readonly string[]): WorkbookRefusal | null {
  const has = (pattern: RegExp) => names.some((name) => pattern.test(name))
  if (has(/^Index(\.zip|\/.*\.iwa)$/i)) return 'Numbers'
  if (has(/^(content\.xml|META-INF\/manifest\.xml)$/)) return 'Ods'
  if (has(/workbook\.bin$/i)) return 'Xlsb'
  if (has(/vbaProject\.bin$|\/macrosheets\//i)) return 'Macros'
  return !has(/^\[Content_Types\]\.xml$/) || has(/^(word|ppt|visio)\//) ? 'OtherFile' : null
}
const MACROS = /ms-excel\.(sheet|template|addin)\.macroEnabled/i

/**
 * The parts of a workbook that its cells come from, as an archive that is not compressed; or why it is not read.
 * The sizes of the archive's directory are added up before anything is unpacked, and unpacking ends at each of them. Null for a
 * damaged archive.
 * @param maxCells cells with values that all sheets together may have
 */
export async function partsOfWorkbook(file: Buffer, maxCells: number): Promise<Buffer | WorkbookRefusal | null> {
  if (file.subarray(0, 8).toString('hex') === OLE) return refusalOfOle(file)
  const zip = await yauzl.fromBufferPromise(file, { lazyEntries: true })
  if (zip.entryCount > MAX_ENTRIES) return 'TooLarge'
  const entries = new Map<string, yauzl.Entry>()
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
  const refusal = refusalOfNames([...entries.keys()])
  if (refusal) return refusal
  if ([...entries.values()].reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0) > MAX_UNPACKED) return 'TooLarge'
  const parts = new Map<string, Buffer>()
  for (const [name, entry] of entries) {
    const part = PART.test(name) ? await unpacked(zip, entry) : undefined
    if (part === null) return null
    if (part) parts.set(name, part)
  }
  if (MACROS.test(parts.get('[Content_Types].xml')!.toString('latin1'))) return 'Macros'
  return withoutRest(parts, maxCells)
}

/** The bytes of an entry; null for one that is encrypted or compressed in a way that Excel does not use. */
async function unpacked(zip: yauzl.ZipFile, entry: yauzl.Entry): Promise<Buffer | null> {
  if (entry.isEncrypted()) return null
  const bytes = await buffer(await zip.openReadStreamPromise(entry, { decodeFileData: false }))
  if (entry.compressionMethod === STORED) return bytes
  if (entry.compressionMethod !== DEFLATED) return null
  return inflateRawSync(bytes, { maxOutputLength: Math.max(1, entry.uncompressedSize) })
}

/** The parts without what has no values, so that it costs no memory; `TooLarge` for more than `maxCells` cells. */
async function withoutRest(parts: ReadonlyMap<string, Buffer>, maxCells: number): Promise<Buffer | WorkbookRefusal> {
  const clean = new yazl.ZipFile()
  let cells = 0
  for (const [name, part] of parts) {
    // Latin-1 keeps the bytes as they are.
    const text = part.toString('latin1')
    let content = part
    if (SHEET_PART.test(name)) {
      const filled = text.replace(EMPTY_CELL, '')
      for (const _ of filled.matchAll(CELL)) cells += 1
      if (cells > maxCells) return 'TooLarge'
      content = Buffer.from(filled, 'latin1')
    } else if (name.endsWith('.rels')) {
      content = Buffer.from(text.replace(SHEETS_WITHOUT_CELLS, '$1work$2'), 'latin1')
    }
    clean.addBuffer(content, name, { compress: false })
  }
  clean.end()
  return buffer(clean.outputStream)
}
