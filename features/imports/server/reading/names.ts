import { MAX_PEOPLE } from '../../columns.ts'
import type { NameOrder } from '../../layout.ts'
import { isCompany } from './companies.ts'
import { withoutRoles } from './roles.ts'

/** A name of a person; '' for a part that is missing. */
export type Name = { readonly first: string; readonly last: string }

const SUFFIX = /^(?:jr|sr|jnr|snr|ii|iii|iv|v|md|m\.d|phd|ph\.d|dds|dvm|mba|cpa|esq|esquire)\.?$/i
/** Words that begin a last name of several words. */
const PARTICLE =
  /^(?:van|von|vom|zu|zur|de|del|della|di|da|das|do|dos|du|des|la|le|el|al|der|den|ter|ten|bin|ibn|bint|abu|st\.?|saint|mac|af|av)$/i
/** Joins the two parts of a Spanish or Catalan last name. */
const AND = /^[yi]$/
/** Titles in front of a name; behind one only those that are no names of people. */
const TITLE =
  /^(?:(?:mr|mrs|ms|miss|mx|mme|mlle|dr|dra|prof|profa|herrn?|frau|familie|family|familia|eheleute|firma|dipl\.?-ing|sr|sra|srta|sres|señora?|señorita|señores)\.?|(?:fr|hr|fa|fam|ing|mag|rev|lic)\.)$/i
const TITLE_BEHIND = /^(?:mr|mrs|ms|mx|dr|dra|prof|sra|srta|family|familie|familia|dipl\.-ing)\.?$/i
const FAMILY = /^(?:family|familie|familia)$/i
/** The first title of a couple that shares a name: "Mr. & Mrs. Lee" is one name. */
const TITLE_OF_COUPLE =
  /(?<!\p{L})(?:mr|herrn?|hr|sr|dr|prof)\.?\s?(?:[&+/]|and|und|u\.?|y)\s?(?=(?:mrs|ms|mr|frau|fr|sra|dr|prof)(?!\p{L}))/giu
/** Titles in front of a given name, some of which are given names or initials elsewhere than in Spanish. */
const SPANISH_TITLE = /^(?:don|doña|dña\.?|d\.|dª\.?|d\.ª)$/i
const SURE_SPANISH_TITLE = /^(?:doña|dña\.?)$/i
const IS_SPANISH = /^(?:sra?\.?|señora?)$/i
/** A code behind the name, such as "(t0012345)". */
const CODE = /\s*\([^()]*\d[^()]*\)$/

/**
 * A whole name as first and last name: "Lee, Ann", "Ann Lee", "Ann van der Berg Jr."; without a comma the order decides. Titles are left
 * out; "Don" is one in Spanish only. A company is one name.
 */
export function nameOf(text: string, order: NameOrder, isSpanish = false): Name {
  const whole = text.replace(CODE, '').trim()
  if (isCompany(whole)) return { first: whole, last: '' }
  const parts = whole.split(/\s*,\s*/).filter((part) => part !== '')
  const [head = '', ...rest] = parts.filter((part, i) => i === 0 || !isTitle(part))
  const suffixes = rest.filter((part) => SUFFIX.test(part))
  const others = rest
    .filter((part) => !SUFFIX.test(part))
    .map((part) => withoutTitles(part.split(' '), isSpanish).words.join(' '))
  const { words, isTitled } = withoutTitles(head.split(' '), isSpanish)
  if (others.length > 0) return { first: others.join(' '), last: [...words, ...suffixes].join(' ') }
  // A last name has a title alone: "Mrs. Lee", "Lee, Mrs."
  if ((isTitled || rest.length < parts.length - 1) && words.length === 1)
    return { first: '', last: [...words, ...suffixes].join(' ') }
  return inOrder([...words, ...suffixes], order)
}

const isTitle = (text: string): boolean => text.split(' ').every((word) => TITLE.test(word) && !SUFFIX.test(word))

/** The words of a name without titles, unless nothing else is left; `isTitled` if one is in front that a last name may follow. */
function withoutTitles(words: readonly string[], isSpanish: boolean) {
  const ofGivenName = isSpanish || IS_SPANISH.test(words[0] ?? '') ? SPANISH_TITLE : SURE_SPANISH_TITLE
  const isBefore = (word: string) => TITLE.test(word) || ofGivenName.test(word)
  const start = words.findIndex((word) => !isBefore(word))
  if (start < 0) return { words, isTitled: false }
  const isFamily = words.length - start > 1 && FAMILY.test(words.at(-1)!)
  const [first = '', ...others] = words.slice(
    isFamily && /^the$/i.test(words[start]!) && words.length - start > 2 ? start + 1 : start,
  )
  return {
    words: [first, ...others.filter((word) => !TITLE_BEHIND.test(word))],
    isTitled: isFamily || (start > 0 && !ofGivenName.test(words[start - 1]!)),
  }
}

function inOrder(words: readonly string[], order: NameOrder): Name {
  if (words.length === 1) return { first: words[0]!, last: '' }
  if (order === 'LastFirst') {
    const plain = words.findIndex((word) => !PARTICLE.test(word)) + 1
    const whole = AND.test(words[plain] ?? '') ? plain + 2 : plain
    const end = Math.min(whole || words.length, words.length - 1)
    return { first: words.slice(end).join(' '), last: words.slice(0, end).join(' ') }
  }
  const suffixes = words.length > 2 && SUFFIX.test(words.at(-1)!) ? 1 : 0
  const particle = words.findIndex((word, i) => i > 0 && i < words.length - 1 && PARTICLE.test(word))
  const and = words.findIndex((word, i) => i > 1 && i < words.length - 1 && AND.test(word))
  const start = Math.min(particle > 0 ? particle : words.length - 1 - suffixes, and > 0 ? and - 1 : words.length)
  return { first: words.slice(0, start).join(' '), last: words.slice(start).join(' ') }
}

/** What stands between people only. A slash between single letters does not: "c/o", "s/o". */
const BETWEEN = /\s*[;|\n]\s*|\s*(?<!(?<!\p{L})\p{L})\/\s*|\s*\/(?!\p{L}(?!\p{L}))\s*/u
const PEOPLE = /\s*[&+]\s*|\s(?:and|und|u\.?)\s/i
/** People without a name behind one: "+1", "+ 2 kids", "and family", "& guest". */
const COMPANIONS =
  /\s*\(?(?:[&+/]|[\s,(](?:and|und|u\.|y|e|with|w\/|plus|mit|con)\s)\s*(?:\d+|(?:\d+\s)?(?:his |her |their |su )?(?:family|kids?|child|children|baby|guests?|spouse|wife|husband|partner|son|daughter|others?|familie|kind|kinder|gast|gäste|ehefrau|ehemann|ehepartner|familia|hijos?|hijas?|niños|invitados?|esposa|esposo))\.?\)?$/iu
/** A "y" between two names of several words, or between given names; "Núñez y Peña" is one last name. */
const SPANISH_PEOPLE = /(?<=\S \S+) y (?!(?:de|del|la|las|los) )(?=\S+ \S)|(?<=, ?\S[^,]*) y /i

/**
 * The people of a cell, without their roles in brackets: "Ann Lee & Bob Lee", "Lee, Ann and Bob", "Ann & Bob Lee" and "Herr Bob und Frau
 * Ann Lee" are two with one last name, "Mr. & Mrs. Lee" is one name. A company is one whatever its name contains.
 */
export function namesOf(cell: string, order: NameOrder, isSpanish = false): readonly Name[] {
  const whole = withoutRoles(cell)
  const text = isCompany(whole) ? whole : whole.replace(COMPANIONS, '')
  const parts = text
    .replace(TITLE_OF_COUPLE, '')
    .split(BETWEEN)
    .flatMap((part) => (isCompany(part) ? [part] : part.split(PEOPLE).flatMap((one) => one.split(SPANISH_PEOPLE))))
    .flatMap((part) => (isCompany(part) ? [part] : byCommas(part)))
    .filter((part) => part !== '')
  // A cell with more is no name: a person reads it whole, or its length refuses it.
  if (parts.length > MAX_PEOPLE) return [{ first: cell.replaceAll('\n', ' '), last: '' }]
  const names = parts.map((part) => nameOf(part, order, isSpanish))
  if (names.length < 2) return names
  const withLast = text.includes(',') ? names[0] : names.findLast(({ last }) => last !== '')
  const last = withLast?.last ?? ''
  return names.map((name, i) => {
    const part = parts[i]!
    if (isCompany(part)) return name
    // "Hans Weber und Frau"
    if (isTitle(part)) return { first: '', last }
    if (name.last === '') return { ...name, last }
    return isGivenName(name, i, names, text) ? { first: name.last, last } : name
  })
}

/**
 * Whether a single name behind a title is a given name. It is if another person's whole name has the last name: "Herr Jörg und Frau Anja
 * Weiß", "Weiß, Jörg und Frau Anja". In "Herr Jörg Weiß und Frau Ray" it is a last name.
 */
function isGivenName({ first, last }: Name, at: number, names: readonly Name[], text: string): boolean {
  const isOfWhole = (name: Name | undefined) => name !== undefined && name.first !== '' && name.last !== '' && name.last !== last
  return first === '' && (text.includes(',') ? at > 0 && isOfWhole(names[0]) : at < names.length - 1 && isOfWhole(names.at(-1)))
}

/** The people of a list with commas: "Ann Lee, Bob Lee" with one last name, three and more names of several words, "Lee, Ann, Lee, Bob". */
function byCommas(text: string): readonly string[] {
  const parts = text.split(',').map((part) => part.trim())
  const names = parts.filter((part) => part !== '' && !SUFFIX.test(part))
  if (names.length !== parts.length || names.length < 2) return [text]
  const words = names.map((name) => name.split(' '))
  if (words.every(({ length }) => length > 1)) {
    const last = words.map((some) => some.at(-1)!.toLowerCase())
    return names.length > 2 || last[0] === last[1] ? names : [text]
  }
  if (names.length < 4 || names.length % 2 === 1 || words.some(({ length }, i) => i % 2 === 0 && length > 2)) return [text]
  return names.flatMap((name, i) => (i % 2 === 0 ? [`${name}, ${names[i + 1]}`] : []))
}
