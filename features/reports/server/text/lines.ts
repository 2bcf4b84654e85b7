import { simpleFace } from './faces.ts'

/** Texts whose characters are all in the simple font; most texts are. */
export const isSimple = (text: string) => SIMPLE.test(text)
const SIMPLE =
  /^[ -~\u00a0-\u00ac\u00ae-\u024f\u0386-\u038a\u038e-\u03a1\u03a3-\u03ce\u0400-\u04ff\u2010-\u2027\u2030-\u203a\u20ac\u2190-\u2193]*$/

/** A text as it is drawn: tabs and breaks are spaces, and what is invisible is left out. */
export function printable(text: string): string {
  if (isSimple(text)) return text
  return text
    .toWellFormed()
    .replace(/[\t-\r\u0085\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\p{Cc}\u00ad\u200b\u2060\ufeff]/gu, '')
    .replace(/\p{L}\p{M}+/gu, (letter) => letter.normalize('NFC'))
}

export const IS_EMOJI = /\p{Emoji_Presentation}|\p{Regional_Indicator}|\ufe0f|\u20e3/u
const INVISIBLE = /[\p{M}\p{Cf}]/u
const SQUARE = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Bopomofo}\uff01-\uff60\uffe0-\uffe6]/u
/** Widths in em. Those of other scripts are at least as wide as most of their letters: a font is not opened only to measure. */
const WIDTH = { emoji: 1.27, square: 1, other: 0.8 } as const

const guesses = new Map<string, number>()
function guessOf(char: string): number {
  let guess = guesses.get(char)
  if (guess === undefined) {
    guess = IS_EMOJI.test(char) ? WIDTH.emoji : INVISIBLE.test(char) ? 0 : SQUARE.test(char) ? WIDTH.square : WIDTH.other
    guesses.set(char, guess)
  }
  return guess
}

/** Widths of the first characters of the simple font, which most texts consist of. */
const tables = new Map<boolean, Float64Array>()
const TABLE_SIZE = 0x250
function tableOf(isBold: boolean): Float64Array {
  let table = tables.get(isBold)
  if (!table) {
    table = Float64Array.from({ length: TABLE_SIZE }, (_, code) => simpleFace(isBold).advance(code) ?? 0)
    tables.set(isBold, table)
  }
  return table
}

/** The width of a text in em: exact for simple texts. */
export function widthOf(text: string, isBold: boolean): number {
  const table = tableOf(isBold)
  let width = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code >= TABLE_SIZE) return width + widthOfChars(text.slice(i), isBold)
    width += table[code]!
  }
  return width
}
function widthOfChars(text: string, isBold: boolean): number {
  const { advance } = simpleFace(isBold)
  let width = 0
  for (const char of text) width += advance(char.codePointAt(0)!) ?? guessOf(char)
  return width
}

const words = new Intl.Segmenter(undefined, { granularity: 'word' })
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
const segmentsOf = (text: string, by: Intl.Segmenter) => Array.from(by.segment(text), ({ segment }) => segment)

type Room = { readonly isBold: boolean; readonly size: number; readonly width: number }

/** A text in lines that fit into a width, in points. They break after spaces and hyphens, else between words, else anywhere. */
export function linesOf(text: string, { isBold, size, width }: Room): readonly string[] {
  const room = width / size
  const fits = (part: string) => widthOf(part, isBold) <= room
  if (fits(text)) return [text]
  const pieces = text
    .split(/(?<=[ -])/)
    .flatMap((piece) => (fits(piece.trimEnd()) ? [piece] : segmentsOf(piece, words)))
    .flatMap((piece) => (fits(piece.trimEnd()) ? [piece] : segmentsOf(piece, graphemes)))
  const lines: string[] = []
  let line = ''
  for (const piece of pieces) {
    if (line !== '' && !fits((line + piece).trimEnd())) {
      lines.push(line.trimEnd())
      line = ''
    }
    line += piece
  }
  return [...lines, line.trimEnd()]
}
