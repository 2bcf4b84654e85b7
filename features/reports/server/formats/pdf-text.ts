import { SIZE } from '../engine/paper.ts'
import { type Face, simpleFace } from '../text/faces.ts'
import { isSimple, printable, widthOf } from '../text/lines.ts'
import { isDrawnAsWritten, type Run, runsOf } from '../text/runs.ts'

export const COLOURS = { text: '#1a1b1e', quiet: '#495057', line: '#dee2e6', group: '#f1f3f5' } as const
/** From the top of a line to the foot of its letters, in em. */
export const ASCENT = 0.93
type Look = {
  readonly size?: number
  readonly isBold?: boolean
  readonly colour?: string
  /** A longer line is drawn smaller. */
  readonly room?: number
  /** Broken by `linesOf`: no longer than its room, if it is simple. */
  readonly isBroken?: boolean
  readonly isRight?: boolean
}

/** Lines by weight, and the language of who is named in them. */
type Lines = {
  readonly plain?: readonly string[]
  readonly bold?: readonly string[]
  readonly language?: string | undefined
}

/** Draws lines in the fonts that their characters need. Those that are not simple are prepared first, because fonts are opened for them. */
export function penOf(doc: PDFKit.PDFDocument) {
  const prepared = new Map<string, readonly Run[]>()
  const keyOf = (line: string, isBold: boolean) => `${isBold ? 'b' : 'p'}${line}`
  const registered = new Set<string>()
  /** An empty list of features makes the library lay words out anew each time. */
  let layout: { features?: [] } = {}
  const WHOLE: typeof layout = { features: [] }

  const withFace = ({ name, file }: Face) => {
    if (!registered.has(name)) doc.registerFont(name, file as unknown as string) // The types lack buffers.
    registered.add(name)
    return doc.font(name)
  }
  const draw = (text: string, x: number, y: number, how = layout) =>
    doc.text(text, x, y, { lineBreak: false, baseline: 'alphabetic', ...how })

  function drawRuns(
    runs: readonly Run[],
    x: number,
    foot: number,
    { size, room, isRight }: Required<Pick<Look, 'size' | 'room' | 'isRight'>>,
  ) {
    // Words from right to left would be put one after the other from left to right.
    const layoutOf = ({ isRightToLeft }: Run) => (isRightToLeft ? WHOLE : layout)
    const widths = runs.map((run) => withFace(run.face).fontSize(size).widthOfString(run.text, layoutOf(run)))
    const width = widths.reduce((sum, one) => sum + one, 0)
    const scale = Math.min(1, room / width)
    const starts: number[] = []
    let at = isRight ? x + room - width * scale : x
    for (const i of [...runs.keys()].sort((a, b) => runs[a]!.place - runs[b]!.place)) {
      starts[i] = at
      at += widths[i]! * scale
    }
    // In the order of reading, which is that of the text in the file.
    for (const [i, run] of runs.entries()) {
      withFace(run.face).fontSize(size * scale)
      draw(run.text, starts[i]!, foot, layoutOf(run))
    }
  }

  /** Draws what stands for a text, which readers of the file are given. */
  function drawWithText(actual: string, drawIt: () => void) {
    doc.markContent('Span', { actual })
    drawIt()
    // Readers place the text by the state at the end: upright, in one of the fonts of the page.
    doc.save().transform(1, 0, 0, -1, 0, doc.page.height)
    doc.addContent(`/${Object.keys(doc.page.fonts).at(-1)} ${SIZE.text} Tf`)
    doc.endMarkedContent()
    doc.restore()
  }

  return {
    /** Prepares the lines that are written next; those before are forgotten. */
    async prepare({ plain = [], bold = [], language }: Lines) {
      prepared.clear()
      for (const [lines, isBold] of [
        [plain, false],
        [bold, true],
      ] as const)
        for (const line of lines)
          if (!isSimple(line)) prepared.set(keyOf(line, isBold), await runsOf(printable(line), { isBold, language }))
    },
    /** Writes a line, whose top is `y`. */
    write(line: string, x: number, y: number, look: Look = {}) {
      const { size = SIZE.text, isBold = false, colour = COLOURS.text, room = Number.POSITIVE_INFINITY, isRight = false } = look
      doc.fillColor(colour)
      const foot = y + ASCENT * size
      const runs = prepared.get(keyOf(line, isBold))
      if (runs) {
        if (isDrawnAsWritten(line)) drawRuns(runs, x, foot, { size, room, isRight })
        else drawWithText(line, () => drawRuns(runs, x, foot, { size, room, isRight }))
        return
      }
      const width = isRight || !look.isBroken ? widthOf(line, isBold) * size : 0
      const scale = Math.min(1, room / width)
      withFace(simpleFace(isBold)).fontSize(size * scale)
      draw(line, isRight ? x + room - width * scale : x, foot)
    },
    lighten: () => {
      layout = { features: [] }
    },
  }
}
export type Pen = ReturnType<typeof penOf>
