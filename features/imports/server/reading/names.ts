import type { NameOrder } from '../../layout.ts'

/** A name of a person; '' for a part that is missing. */
export type Name = { readonly first: string; readonly last: string }

const SUFFIX = /^(?:jr|sr|jnr|snr|ii|iii|iv|v|md|phd|esq)\.?$/i
/** Words that begin a last name of several words. */
const PARTICLE =
  /^(?:van|von|vom|zu|zur|de|del|della|di|da|das|do|dos|du|des|la|le|el|al|der|den|ter|ten|bin|ibn|bint|abu|st\.?|saint|mac|af|av)$/i
const TITLE = /^(?:mr|mrs|ms|miss|mx|dr|prof|herr|frau|sr|sra|srta|don|doña|señor|señora)\.?\s+(?=\S+\s+\S)/i
/** A code behind the name, such as "(t0012345)". */
const CODE = /\s*\([^()]*\d[^()]*\)$/
const PEOPLE = /\s*(?:[&;\n+]|\s(?:and|und)\s)\s*/i

/** A whole name as first and last name: "Lee, Ann", "Ann Lee", "Ann van der Berg Jr."; without a comma the order decides. */
export function nameOf(text: string, order: NameOrder): Name {
  const whole = text.replace(CODE, '').trim()
  const [head = '', ...rest] = whole.split(/\s*,\s*/).filter((part) => part !== '')
  const suffixes = rest.filter((part) => SUFFIX.test(part))
  const others = rest.filter((part) => !SUFFIX.test(part))
  if (others.length > 0) return { first: others.join(' ').replace(TITLE, ''), last: [head, ...suffixes].join(' ') }
  return inOrder([head.replace(TITLE, ''), ...suffixes].join(' ').split(' '), order)
}

function inOrder(words: readonly string[], order: NameOrder): Name {
  if (words.length === 1) return { first: words[0]!, last: '' }
  if (order === 'LastFirst') {
    const end = words.findIndex((word) => !PARTICLE.test(word)) + 1
    return { first: words.slice(end).join(' '), last: words.slice(0, end).join(' ') }
  }
  const suffixes = words.length > 2 && SUFFIX.test(words.at(-1)!) ? 1 : 0
  const particle = words.findIndex((word, i) => i > 0 && i < words.length - 1 && PARTICLE.test(word))
  const start = particle > 0 ? particle : words.length - 1 - suffixes
  return { first: words.slice(0, start).join(' '), last: words.slice(start).join(' ') }
}

/** The people of a cell: "Ann Lee & Bob Lee", "Lee, Ann and Bob" and "Ann & Bob Lee" are two with one last name. */
export function namesOf(cell: string, order: NameOrder): readonly Name[] {
  const names = cell
    .split(PEOPLE)
    .filter((part) => part !== '')
    .map((part) => nameOf(part, order))
  const withLast = cell.includes(',') ? names[0] : names.findLast(({ last }) => last !== '')
  return names.map((name) => (name.last === '' && names.length > 1 ? { ...name, last: withLast?.last ?? '' } : name))
}
