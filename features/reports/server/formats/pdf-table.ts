import type { Column } from '../../model.ts'
import type { Block } from '../engine/pages.ts'
import { type Box, edgesOf, PAPER, ROOM, SIZE } from '../engine/paper.ts'
import type { Element, TaggedPdf } from './pdf-document.ts'
import { COLOURS } from './pdf-text.ts'

const { margin: MARGIN } = PAPER
type Row = { readonly boxes: readonly Box[]; readonly y: number; readonly height: number; readonly isBold: boolean }

/** The tables of a report, one after the other. */
export function tablesOn({ doc, root, pen, tagged, artifact }: TaggedPdf) {
  let edges: readonly number[] = []
  let table: Element | undefined

  const end = () => {
    table?.end()
    table = undefined
  }
  const line = (y: number) =>
    artifact(() =>
      doc
        .moveTo(MARGIN, y)
        .lineTo(MARGIN + ROOM, y)
        .lineWidth(0.5)
        .strokeColor(COLOURS.line)
        .stroke(),
    )
  const writeBox = ({ lines, first, span, isNumber }: Box, y: number, isBold: boolean): void => {
    const x = MARGIN + edges[first]!
    const room = edges[first + span]! - edges[first]! - SIZE.gap
    for (const [i, text] of lines.entries())
      if (text) pen.write(text, x, y + i * SIZE.leading, { isBold, room, isBroken: true, isRight: isNumber })
  }
  const taggedRow = (draw: (row: Element) => void) => {
    const element = doc.struct('TR')
    table!.add(element)
    draw(element)
    element.end()
  }

  return {
    begin: (columns: readonly Column[]) => {
      end()
      table = doc.struct('Table')
      root.add(table)
      edges = edgesOf(columns)
    },
    /** `cellType`: null leaves the row out of the structure. */
    row: ({ boxes, y, height, isBold }: Row, cellType: 'TH' | 'TD' | null) => {
      const at = MARGIN + y
      if (cellType === null)
        artifact(() => {
          for (const box of boxes) writeBox(box, at, isBold)
        })
      else
        taggedRow((row) => {
          for (const box of boxes) {
            tagged(cellType, row, () => writeBox(box, at, isBold))
            for (let i = 1; i < box.span; i++) tagged(cellType, row, () => {})
          }
        })
      line(at + height - 2)
    },
    groupRow: ({ box, y, height, isRepeated }: Extract<Block, { kind: 'group' }>) => {
      const at = MARGIN + y
      artifact(() => doc.rect(MARGIN, at - 2, ROOM, height).fill(COLOURS.group))
      const write = () => writeBox(box, at, true)
      if (isRepeated) artifact(write)
      else taggedRow((row) => tagged('TD', row, write))
    },
    end,
  }
}
