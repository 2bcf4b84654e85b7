import { COLUMNS, type Column, columnOf, isPersonal, MAX_PEOPLE, type Part } from './columns.ts'
import { FIELD_NAMES, headingKey } from './fields.ts'
import { MAX_HEADING, MAX_HEADINGS } from './rules.ts'

/** Headings that name a part, in English, German and Spanish; the name of the part itself is one too. */
const WORDS: Readonly<Record<Part, string>> = {
  Property:
    'property name, property code, property id, community, community name, complex, complex name, development, immobilie, liegenschaft, objekt, wohnanlage, propiedad, nombre de la propiedad, comunidad, conjunto',
  Building:
    'building name, building no, building number, building code, building id, bldg, bldg no, bldg name, tower, gebäude, gebaeude, gebäudename, haus, edificio, torre, bloque',
  UnitNumber:
    'unit, unit no, unit id, unit code, unit name, apartment, apartment no, apartment number, apt, apt no, apt number, flat, flat no, flat number, suite, suite no, wohnung, wohnungsnummer, wohnungsnr, wohneinheit, einheit, unidad, número de unidad, número de vivienda, vivienda, apartamento, departamento, depto, piso',
  BuildingUnit:
    'bldg unit, bldgunit, building unit, building and unit, bldg apt, building apt, building apartment, unit address, gebäude wohnung, haus wohnung, edificio unidad, edificio y unidad',
  FullName:
    'full name, name, names, resident, residents, resident names, tenant, tenants, occupant, occupants, lessee, leaseholder, head of household, primary resident, lease item name, last name first name, first name last name, name last first, name first last, last first, first last, bewohner, bewohnername, mieter, mietername, vollständiger name, nachname vorname, name vorname, vorname nachname, residente, inquilino, inquilina, arrendatario, nombre completo, nombre y apellido, nombre y apellidos, apellidos y nombre',
  FirstName: 'first, given name, forename, first names, given names, vorname, vornamen, rufname, nombre, nombres, primer nombre',
  LastName: 'last, surname, family name, nachname, familienname, zuname, apellido, apellidos',
  Email:
    'emails, email id, email address, email addresses, primary email, mail, mail address, emailadresse, mailadresse, correo, correo electrónico, correos electrónicos, dirección de correo',
  MobilePhone:
    'mobile, mobile no, mobile number, mobile phone no, mobile phone number, cell, cell no, cell number, cell phone, cell phone no, cell phone number, cellphone, sms, sms number, mobiltelefon, mobilnummer, mobil, handy, handynummer, móvil, teléfono móvil, número de móvil, celular, teléfono celular',
  Phone1:
    'phone, phones, phone no, phone number, phone numbers, phone number 1, phone no 1, telephone, telephone no, telephone number, telephone 1, tel, tel no, contact number, home phone, home phone no, home phone number, home telephone, home, telefon, telefonnummer, telefonnr, telefon 1, rufnummer, festnetz, teléfono, teléfonos, número de teléfono, teléfono 1, teléfono fijo',
  Phone2:
    'phone number 2, phone no 2, telephone 2, second phone, other phone, alternate phone, work phone, work phone no, work phone number, business phone, office phone, telefon 2, teléfono 2, teléfono del trabajo',
  ExternalId:
    'external code, resident id, resident code, resident no, resident number, tenant id, tenant code, tenant no, tenant number, occupant id, person id, tcode, externe id, bewohner id, mieternummer, id externo, id de residente',
  OccupancyStatus:
    'occupancy, status, resident status, tenant status, occupant status, lease status, wohnstatus, belegungsstatus, mieterstatus, estado, estado de ocupación',
  Language: 'language of messages, preferred language, sprache, sprache der nachrichten, idioma, idioma de los mensajes',
}
const PARTS = [...FIELD_NAMES, 'FullName', 'BuildingUnit'] as const satisfies readonly Part[]
const KNOWN = new Map<string, Part>(
  PARTS.flatMap((part) => [part, ...WORDS[part].split(', ')].map((heading): [string, Part] => [headingKey(heading), part])),
)

/** A phone that may be a mobile one: neither the first of several, nor one at home. */
const isAnyPhone = (heading: string): boolean => !/home|festnetz|fijo|[12]\s*$/i.test(heading)

/** Names of a resident in front of a part, such as in "Resident 2 Email"; `other` is another resident of the home. */
const ROLE = '(?:resident|tenant|occupant|lessee|leaseholder|applicant|signer|person|bewohner|mieter|residente|inquilino)'
const OF_ROLE = new RegExp(
  `^(?:(?<other>(?:co|second|secondary|other)[ -]*${ROLE}|spouse|room ?mate)|${ROLE})s? *(?<number>[1-9])?(?: +|$)(?<rest>.*)$`,
)
const NUMBERED = /^(?<rest>.*\D) *(?<number>[1-9])$/

const wordsOf = (heading: string): string =>
  heading
    .normalize('NFC')
    .toLowerCase()
    .replace(/#/g, ' no ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** The part of a heading without a number, tried with its `#` as "no" and without it. */
function partNamed(words: string): Part | undefined {
  const part = KNOWN.get(headingKey(words))
  if (part || !/ no\b/.test(words)) return part
  const base = KNOWN.get(headingKey(words.replace(/ no\b/g, '')))
  return base === 'FullName' ? 'ExternalId' : base
}

type Named = { readonly part: Part; readonly person: number; readonly isSuffix?: boolean }
/** What a heading names, by itself. */
function named(heading: string): Named | undefined {
  if (heading.length > MAX_HEADING) return undefined
  const words = wordsOf(heading)
  const part = partNamed(words)
  if (part) return { part, person: 1 }
  const role = OF_ROLE.exec(words)?.groups
  if (role) {
    const { other, number, rest = '' } = role
    const of = rest === '' ? 'FullName' : partNamed(rest)
    const person = Number(number ?? 1) + (other ? 1 : 0)
    if (of && (person === 1 || isPersonal(of))) return { part: of, person }
  }
  const suffix = NUMBERED.exec(words)?.groups
  const of = suffix && partNamed(suffix.rest!)
  return of && isPersonal(of) ? { part: of, person: Number(suffix.number), isSuffix: true } : undefined
}

/**
 * The column of each heading by its name, '' for none; each column once. A number behind a heading counts residents only where
 * their names are numbered too. A phone is the mobile one, which gets the messages, if there is no other
 * mobile one.
 */
function guessed(headings: readonly string[]): (Column | '')[] {
  const all = headings.map(named)
  const has = (part: Part, person: number) => all.some((one) => one?.part === part && one.person === person)
  const isPerson = (person: number) =>
    person === 1 || (person <= MAX_PEOPLE && (['FullName', 'FirstName', 'LastName'] as const).some((part) => has(part, person)))
  const isNumbered = (person: number) =>
    all.some((one, i) => one?.part === 'Phone2' && one.person === person && /\d/.test(headings[i]!))
  const taken = new Set<Column>()
  return all.map((one, i) => {
    if (!one || !isPerson(one.person)) return ''
    let { part } = one
    const { person } = one
    if (part === 'FullName' && has('FirstName', person)) {
      // "Name" beside a first name is the last name.
      if (has('LastName', person)) return ''
      part = 'LastName'
    }
    if (part === 'BuildingUnit' && (has('UnitNumber', 1) || has('Building', 1))) return ''
    if (part === 'Phone1' && isAnyPhone(headings[i]!) && !has('MobilePhone', person) && !isNumbered(person)) part = 'MobilePhone'
    const column = columnOf(part, person)
    if (taken.has(column)) return ''
    taken.add(column)
    return column
  })
}

/** The column of each heading: as it was assigned before, by the key of the heading, else by its name; each column once. */
export function columnsOf(headings: readonly string[], assigned: ReadonlyMap<string, string>): (Column | '')[] {
  const byName = guessed(headings)
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
  headings.length > MAX_HEADINGS ? 0 : guessed(headings).filter((column) => column !== '').length
