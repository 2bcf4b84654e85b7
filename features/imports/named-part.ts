import type { Part } from './columns.ts'
import { type HeadingWord, type Kind, meaningOfHeading } from './heading-words.ts'

/** What a heading names by itself. */
export type NamedPart = {
  readonly part: Part
  /** The resident of the line, from 1, as far as a role names one: "Tenant 2 Email", "Spouse". */
  readonly person: number
  /** A number that counts residents or values: "Email 2". */
  readonly number?: number | undefined
  /** Of several headings for one column that with the lowest rank has it: "Name" before "Resident". */
  readonly rank: number
  /** A phone of any kind, which may be a mobile one. */
  readonly isAnyPhone?: boolean
}

type Found = Pick<NamedPart, 'part'> & Partial<NamedPart>

/** The part that a heading names by its words, whatever their order, signs and brackets; undefined if it has a word that is not known. */
export function namedPart(heading: string): NamedPart | undefined {
  const words = meaningOfHeading(heading)
  if (!words || words.length === 0) return undefined
  const { rest, isRole, person } = withoutRoles(words)
  const numbers = rest.filter((word) => typeof word === 'number')
  if (numbers.length > 1) return undefined
  const [number] = numbers
  const kinds = new Set(rest.filter((word) => typeof word === 'string'))
  const found = partOf(kinds, isRole)
  if (!found) return undefined
  return { rank: 0, person, number, ...found }
}

/** The words without those that name a resident, and which resident of the line that is. */
function withoutRoles(words: readonly HeadingWord[]) {
  const rest: HeadingWord[] = []
  let [isRole, person] = [false, 1]
  for (const [at, word] of words.entries()) {
    const before = words[at - 1]
    if (word === 'Role' || word === 'OtherRole') {
      const isOther = word === 'OtherRole' || before === 'Co' || before === 'Other' || before === 'Second'
      if (before === 'Co' || before === 'Other' || before === 'Second') rest.pop()
      if (isOther) person = 2
      isRole = true
    } else if (typeof word === 'number' && (before === 'Role' || before === 'OtherRole')) {
      person += word - 1
    } else rest.push(word)
  }
  return { rest, isRole, person }
}

/** The part that some kinds of words name. */
function partOf(kinds: ReadonlySet<Kind>, isRole: boolean): Found | undefined {
  const has = (...some: Kind[]) => some.some((kind) => kinds.has(kind))
  const only = (...some: Kind[]) => [...kinds].every((kind) => [...some, 'Noise', 'Number', 'Contact'].includes(kind))
  if (has('Email'))
    return only('Email', 'Address', 'Id', 'Home', 'Work') ? { part: 'Email', rank: has('Work') ? 1 : 0 } : undefined
  const phone = phoneOf(has, only)
  if (phone) return phone
  if (has('Status')) {
    const isOther = has('Unit', 'Lease')
    return only('Status', 'Unit', 'Lease') ? { part: 'OccupancyStatus', rank: isRole ? 0 : isOther ? 2 : 1 } : undefined
  }
  if (has('Language')) return only('Language') ? { part: 'Language' } : undefined
  return placeOf(has, only) ?? nameOf(has, only, isRole)
}

type Has = (...some: Kind[]) => boolean

function phoneOf(has: Has, only: Has): Found | undefined {
  const isPhone = has('Phone', 'Mobile') || (has('Home', 'Work', 'Contact') && has('Number'))
  if (!isPhone || !only('Phone', 'Mobile', 'Home', 'Work', 'Other', 'Second', 'One')) return undefined
  if (has('Other', 'Second')) return { part: 'Phone2' }
  if (has('Mobile')) return { part: 'MobilePhone' }
  if (has('Home')) return { part: 'Phone1' }
  return has('Work') ? { part: 'Phone2' } : { part: 'Phone1', isAnyPhone: !has('One') }
}

function placeOf(has: Has, only: Has): Found | undefined {
  const rank = has('Id') ? 1 : 0
  if (has('Unit')) {
    if (has('Building', 'Address')) return only('Unit', 'Building', 'Address') ? { part: 'BuildingUnit' } : undefined
    return only('Unit', 'Id', 'Name', 'Nombre', 'Floor', 'Door') ? { part: 'UnitNumber', rank } : undefined
  }
  if (has('Staircase', 'Floor', 'Door')) {
    if (!only('Staircase', 'Floor', 'Door')) return undefined
    if (has('Floor') && has('Door')) return { part: 'UnitNumber' }
    return has('Staircase') ? { part: 'Staircase' } : { part: has('Floor') ? 'Floor' : 'UnitOnFloor' }
  }
  if (has('Building')) return only('Building', 'Id', 'Name', 'Nombre') ? { part: 'Building', rank } : undefined
  return has('Property') && only('Property', 'Id', 'Name', 'Nombre') ? { part: 'Property', rank } : undefined
}

function nameOf(has: Has, only: Has, isRole: boolean): Found | undefined {
  if (isRole && has('Id')) return only('Id') ? { part: 'ExternalId' } : undefined
  if (!only('Name', 'Nombre', 'Full', 'First', 'Last', 'One', 'Second')) return undefined
  if (has('Last')) {
    if (has('First', 'Nombre')) return { part: 'FullName' }
    return { part: has('Second') ? 'SecondLastName' : 'LastName' }
  }
  // A second given name is not stored.
  if (has('Second')) return undefined
  if (has('First')) return { part: 'FirstName' }
  if (has('Nombre')) return isRole || has('Full') ? { part: 'FullName' } : { part: 'FirstName' }
  if (has('Name')) return { part: 'FullName' }
  if (!isRole || has('One', 'Full')) return undefined
  // A number of the resident is a code, the word alone a name.
  return has('Number') ? { part: 'ExternalId' } : { part: 'FullName', rank: 1 }
}
