import type { Column, Part } from '../model.ts'
import { cellTexts } from '../server/engine/cell-text.ts'
import { LIGHT_FROM, pdfFile } from '../server/formats/pdf.ts'

/**
 * Writes a PDF of as many rows as the argument says, in which every row has words of its own, and prints its bytes and how many bytes
 * of memory each row keeps. Run with --expose-gc.
 */
const ROWS = Number(process.argv[2])
const WIDTHS = [8, 22, 30, 20, 20]
/** Rows that are tagged keep their tags. */
const FROM = LIGHT_FROM + 1_000

let before = 0
let kept = 0
const usedMemory = () => {
  global.gc!()
  return process.memoryUsage().heapUsed
}
async function* parts(): AsyncGenerator<Part> {
  yield { kind: 'heading', title: 'Residents', organisation: 'Riverside', details: [] }
  const columns = WIDTHS.map((width, i): Column => ({ id: `${i}`, title: `Column ${i}`, kind: 'text', width }))
  yield { kind: 'table', columns }
  for (let i = 0; i < ROWS; i++) {
    yield { kind: 'row', cells: [`${i}`, `Name${i} Surname${i}`, `person${i}@example.test`, `+1555${i}`, `Street${i}`] }
    if (i % 100 === 0) await new Promise((resolve) => setImmediate(resolve))
    if (i === FROM) before = usedMemory()
  }
  kept = (usedMemory() - before) / (ROWS - FROM)
}

let bytes = 0
const writing = {
  text: cellTexts('en-US', 'en-US'),
  translate: ({ text }: { text: string }) => text,
  language: 'en-US',
  dateFormat: 'en-US',
  logo: null,
}
for await (const chunk of pdfFile(parts(), writing)) bytes += chunk.length
console.log(JSON.stringify({ bytes, kept }))
