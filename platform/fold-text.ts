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
}
/** A raised, lowered or broken digit behind a digit: NFKD would make "12½" 121/2. */
const NEXT_DIGIT = /([0-9])([\u00b2\u00b3\u00b9\u00bc-\u00be\u2070-\u2079\u2080-\u2089\u2150-\u215f\u2189])/g
/** An accent that stands alone, which people type for an apostrophe, is a blank with the accent in NFKD. */
const LONE_ACCENT = / [\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]+/g
/** Accents, and characters that are drawn as nothing. */
const UNSEEN = new RegExp(
  '[\\u0300-\\u036f\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe20-\\ufe2f' +
    '\\u00ad\\u061c\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufe00-\\ufe0f\\ufeff]+',
  'g',
)
const BLANKS = /[\t-\r\u0085\u1680\u2028\u2029]/g
const APOSTROPHES = /[`\u02b9-\u02bf\u02c8\u02ca\u02cb\u055a\u05f3\u2018\u2019\u201b\u2032\u2035\ua78b\ua78c]/g
const HYPHENS = /[\u058a\u05be\u1400\u1806\u2010-\u2015\u2043\u2212\u2e17\u2e1a\u2e3a\u2e3b\u2e40\u301c\u3030\u30a0]/g

/**
 * A text in lower case without accents and invisible characters, with usual blanks, hyphens, apostrophes, letters and digits (also for
 * full-width ones), as the function `unaccented` of the database.
 */
export const unaccented = (text: string): string =>
  text
    .replace(NEXT_DIGIT, '$1-$2')
    .normalize('NFKD')
    .replace(LONE_ACCENT, "'")
    .replace(UNSEEN, '')
    .replace(BLANKS, ' ')
    .replace(APOSTROPHES, "'")
    .replace(HYPHENS, '-')
    .toLowerCase()
    .replace(/[ßæœþøłđðıς]/g, (letter) => LETTERS[letter]!)

/** Hyphens and apostrophes but those between two digits: "1-11" and "111" are two. */
const withoutHyphens = (text: string) => text.replace(/(?<![0-9'-])['-]+|['-]+(?![0-9'-])/g, '')

/**
 * A name without accents, case, hyphens and apostrophes, as the function `plain_name` of the database: whether two are one person's.
 * Between two digits a hyphen stays.
 */
export const plainName = (name: string): string => withoutHyphens(unaccented(name))

/**
 * A text as words are searched, and the function `fold_text` of the database (decisions "Search by words"): `plainName`, with a, o and u
 * for ae, oe, ue and aa, in which labels write ä, ö, ü and å.
 */
export const foldText = (text: string): string => plainName(text).replace(/(a)[ae]+|([ou])e+/g, '$1$2')

const MARK = String.raw`[\u0001-/:-@[-\`{-~\u00a1-\u00bf\u2000-\u206f\u3001-\u3003]`
const MARKS = new RegExp(`${MARK}+`, 'g')
const ONLY_MARKS = new RegExp(`^${MARK}*$`)

/** The words of a search that are compared: those with more than marks in them. */
export const comparedWords = (words: readonly string[]): readonly string[] =>
  words.filter((word) => !ONLY_MARKS.test(unaccented(word)))

/** Whether a text has every word of another, in any order, whatever their case, accents, hyphens and apostrophes. */
export function hasWords(text: string, words: string): boolean {
  const folded = foldText(text)
  const given = wordsOf(words)
  const compared = comparedWords(given)
  return compared.every((word) => folded.includes(foldText(word))) && (given.length === 0 || compared.length > 0)
}

/** Words before the number of a unit that say only that it is one (USPS Publication 28, §213), in the languages of the product. */
const DESIGNATORS = [
  ...['apartment', 'apt', 'app', 'unit', 'suite', 'ste', 'room', 'rm', 'flat', 'number', 'no'],
  ...['appartement', 'wohnung', 'wohneinheit', 'whg', 'nummer', 'nr'],
  ...['apartamento', 'apto', 'unidad', 'vivienda', 'departamento', 'depto', 'dpto', 'numero'],
].join('|')
const DESIGNATOR = new RegExp(`^(?:(?:${DESIGNATORS})(?:-|(?=[0-9])))+(?=.)`)

/** "N°" is "No."; any other ordinal sign is a mark: "3º B". */
const plainUnit = (text: string) => unaccented(text.replace(/[ºª]/g, '°')).replace(/(^|[^0-9a-z])n°/g, '$1no.')

/**
 * A unit as units compare, and the function `unit_key` of the database: without designators, without marks but one between digits, and
 * without leading zeros. "APT 12-C", "#12C" and "12 c" are one; "1-11" and "11-1" are two.
 */
export const unitKey = (unit: string): string =>
  withoutHyphens(plainUnit(unit).replace(MARKS, '-').replace(/^-/, '').replace(DESIGNATOR, '')).replace(
    /(^|[^0-9])0+(?=[0-9])/g,
    '$1',
  )

/** A unit as it is written, without designators and marks before it: "Apt. 12-C" is "12-C". */
export function withoutDesignator(unit: string): string {
  const written = unit.replace(LEADING_MARKS, '')
  return written.replace(WRITTEN_DESIGNATOR, '') || written
}
const LEADING_MARKS = /^[^\p{L}\p{N}]+/u
const WRITTEN_DESIGNATOR = new RegExp(
  `^(?:(?:${DESIGNATORS.replace('numero', 'n(?:ú|u\\u0301?)mero')}|n[º°])(?:[^\\p{L}\\p{N}]+|(?=\\p{N})))+`,
  'iu',
)

const LONGEST_UNIT = 10
const DESIGNATED = new RegExp(`(^|\\s)(?:${DESIGNATORS})(?![a-z])[.:-]?\\s*#?\\s*(?=#?\\w*\\d|[a-z]{1,2}(?:\\s|$))`, 'g')
/** What is one unit although blanks are in it: "12 C", "3º B", "PH 2", "1 - 11". */
const APART = [
  /(\d)°?\s+(?=[a-z](?:\s|$))/g,
  /(?<=^|\s)([a-z]{1,2})\s+(?=\d)/g,
  /(\d\s*[-/.])\s+(?=\d)/g,
  /(\d)\s+(?=[-/.]\s*\d)/g,
]
/**
 * A text in lower case without accents, in which a unit is one word behind `mark` instead of its designator: "Apt 12 C" is 12c, the
 * mark before it.
 */
export const withJoinedUnits = (text: string, mark = ''): string =>
  APART.reduce((joined, blanks) => joined.replace(blanks, '$1'), plainUnit(text).replace(DESIGNATED, `$1${mark}`))

/**
 * The words of a search in lower case without accents, in which units are written as they compare: "lee apt 12 C" is lee and 12c. The
 * same words as `wordsOf` for a text without a unit.
 */
export const wordsWithUnits = (text: string): readonly string[] =>
  wordsOf(withJoinedUnits(text)).map((word) => (/^#|\d/.test(word) && word.length <= LONGEST_UNIT ? unitKey(word) : word))

/** Words beside the name of a place that say only that it is one, in the languages of the product. */
const PLACE_WORDS = [
  ...['building', 'bldg', 'bld', 'block', 'blk', 'tower', 'twr', 'house'],
  ...['haus', 'gebäude', 'geb', 'turm'],
  ...['edificio', 'edif', 'bloque', 'blq', 'torre'],
]
  .map(unaccented)
  .join('|')
const BESIDE_PLACE = new RegExp(`(?<=^|[ ,;-])(?:${PLACE_WORDS})(?:[ .:#,;-]+|$)`, 'g')
/**
 * The text of a search for a place without the words that say only that it is one: "Bldg. A" and "Tower A" are a; undefined where
 * there are none, or nothing else.
 */
export function withoutPlaceWords(text: string): string | undefined {
  const plain = unaccented(text)
  const rest = plain.replace(BESIDE_PLACE, '').replace(/^[ #.-]+|[ ,;-]+$/g, '')
  return rest === '' || rest === plain.trim() ? undefined : rest
}
