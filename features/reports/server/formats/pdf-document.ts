import PDFDocument from 'pdfkit'
import type { Part } from '../../model.ts'
import { PAPER } from '../engine/paper.ts'
import { penOf } from './pdf-text.ts'

export type Heading = Extract<Part, { kind: 'heading' }>
export type Element = PDFKit.PDFStructureElement
export type TaggedPdf = ReturnType<typeof taggedPdf>

/** A PDF whose content is tagged for assistive technology (PDF/UA); `send` receives its bytes. */
export function taggedPdf({ title, organisation }: Heading, language: string, send: (chunk: Buffer) => void) {
  const doc = new PDFDocument({
    size: [PAPER.width, PAPER.height],
    margin: PAPER.margin,
    tagged: true,
    displayTitle: true,
    lang: language,
    pdfVersion: '1.7',
    // The types do not know it yet.
    subset: 'PDF/UA' as 'PDF/A-1',
    autoFirstPage: false,
    font: '',
    info: { Title: title, Author: organisation },
  })
  doc.on('data', send)
  const ended = new Promise<void>((resolve) => doc.on('end', resolve))
  const root = doc.struct('Document')
  doc.addStructure(root)
  return {
    doc,
    root,
    pen: penOf(doc),
    /** Adds an element whose content `draw` draws. */
    tagged: (type: string, parent: Element, draw: () => void, options: object = {}) => {
      parent.add(doc.struct(type, options, draw))
    },
    /** Draws what assistive technology leaves out: lines, repeated headers, numbers of pages. */
    artifact: (draw: () => void) => {
      doc.markContent('Artifact')
      draw()
      doc.endMarkedContent()
    },
    end: () => {
      root.end()
      doc.end()
      return ended
    },
  }
}
