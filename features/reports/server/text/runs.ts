import bidiFactory from 'bidi-js'
import { type Face, simpleFace, wholeFace } from './faces.ts'
import { isSimple } from './lines.ts'
import { fontsOf, type Han, sliceOf, slicesOf } from './noto.ts'

const bidi = bidiFactory()
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** A part of a line in one font and direction; `place` is its place from left to right. */
export type Run = { readonly text: string; readonly face: Face; readonly place: number; readonly isRightToLeft: boolean }
type Look = {
  readonly isBold: boolean
  /** Of the person or organisation that is named, as a tag; Han characters look different in other languages. */
  readonly language?: string | undefined
}

const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
/** Letters that are drawn one after the other as they are written. */
const PLAIN =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{P}\p{N}\p{Zs}]*$/u
/**
 * Whether the glyphs in their order are the text; readers of other lines need to be given it. Readers order lines from right to left
 * themselves.
 */
export const isDrawnAsWritten = (line: string) => PLAIN.test(line) || RIGHT_TO_LEFT.test(line)
/** Drawn by the simple font if it has them. */
const EUROPEAN = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}]/u
/**
 * Drawn by DejaVu if it has them. Noto draws a letter of Arabic as its shape and its dots, so that readers of the file would take it
 * for the letter without dots.
 */
const OWN = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Arabic}]/u
const EMOJI = /\p{Emoji_Presentation}|\ufe0f/u
const INVISIBLE = /(?![\u0600-\u0605\u06dd\u08e2])[\p{Cf}\p{Variation_Selector}]/u
const MODIFIER = /\p{Emoji_Modifier}|\p{M}/u

/** The runs of a line in the order in which it is read. */
export async function runsOf(line: string, { isBold, language }: Look): Promise<readonly Run[]> {
  if (isSimple(line)) return [{ text: line, face: simpleFace(isBold), place: 0, isRightToLeft: false }]
  const han = hanFonts(line, language)
  const direction = RIGHT_TO_LEFT.test(line) ? bidi.getEmbeddingLevels(line, 'ltr') : null
  const visual = direction && bidi.getReorderedIndices(line, direction)
  const places: number[] = []
  for (const [place, index] of (visual ?? []).entries()) places[index] = place
  const runs: { text: string; face: Face; level: number; place: number }[] = []
  for (const { segment, index } of graphemes.segment(line)) {
    const level = direction?.levels[index] ?? 0
    const place = places[index] ?? index
    const last = runs.at(-1)
    if (level % 2 === 1 && last?.level === level && /^\s$/.test(segment) && last.face.advance(pointOf(segment)) !== undefined) {
      // A space is laid out with the words around it.
      last.text += segment
      last.place = Math.min(last.place, place)
      continue
    }
    for (const { text, face } of await drawn(segment, { isBold, han })) {
      const last = runs.at(-1)
      if (last?.face === face && last.level === level) {
        last.text += text
        last.place = Math.min(last.place, place)
      } else runs.push({ text, face, level, place })
    }
  }
  return runs.map(({ text, face, level, place }) => {
    const drawn = inDirection(text, level)
    return { text: drawn, face: face.forText(drawn), place, isRightToLeft: level % 2 === 1 }
  })
}

/** The library draws letters of these scripts from right to left, and everything else from left to right. */
const TURNED = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** A run as it is given to the library, so that it is drawn in its direction: brackets from right to left, digits from left to right. */
function inDirection(text: string, level: number): string {
  const isRightToLeft = level % 2 === 1
  if (isRightToLeft === TURNED.test(text)) return text
  return Array.from(text, (char) => (isRightToLeft && bidi.getMirroredCharacter(char)) || char)
    .toReversed()
    .join('')
}

type Drawn = { readonly text: string; readonly face: Face }
type Choosing = { readonly isBold: boolean; readonly han: readonly Han[] }

/** How characters are drawn, of which documents have many times the same. */
const known = new Map<string, Promise<readonly Drawn[]>>()
const MAX_KNOWN = 20_000

function drawn(cluster: string, choosing: Choosing): Promise<readonly Drawn[]> {
  const key = `${choosing.isBold ? 'bold' : 'plain'} ${choosing.han.join(' ')} ${cluster}`
  let answer = known.get(key)
  if (!answer) {
    if (known.size >= MAX_KNOWN) known.clear()
    answer = draw(cluster, choosing)
    known.set(key, answer)
  }
  return answer
}

/** A character with its marks, or an emoji of several ones, in the font that has all of it; otherwise each part by itself. */
async function draw(cluster: string, choosing: Choosing): Promise<readonly Drawn[]> {
  const chars = [...cluster]
  const visible = chars.filter((char) => !INVISIBLE.test(char))
  if (visible.length === 0) return []
  const face = await faceFor(cluster, visible.map(pointOf), choosing)
  if (face) return [{ text: chars.filter((char) => face.advance(pointOf(char)) !== undefined).join(''), face }]
  const drawEach = async (parts: Iterable<string>) =>
    (await Promise.all(Array.from(parts, (part) => drawn(part, choosing)))).flat()
  if (visible.length > 1) return drawEach(visible.filter((char, i) => i === 0 || !MODIFIER.test(char)))
  const similar = cluster.normalize('NFKC')
  if (similar !== cluster) return drawEach(similar)
  const code = pointOf(visible[0]!).toString(16).toUpperCase().padStart(4, '0')
  return [{ text: `[U+${code}]`, face: simpleFace(choosing.isBold) }]
}

const pointOf = (char: string) => char.codePointAt(0)!

/** The font that has all of these characters. */
async function faceFor(cluster: string, points: readonly number[], { isBold, han }: Choosing): Promise<Face | undefined> {
  const hasAll = ({ advance }: Face) => points.every((point) => advance(point) !== undefined)
  const first = String.fromCodePoint(points[0]!)
  const isEmoji = EMOJI.test(cluster)
  const own = (EUROPEAN.test(first) ? [simpleFace, wholeFace] : [wholeFace]).map((face) => face(isBold)).find(hasAll)
  if (own && OWN.test(first) && !isEmoji) return own
  for (const font of fontsOf(isEmoji ? '\ufe0f' : first, han))
    for (const slice of slicesOf(font, points[0]!)) {
      const face = await sliceOf(font, slice, isBold)
      if (hasAll(face)) return face
    }
  return own
}

const HAN_OF_LANGUAGE: readonly (readonly [RegExp, Han])[] = [
  [/^ja\b/i, 'jp'],
  [/^ko\b/i, 'kr'],
  [/^(zh|yue)-(.*-)?(Hant|TW|HK|MO)\b/i, 'tc'],
]
const HAN_OF_SCRIPT: readonly (readonly [RegExp, Han])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'jp'],
  [/\p{Script=Hangul}/u, 'kr'],
  [/\p{Script=Bopomofo}/u, 'tc'],
]

/**
 * The fonts for Han characters in their order: that of the other letters of a name, or of its language, otherwise simplified Chinese;
 * but one that has all of the characters comes before one that has some.
 */
function hanFonts(text: string, language = ''): readonly Han[] {
  const own = HAN_OF_SCRIPT.find(([script]) => script.test(text)) ?? HAN_OF_LANGUAGE.find(([tag]) => tag.test(language))
  const order = [...new Set<Han>([own?.[1] ?? 'sc', 'sc', 'tc', 'jp', 'kr'])]
  const characters = text.match(/\p{Script=Han}/gu) ?? []
  const complete = order.find((font) => characters.every((char) => slicesOf(font, char.codePointAt(0)!).length > 0))
  return complete ? [...new Set([complete, ...order])] : order
}
