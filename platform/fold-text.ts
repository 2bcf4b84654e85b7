import { wordsOf } from './wire.ts'

const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ı: 'i',
  ς: 'σ',
  '’': "'",
  '‘': "'",
  ʼ: "'",
  ʻ: "'",
  '′': "'",
  '＇': "'",
  '‐': '-',
  '‑': '-',
  '–': '-',
  '—': '-',
  '−': '-',
}

/** A text without accents and in lower case, as the function `unaccented` of the database. */
const unaccented = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[ßæœþøłđðıς’‘ʼʻ′＇‐‑–—−]/g, (letter) => LETTERS[letter]!)

/** A name without accents, case, hyphens and apostrophes, as the function `plain_name` of the database: whether two are one person's. */
export const plainName = (name: string): string => unaccented(name).replace(/[-'`´]/g, '')

/**
 * A text as words are searched, and the function `fold_text` of the database (decisions "Search by words"): `plainName`, with a, o and u
 * for ae, oe, ue and aa, in which labels write ä, ö, ü and å.
 */
export const foldText = (text: string): string => plainName(text).replace(/(a)[ae]+|([ou])e+/g, '$1$2')

/** Whether a text has every word of another, in any order, whatever their case, accents, hyphens and apostrophes. */
export function hasWords(text: string, words: string): boolean {
  const folded = foldText(text)
  const compared = wordsOf(words).map(foldText)
  return compared.every((word) => folded.includes(word)) && (compared.length === 0 || compared.some((word) => word !== ''))
}

/** Words before the number of a unit that say only that it is one (USPS Publication 28, §213), in the languages of the product. */
const DESIGNATORS = [
  ...['apartment', 'apt', 'app', 'unit', 'suite', 'ste', 'room', 'rm', 'flat', 'number', 'no', 'n[\u00ba\u00b0]'],
  ...['appartement', 'wohnung', 'wohneinheit', 'whg', 'nummer', 'nr'],
  ...['apartamento', 'apto', 'unidad', 'vivienda', 'departamento', 'depto', 'dpto', 'numero'],
].join('|')
const MARK = String.raw`[\s!-/:-@[-\`{-~\u00a0-\u00b1\u00b4-\u00b8\u00ba\u00bb\u00bf\u2000-\u206f\ufeff]`
const LEADING_MARKS = new RegExp(`^${MARK}+`)
const DESIGNATOR = new RegExp(`^(?:(?:${DESIGNATORS})(?:${MARK}+|(?=[0-9])))+(?=.)`)
const BETWEEN_DIGITS = new RegExp(`([0-9])${MARK}+(?=[0-9])`, 'g')
const MARKS = new RegExp(MARK, 'g')

/**
 * A unit as units compare, and the function `unit_key` of the database: without designators, without marks but one between digits, and
 * without leading zeros. "APT 12-C", "#12C" and "12 c" are one; "1-11" and "11-1" are two.
 */
export const unitKey = (unit: string): string =>
  unaccented(unit)
    .replace(LEADING_MARKS, '')
    .replace(DESIGNATOR, '')
    .replace(BETWEEN_DIGITS, '$1\u0001')
    .replace(MARKS, '')
    .replaceAll('\u0001', '-')
    .replace(/(^|[^0-9])0+(?=[0-9])/g, '$1')

const LONGEST_UNIT = 10
const DESIGNATED = new RegExp(`(^|\\s)(?:${DESIGNATORS})(?![a-z])[.:]?\\s*#?\\s*(?=#?\\w*\\d|[a-z]{1,2}(?:\\s|$))`, 'gi')
/** What is one unit although blanks are in it: "12 C", "PH 2", "1 - 11". */
const APART = [
  /(\d)\s+(?=[a-z](?:\s|$))/gi,
  /(?<=^|\s)([a-z]{1,2})\s+(?=\d)/gi,
  /(\d\s*[-/.])\s+(?=\d)/g,
  /(\d)\s+(?=[-/.]\s*\d)/g,
]
/**
 * The words of a search in which units are written as they compare: "lee apt 12 C" is lee and 12c. The same words as `wordsOf` for a
 * text without a unit.
 */
export const wordsWithUnits = (text: string): readonly string[] =>
  wordsOf(APART.reduce((joined, blanks) => joined.replace(blanks, '$1'), text.replace(DESIGNATED, '$1'))).map((word) =>
    /^#|\d/.test(word) && word.length <= LONGEST_UNIT ? unitKey(word) : word,
  )
