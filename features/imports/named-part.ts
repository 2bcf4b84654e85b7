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
  /** May be a consent to messages instead of a phone. */
  readonly isConsent?: boolean
  /** Of a contact, who may be the resident. */
  readonly isContact?: boolean
  /** What a name is beside the other part of it alone: "Name" is the last name beside a first name, and the first beside a last name. */
  readonly beside?: readonly ('FirstName' | 'LastName')[]
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
  const found = partOf(kinds, isRole && COUNT.test(words.join(' ')) ? 'Count' : isRole)
  if (!found) return undefined
  const isContact = kinds.has('Contact') && !isRole
  return { rank: 0, person, number, isContact, ...found, ...besideOf(found, kinds, { isRole, heading }) }
}

/** "Number of tenants", and what counts the persons of a household. */
const COUNT = /Number Of (?:(?:Noise|Of|Co|Other) )*(?:Role|OtherRole|Person)|Plural|Household/

/** Names of contacts, who are others than the residents: "Contact", "Contact Name", "Emergency contact". */
export function isContactName(heading: string): boolean {
  const words = meaningOfHeading(heading.replace(/emergency|(?:de )?emergencia|notfall/i, ''))
  return words?.includes('Contact') === true && words.every((word) => typeof word === 'number' || OF_CONTACT.has(word))
}
const OF_CONTACT = new Set<Kind>(['Contact', 'Person', 'Name', 'Nombre', 'Full', 'First', 'Last', 'Noise', 'Of', 'Preferred'])

type Named = { readonly isRole: boolean; readonly heading: string }
/** What a name without other words is beside a part of it; in German and Spanish also that of a role. */
function besideOf({ part }: Found, kinds: ReadonlySet<Kind>, { isRole, heading }: Named): Pick<NamedPart, 'beside'> {
  if (part !== 'FullName') return {}
  const isBare = kinds.has('Name') && [...kinds].every((kind) => kind === 'Name' || kind === 'Noise')
  if (isBare && (!isRole || /mieter|bewohner/i.test(heading))) return { beside: ['FirstName', 'LastName'] }
  return kinds.has('Nombre') && isRole && !kinds.has('Full') ? { beside: ['LastName'] } : {}
}

const ROLES = new Set<HeadingWord | undefined>(['Role', 'OtherRole', 'Person', 'Household'])

/** The words without those that name a resident, and which resident of the line that is. */
function withoutRoles(words: readonly HeadingWord[]) {
  const rest: HeadingWord[] = []
  let [isRole, person] = [false, 1]
  for (const [at, word] of words.entries()) {
    const before = words[at - 1]
    const isPerson = word === 'Household' || (word === 'Person' && !words.includes('Contact'))
    if (word === 'Role' || word === 'OtherRole' || isPerson) {
      const isOther = word === 'OtherRole' || before === 'Co' || before === 'Other' || before === 'Second'
      if (before === 'Co' || before === 'Other' || before === 'Second') rest.pop()
      if (isOther) person = 2
      isRole = true
    } else if (typeof word === 'number' && ROLES.has(before)) {
      person += word - 1
    } else rest.push(word)
  }
  return { rest, isRole, person }
}

/** The part that some kinds of words name. */
function partOf(kinds: ReadonlySet<Kind>, role: boolean | 'Count'): Found | undefined {
  const has = (...some: Kind[]) => some.some((kind) => kinds.has(kind))
  const only = (...some: Kind[]) => [...kinds].every((kind) => [...some, 'Noise', 'Of', 'Number', 'Plural'].includes(kind))
  if (has('Email')) {
    const isEmail = only('Email', 'Address', 'Id', 'Home', 'Landline', 'Work', 'Contact', 'Preferred')
    return isEmail ? { part: 'Email', rank: has('Work') ? 1 : 0 } : undefined
  }
  const phone = phoneOf(has, only)
  if (phone) return phone
  if (has('Status')) {
    const isOther = has('Unit', 'Lease')
    return only('Status', 'Unit', 'Lease') ? { part: 'OccupancyStatus', rank: role ? 0 : isOther ? 2 : 1 } : undefined
  }
  if (has('Language')) return only('Language', 'Preferred') ? { part: 'Language' } : undefined
  // How many there are.
  if (has('Plural') && has('Number')) return undefined
  return placeOf(has, only, role !== false) ?? nameOf(has, only, role)
}

type Has = (...some: Kind[]) => boolean

function phoneOf(has: Has, only: Has): Found | undefined {
  const isPhone = has('Phone', 'Mobile', 'Sms') || (has('Landline', 'Work', 'Contact') && has('Number'))
  const isKnown = only('Phone', 'Mobile', 'Sms', 'Home', 'Landline', 'Work', 'Other', 'Second', 'One', 'Contact', 'Preferred')
  if (!isPhone || !isKnown) return undefined
  if (has('Other', 'Second')) return { part: 'Phone2' }
  if (has('Mobile')) return { part: 'MobilePhone', rank: has('Sms') ? 1 : 0 }
  if (has('Sms')) return { part: 'MobilePhone', rank: 1, isConsent: !has('Phone', 'Number') }
  if (has('Home', 'Landline')) return { part: 'Phone1' }
  return has('Work') ? { part: 'Phone2' } : { part: 'Phone1', isAnyPhone: !has('One') }
}

function placeOf(has: Has, only: Has, isRole: boolean): Found | undefined {
  const rank = has('Id') ? 1 : 0
  if (has('Unit')) {
    if (has('Building', 'Portal', 'Address'))
      return only('Unit', 'Building', 'Portal', 'Address') ? { part: 'BuildingUnit' } : undefined
    return only('Unit', 'Id', 'Name', 'Nombre', 'Floor', 'Door') ? { part: 'UnitNumber', rank } : undefined
  }
  if (has('Home')) return has('Number') && only('Home') ? { part: 'UnitNumber', rank: 1 } : undefined
  if (has('Staircase', 'Floor', 'Door')) {
    if (!only('Staircase', 'Floor', 'Door')) return undefined
    if (has('Floor') && has('Door')) return { part: 'UnitNumber' }
    return has('Staircase') ? { part: 'Staircase' } : { part: has('Floor') ? 'Floor' : 'UnitOnFloor' }
  }
  if (has('Portal')) return !isRole && only('Portal', 'Building', 'Nombre') ? { part: 'Building' } : undefined
  if (has('Building')) return only('Building', 'Id', 'Name', 'Nombre') ? { part: 'Building', rank } : undefined
  return has('Property') && only('Property', 'Id', 'Name', 'Nombre') ? { part: 'Property', rank } : undefined
}

function nameOf(has: Has, only: Has, role: boolean | 'Count'): Found | undefined {
  const isRole = role !== false
  if (isRole && has('Id')) return role !== 'Count' && only('Id') ? { part: 'ExternalId' } : undefined
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
  if (!has('Number')) return { part: 'FullName', rank: 1 }
  return role === 'Count' ? undefined : { part: 'ExternalId' }
}
