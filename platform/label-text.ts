import { foldText, unaccented, withJoinedUnits, wordsWithUnits } from './fold-text.ts'
import { wordsOf } from './wire.ts'

/** Words beside a name on a label that are not of the name, in the languages of the product. */
const NOT_OF_NAMES = new Set(
  [
    ...['mr', 'mrs', 'ms', 'miss', 'mx', 'sir', 'madam', 'dr', 'prof', 'professor', 'doctor', 'rev', 'hon', 'esq', 'jr', 'sr'],
    ...['ii', 'iii', 'iv', 'phd', 'md', 'mba', 'the', 'family', 'resident', 'recipient', 'name', 'to', 'for', 'from', 'dear'],
    ...[
      'herr',
      'herrn',
      'hr',
      'hrn',
      'frau',
      'fr',
      'fräulein',
      'frl',
      'familie',
      'fam',
      'dipl',
      'ing',
      'mag',
      'med',
      'rer',
      'nat',
    ],
    ...['eheleute', 'firma', 'fa', 'an', 'für', 'bei', 'von', 'empfänger'],
    ...['señor', 'señora', 'señorita', 'sres', 'sra', 'sras', 'srta', 'don', 'doña', 'dña', 'dra', 'profa', 'lic', 'familia'],
    ...['para', 'destinatario', 'destinataria'],
  ].map(unaccented),
)
/** What stands between two who are asked for, or before the one that a package is for. */
const CARE_OF = new RegExp(
  `(?<=^|[ ,;:(|])(?:${[
    String.raw`c\.? ?/ ?o|p\.? ?/ ?a|a ?/ ?a|c\.o\.|care of|attn|attention|attent|att|atn|fao`,
    String.raw`z\. ?h(?:d|dn)?|z ?hd|zhd|zu handen(?: von)?`,
    'a la atencion(?: de)?|atencion(?: de)?|atte?n|en casa de|a cargo de',
  ].join('|')})(?:[.:]+ ?| |$)`,
  'g',
)
/** In small letters, because a single capital is an initial. */
const AND = /\s(?:[&+/]|and|AND|und|UND|or|OR|oder|ODER|u\.?|y|e|o)\s|(?<=\p{L})\s*[&/]\s*(?=\p{L}{2})/gu
/** A place between the name and the unit: "Bldg 2". */
const PLACE =
  /(?<=^|[ ,(])(?:building|bldg|block|blk|tower|haus|gebaude|turm|edificio|edif|bloque|torre)[. #]+(?:[a-z]|\d+[a-z]?)(?=$|[ ,)])/g
const MARK = String.raw`[.:()[\]<>{}"'“”„«»*•!?-]+`
const MARKS_AROUND = new RegExp(`^${MARK}|${MARK}$`, 'g')
const BETWEEN_LETTERS = /(?<=\p{L})[.:()]+(?=\p{L})/u
/** Each is a condition of its own. */
const MAX_NAMES = 4
/** Separates the names of a search, one of which is enough (`matchesWordsOrUnit`). */
const OR = ' | '

type Names = { readonly names: readonly string[]; readonly unit: string | undefined }

/**
 * The texts that a label's text is searched by when nothing has all of its words, in their order: without titles, words such as c/o,
 * marks, and what is behind the unit; then also without initials. Of two names either is enough. Empty where a text has nothing of
 * these, or no name (decisions "Search by words").
 */
export function readingsOfLabel(text: string): readonly string[] {
  const people = peopleOf(text)
  const withInitials = readingOf(people)
  const without = readingOf(people.map(({ names, unit }) => ({ names: names.filter((name) => !isInitial(name)), unit })))
  const typed = keyOf(text)
  const readings = new Map([withInitials, without].map((one) => [keyOf(one), one]))
  return [...readings].filter(([key]) => key !== '' && key !== typed).map(([, one]) => one)
}

const isInitial = (word: string) => /^\p{L}$/u.test(word)
const keyOf = (text: string) => wordsWithUnits(text).map(foldText).toSorted().join(' ')

function peopleOf(text: string): readonly Names[] {
  const groups = withCareOf(text.replace(AND, ' & '))
    .split('|')
    .map((group) => sharingFamilyName(group.split('&').map(namesOf)))
  const people = groups.flat().filter(({ names }) => names.some((name) => !isInitial(name)))
  const unit = people.findLast((one) => one.unit)?.unit
  return people.slice(0, MAX_NAMES).map((one) => ({ ...one, unit: one.unit ?? unit }))
}

/** In lower case without accents, with units as one word behind #. */
const withCareOf = (text: string) => withJoinedUnits(text, '#').replace(PLACE, ' ').replace(CARE_OF, ' | ')

/** The words of a name before the unit, or behind it, and the unit. */
function namesOf(part: string): Names {
  const words = wordsOf(part)
    .filter((word) => !NOT_OF_NAMES.has(word.replaceAll('.', '')))
    .flatMap((word) => (word.includes('@') ? [word] : word.split(BETWEEN_LETTERS)))
    .map((word) => word.replace(MARKS_AROUND, ''))
    .filter((word) => word !== '' && !NOT_OF_NAMES.has(word))
  const first = words.findIndex(isUnit)
  const unit = words.find((word) => word.startsWith('#')) ?? words[first]
  const names = first > 0 ? words.slice(0, first) : words.filter((word) => !isUnit(word))
  return { names, unit }
}
const isUnit = (word: string) => /^#|\d/.test(word)

/** "Ann & Tim Lee" are Ann Lee and Tim Lee. */
function sharingFamilyName(people: readonly Names[]): readonly Names[] {
  const last = people.at(-1)
  if (!last || last.names.length < 2) return people
  return people.map((one) => (one.names.length === 1 ? { ...one, names: [...one.names, last.names.at(-1)!] } : one))
}

const readingOf = (people: readonly Names[]): string =>
  people
    .filter(({ names }) => names.length > 0)
    .map(({ names, unit }) => [...names, ...(unit ? [unit] : [])].join(' '))
    .join(OR)
