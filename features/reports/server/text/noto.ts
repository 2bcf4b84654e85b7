import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import subsetFont from 'subset-font'
import { type Face, faceOf } from './faces.ts'
import { IS_EMOJI } from './lines.ts'

const { resolve } = createRequire(import.meta.url)

/** Fonts of Han characters: simplified, traditional, Japanese, Korean. */
export type Han = 'sc' | 'tc' | 'jp' | 'kr'
/** The font of a character's script; a character of several scripts is in the first. */
const SCRIPTS: readonly (readonly [font: string, script: RegExp])[] = [
  ['jp', /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ['kr', /\p{Script=Hangul}/u],
  ['tc', /\p{Script=Bopomofo}/u],
  ['arabic', /\p{scx=Arabic}/u],
  ['hebrew', /\p{scx=Hebrew}/u],
  ['thai', /\p{scx=Thai}/u],
  ['devanagari', /\p{scx=Devanagari}/u],
  ['bengali', /\p{scx=Bengali}/u],
  ['tamil', /\p{scx=Tamil}/u],
  ['telugu', /\p{scx=Telugu}/u],
  ['kannada', /\p{scx=Kannada}/u],
  ['malayalam', /\p{scx=Malayalam}/u],
  ['gujarati', /\p{scx=Gujarati}/u],
  ['gurmukhi', /\p{scx=Gurmukhi}/u],
  ['sinhala', /\p{scx=Sinhala}/u],
  ['khmer', /\p{scx=Khmer}/u],
  ['myanmar', /\p{scx=Myanmar}/u],
  ['ethiopic', /\p{scx=Ethiopic}/u],
]
const packageOf = (font: string) => (font === 'emoji' ? 'noto-emoji' : `noto-sans-${font}`)

/** The fonts that may have a character, best first; `han` is the order of those of Han characters and of symbols. */
export function fontsOf(char: string, han: readonly Han[]): readonly string[] {
  if (IS_EMOJI.test(char)) return ['emoji']
  const own = SCRIPTS.find(([, script]) => script.test(char))
  return own ? [own[0]] : /\p{scx=Han}/u.test(char) ? han : [...han, 'emoji']
}

type Range = { readonly from: number; readonly to: number; readonly slice: string }
const tables = new Map<string, readonly Range[]>()
/** A font is cut into slices; the ranges of each are in its package. */
function rangesOf(font: string): readonly Range[] {
  let ranges = tables.get(font)
  if (!ranges) {
    const path = resolve(`@fontsource-variable/${packageOf(font)}/unicode.json`)
    const slices = JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>
    ranges = Object.entries(slices).flatMap(([slice, list]) =>
      list.split(',').map((range) => {
        const [from, to = from] = range
          .trim()
          .replace(/^U\+/i, '')
          .split('-')
          .map((hex) => Number.parseInt(hex, 16)) as [number, number?]
        return { from, to, slice: slice.replace(/[[\]]/g, '') }
      }),
    )
    tables.set(font, ranges)
  }
  return ranges
}
/** The slices that may have a character: some have fewer than they promise. */
export const slicesOf = (font: string, codePoint: number): readonly string[] =>
  rangesOf(font).flatMap(({ from, to, slice }) => (from <= codePoint && codePoint <= to ? [slice] : []))

/** In every slice, although no range has them. */
const SPACES = ' \u00a0'

const faces = new Map<string, Promise<Face>>()
/** A slice of a font as TrueType of one weight, whose tables of letters that join are complete; each is opened once. */
export function sliceOf(font: string, slice: string, isBold: boolean): Promise<Face> {
  const name = `${font} ${slice}${isBold ? ' bold' : ''}`
  let face = faces.get(name)
  if (!face) {
    face = openSlice(name, font, slice, isBold)
    faces.set(name, face)
  }
  return face
}

async function openSlice(name: string, font: string, slice: string, isBold: boolean): Promise<Face> {
  const folder = dirname(resolve(`@fontsource-variable/${packageOf(font)}/unicode.json`))
  const file = await readFile(join(folder, 'files', `${packageOf(font)}-${slice}-wght-normal.woff2`))
  const all = rangesOf(font)
    .filter((range) => range.slice === slice)
    .map(({ from, to }) => String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, i) => from + i)))
  // The PDF gets only the glyphs that it uses.
  const options = { targetFormat: 'truetype', variationAxes: { wght: isBold ? 700 : 400 } } as const
  return faceOf(name, await subsetFont(file, `${SPACES}${all.join('')}`, options))
}
