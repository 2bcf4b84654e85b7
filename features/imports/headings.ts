import { COLUMNS, type Column, columnOf, isPersonal, MAX_PEOPLE, PARTS, type Part, partOf } from './columns.ts'
import { headingKey } from './fields.ts'
import { isContactName, type NamedPart, namedPart } from './named-part.ts'
import { MAX_HEADINGS } from './rules.ts'

/** Headings that their words alone do not explain; the name of the part itself is one too. */
const WORDS: Readonly<Partial<Record<Part, string>>> = {
  FullName: 'lease item name, name vorname, vorname name',
  FirstName: 'primer nombre',
  LastName: 'family name',
  Phone1: 'home, festnetz, landline',
  Phone2: 'work',
  ExternalId: 'external code, external id, tcode, externe id, id externo',
  UnitOnFloor: 'unit on the floor',
  Language: 'language of messages, sprache der nachrichten, idioma de los mensajes',
}
/** What is named by a number is no name of a part: in "Phone 1" it may count residents. */
const isOwnName = (part: Part) => !/\d/.test(part)
const KNOWN = new Map<string, Part>(
  PARTS.flatMap((part) =>
    [...(isOwnName(part) ? [part] : []), ...(WORDS[part]?.split(', ') ?? [])].map((heading): [string, Part] => [
      headingKey(heading),
      part,
    ]),
  ),
)

/** Longer headings name nothing that is known. */
const LONGEST = 80
/** What a heading names, by itself. */
function named(heading: string): NamedPart | undefined {
  if (heading.length > LONGEST) return undefined
  // "Home" is a phone, "Home #" a unit.
  const part = /^home\W*#/i.test(heading) ? undefined : KNOWN.get(headingKey(heading))
  return part ? { part, person: 1, rank: 0 } : namedPart(heading)
}

const PHONES: readonly Part[] = ['MobilePhone', 'Phone1', 'Phone2']
type Guess = { readonly column: Column; readonly rank: number }

/**
 * The column of each heading by its name, '' for none; each column once. Another resident of a line has a first or a whole name; without
 * one, a second last name belongs to the first resident. If a contact has a name, the contact's phone and e-mail are not the resident's.
 * A phone is the mobile one, which gets the messages, if there is no other mobile one. A column of names that holds codes is that of the
 * external id.
 */
function guessed(headings: readonly string[], isCode: (at: number) => boolean): (Column | '')[] {
  const all = headings.map((heading, at) => {
    const one = named(heading)
    return one?.part === 'FullName' && isCode(at) ? { ...one, part: 'ExternalId' as const, rank: 1 } : one
  })
  const isOfOther = all.some((one) => one?.isContact) && headings.some(isName)
  const people = new Set([1])
  for (const one of all) if (one && (one.part === 'FullName' || one.part === 'FirstName')) people.add(personOf(one))
  const placed = all.map((one) => (one && !(isOfOther && one.isContact) ? placedPart(one, people) : undefined))
  const others: Others = {
    has: (part, person = 1) => placed.some((one) => one?.part === part && one.person === person && !one.isConsent),
    isNumbered: (person) => placed.some((one) => one?.part === 'Phone2' && one.person === person && one.number !== undefined),
    standsBeside: (part, person) =>
      placed.some((one) => one?.part === 'FullName' && one.person === person && one.beside?.includes(part)),
  }
  const guesses = placed.map((one, at) => one && guessOf(one, others, headings[at]!))
  return onceEach(guesses)
}

const isName = (heading: string) => heading.length <= LONGEST && isContactName(heading)

/** Which resident of the line a heading belongs to: that of its role, else that of its number. */
const personOf = ({ person, number }: NamedPart): number => (person === 1 ? (number ?? 1) : person)

/** A heading with the resident it belongs to; undefined for values of residents who have no name. */
function placedPart(one: NamedPart, people: ReadonlySet<number>): NamedPart | undefined {
  const person = personOf(one)
  if (!isPersonal(one.part)) return one.number === undefined && one.person === 1 ? one : undefined
  if (person <= MAX_PEOPLE && people.has(person)) {
    const isOneOfSeveral = one.number !== undefined && people.size === 1
    return { ...one, person, isAnyPhone: one.isAnyPhone === true && !isOneOfSeveral }
  }
  if (one.person > 1 || person !== 2) return undefined
  if (one.part === 'LastName') return { ...one, part: 'SecondLastName', person: 1 }
  return PHONES.includes(one.part) ? { ...one, part: 'Phone2', person: 1 } : undefined
}

type Others = {
  readonly has: (part: Part, person?: number) => boolean
  /** Whether there is a second phone with a number. */
  readonly isNumbered: (person: number) => boolean
  /** Whether there is a name that stands for the other part beside this one. */
  readonly standsBeside: (part: 'FirstName' | 'LastName', person: number) => boolean
}
/** The column of a heading beside the others. */
function guessOf(one: NamedPart, others: Others, heading: string): Guess | undefined {
  const { has, isNumbered } = others
  const { person, rank } = one
  const to = (part: Part): Guess => ({ column: columnOf(part, person), rank })
  switch (one.part) {
    case 'FullName':
    case 'FirstName':
    case 'LastName':
    case 'SecondLastName': {
      const part = nameBeside(one, others)
      return part && to(part)
    }
    case 'MobilePhone':
      return one.isConsent && (['MobilePhone', 'Phone1', 'Phone2'] as const).some((part) => has(part, person))
        ? undefined
        : to('MobilePhone')
    case 'BuildingUnit':
      return has('UnitNumber') || has('Building') ? undefined : to('BuildingUnit')
    case 'Staircase':
      return !has('UnitNumber') && (has('Floor') || has('UnitOnFloor')) ? to('Staircase') : undefined
    case 'Floor':
      if (has('UnitNumber')) return undefined
      return has('UnitOnFloor') ? to('Floor') : /piso/i.test(heading) ? to('UnitNumber') : undefined
    case 'UnitOnFloor':
      if (has('UnitNumber')) return undefined
      return has('Floor') ? to('UnitOnFloor') : to('UnitNumber')
    case 'Phone1':
      return one.isAnyPhone && !has('MobilePhone', person) && !isNumbered(person) ? to('MobilePhone') : to('Phone1')
    default:
      return to(one.part)
  }
}

/**
 * The part of a name beside the others: parts count if both are there or a bare word for a name stands for the other one, else the whole
 * name.
 */
function nameBeside({ part, person, beside = [] }: NamedPart, { has, standsBeside }: Others): Part | undefined {
  const [hasFirst, hasLast] = [has('FirstName', person), has('LastName', person)]
  if (!hasFirst && !hasLast) return part
  const there = hasFirst ? 'FirstName' : 'LastName'
  const isInParts = (hasFirst && hasLast) || standsBeside(there, person)
  if (part !== 'FullName') return isInParts || !has('FullName', person) ? part : undefined
  if (!isInParts) return part
  return beside.includes(there) && !(hasFirst && hasLast) ? (hasFirst ? 'LastName' : 'FirstName') : undefined
}

/** Each column once: for the heading with the lowest rank, of which the first; a further phone has the next column of a phone. */
function onceEach(guesses: readonly (Guess | undefined)[]): (Column | '')[] {
  const taken = new Map<Column, number>()
  for (const [at, guess] of guesses.entries()) {
    if (!guess) continue
    const before = taken.get(guess.column)
    if (before === undefined || guesses[before]!.rank > guess.rank) taken.set(guess.column, at)
  }
  const isFree = (column: Column) => !taken.has(column)
  return guesses.map((guess, at) => {
    if (!guess || taken.get(guess.column) === at) return guess?.column ?? ''
    const { part, person } = partOf(guess.column)
    const next = PHONES.includes(part)
      ? PHONES.slice(1)
          .map((phone) => columnOf(phone, person))
          .find(isFree)
      : undefined
    if (next) taken.set(next, at)
    return next ?? ''
  })
}

/**
 * The column of each heading: as it was assigned before, by the key of the heading, else by its name; each column once.
 * @param isCode whether the cells below a heading are codes
 */
export function columnsOf(
  headings: readonly string[],
  assigned: ReadonlyMap<string, string>,
  isCode: (at: number) => boolean = () => false,
): (Column | '')[] {
  const byName = guessed(headings, isCode)
  const chosen = headings.map((heading) => assigned.get(headingKey(heading)))
  const taken = new Set<string>()
  const once = (column: Column | '') => {
    if (column === '' || taken.has(column)) return ''
    taken.add(column)
    return column
  }
  const first = chosen.map((column) => once(COLUMNS.find((one) => one === column) ?? ''))
  return first.map((column, i) => (chosen[i] === undefined ? once(byName[i]!) : column))
}

/** How many of these headings are known by their names. */
export const knownHeadings = (headings: readonly string[]): number =>
  headings.length > MAX_HEADINGS ? 0 : guessed(headings, () => false).filter((column) => column !== '').length
