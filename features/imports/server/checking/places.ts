import { packMessage } from '#platform/define-messages.ts'
import { foldText, withoutDesignator } from '#platform/fold-text.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import type { Given } from '../../columns.ts'
import type { Layout } from '../../layout.ts'
import { t } from '../../messages.ts'
import { cleanCell, isNothing, oneLine } from '../reading/cells.ts'

/** The place in the cells of a line, '' for an empty cell. */
export type PlaceCells = {
  readonly property: string
  readonly building: string
  readonly unit: string
  readonly buildingUnit: string
}
/** The place of a line, as far as it is known, and why the line is refused ('' for no reason). */
export type FoundPlace = {
  readonly propertyId?: string | undefined
  readonly buildingId?: string | undefined
  readonly unit: string
  readonly whyNot: string
}
export type Places = {
  readonly given: (columns: readonly string[]) => Given
  readonly find: (cells: PlaceCells) => FoundPlace
  readonly isProperty: (cell: string) => boolean
}

type Property = { readonly id: string; readonly name: string; readonly external_code: string; readonly address: string }
type Building = { readonly id: string; readonly name: string; readonly property_id: string }
export type PlaceRows = { readonly properties: readonly Property[]; readonly buildings: readonly Building[] }

const MISSING_PROPERTY = packMessage(t('MsgPropertyMissing'))
const MISSING_BUILDING = packMessage(t('MsgBuildingMissing'))
const FOREIGN_PROPERTY = packMessage(t('MsgForeignProperty'))
const FOREIGN_BUILDING = packMessage(t('MsgForeignBuilding'))
const AMBIGUOUS = packMessage(t('MsgPlaceAmbiguous'))

/** A name as it is compared: in any case, with one blank for any number of them. */
const key = (name: string) => oneLine(cleanCell(name)).toLowerCase()

/** The places of the transaction's properties. */
export async function readPlaceRows(db: Db): Promise<PlaceRows> {
  return {
    properties: await db
      .selectFrom('properties')
      .select(['id', 'name', 'external_code', 'address'])
      .where('deleted_at', 'is', null)
      .execute(),
    buildings: await db.selectFrom('buildings').select(['id', 'name', 'property_id']).where('deleted_at', 'is', null).execute(),
  }
}

/**
 * Finds places by their names, properties also by code or address, and by a name that its address follows. A line without a property has
 * that of the whole file, or the only one there is; a line without a building has that of the file, or the only one of its property.
 */
export function placesOf({ properties, buildings }: PlaceRows, { propertyId, buildingId }: Layout): Places {
  const findProperty = propertyFinder(properties)
  const addresses = new Map(properties.map(({ id, address }) => [id, wordsOfAddress(address)]))
  const ofProperty = Map.groupBy(buildings, ({ property_id }) => property_id)
  const chosen = properties.find(({ id }) => id === propertyId) ?? (properties.length === 1 ? properties[0] : undefined)
  const chosenBuilding = buildings.find(({ id }) => id === buildingId)
  const defaultBuilding = (property: string): Building | undefined => {
    const all = ofProperty.get(property) ?? []
    return chosenBuilding?.property_id === property ? chosenBuilding : all.length === 1 ? all[0] : undefined
  }
  const namesOf = (property: string) => (ofProperty.get(property) ?? []).map((one) => [key(one.name), one] as const)

  const findBuilding = (property: string, { building, unit, buildingUnit }: PlaceCells): FoundPlace => {
    const names = namesOf(property)
    const only = defaultBuilding(property)
    const split =
      buildingUnit && !(building && unit)
        ? splitUnit(buildingUnit, { names, address: addresses.get(property) ?? [], isOne: only !== undefined })
        : undefined
    const name = building || split?.building || ''
    const there = { propertyId: property, unit: unit || split?.unit || '' }
    if (split?.found) return { ...there, buildingId: split.found.id, whyNot: '' }
    if (name === '') return only ? { ...there, buildingId: only.id, whyNot: '' } : { ...there, whyNot: MISSING_BUILDING }
    const found = names.filter(([one]) => one === key(name))
    if (found.length > 1) return { ...there, whyNot: AMBIGUOUS }
    return found[0] ? { ...there, buildingId: found[0][1].id, whyNot: '' } : { ...there, whyNot: FOREIGN_BUILDING }
  }

  return {
    isProperty: (cell) => findProperty(cell).length === 1,
    given: (columns) => {
      const isOnly = (property: Property) => defaultBuilding(property.id) !== undefined
      const hasColumn = columns.includes('Property')
      return {
        property: chosen !== undefined,
        building: hasColumn ? properties.some(isOnly) : chosen !== undefined && isOnly(chosen),
      }
    },
    find: (cells) => {
      const unit = cells.unit || cells.buildingUnit
      if (cells.property === '') return chosen ? findBuilding(chosen.id, cells) : { unit, whyNot: MISSING_PROPERTY }
      const [found, ...others] = findProperty(cells.property)
      if (!found) return { unit, whyNot: FOREIGN_PROPERTY }
      return others.length > 0 ? { unit, whyNot: AMBIGUOUS } : findBuilding(found, cells)
    },
  }
}

/** What separates a name from what follows it. */
const SEPARATORS = /\s*[-–—,(:;|/]+\s*/g
/** Cells whose property is remembered while a file is read. */
const MAX_CACHED = 10_000

/** Returns a function that finds the ids of the properties that a cell names: by name, code or address, or a name that one follows. */
function propertyFinder(properties: readonly Property[]): (cell: string) => readonly string[] {
  const exact = idsByKey(properties.flatMap(({ id, name, external_code }) => [name, external_code].map((one) => [key(one), id])))
  const addresses = properties.map(({ id, address }) => [wordsOfAddress(address), id] as const)
  const byId = new Map(properties.map((property) => [property.id, property]))
  const find = (cell: string): readonly string[] => {
    const text = key(cell)
    const ids = exact.get(text)
    if (ids) return [...ids]
    const words = wordsOfAddress(cell)
    const there = addresses.filter(([address]) => isSameAddress(words, address)).map(([, id]) => id)
    if (there.length > 0) return there
    // The longest name that a fitting text follows.
    for (const { index, 0: separator } of [...text.matchAll(SEPARATORS)].reverse()) {
      const rest = text.slice(index + separator.length).replace(/\)$/, '')
      const found = [...(exact.get(text.slice(0, index).trim()) ?? [])].filter((id) => follows(rest, byId.get(id)!))
      if (found.length > 0) return found
    }
    return []
  }
  const cached = new Map<string, readonly string[]>()
  return (cell) => {
    const known = cached.get(cell)
    if (known) return known
    if (cached.size >= MAX_CACHED) cached.clear()
    const found = find(cell)
    cached.set(cell, found)
    return found
  }
}

/** Whether a text behind the name of a property is its code, its address, or any that begins with a house number. */
function follows(text: string, { external_code, address, name }: Property): boolean {
  if ([external_code, name].some((one) => key(one) === text)) return true
  return /^\d+\p{L}?[\s,]+\p{L}/u.test(text) || isSameAddress(wordsOfAddress(text), wordsOfAddress(address))
}

/** Words of an address and how they are shortened (USPS Publication 28, appendix C). */
const SHORT: Readonly<Record<string, string>> = {
  st: 'street',
  rd: 'road',
  ave: 'avenue',
  av: 'avenue',
  blvd: 'boulevard',
  dr: 'drive',
  ln: 'lane',
  ct: 'court',
  pl: 'place',
  sq: 'square',
  pkwy: 'parkway',
  hwy: 'highway',
  ter: 'terrace',
  str: 'strasse',
}
const wordsOfAddress = (address: string): readonly string[] =>
  (foldText(cleanCell(address)).match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => SHORT[word] ?? word)
/** Whether two addresses begin alike: one of them may lack the town. */
function isSameAddress(one: readonly string[], other: readonly string[]): boolean {
  const length = Math.min(one.length, other.length)
  return length >= 2 && one.some((word) => /\d/.test(word)) && one.slice(0, length).join(' ') === other.slice(0, length).join(' ')
}

type Split = { readonly building: string; readonly unit: string; readonly found?: Building | undefined }
type AtProperty = {
  readonly names: readonly (readonly [string, Building])[]
  /** The words of the property's address. */
  readonly address: readonly string[]
  /** The property has one building, or one was chosen. */
  readonly isOne: boolean
}
/**
 * The building and the unit of one text: "Quay North - 101", "Quay North 101", "1 Quay Road, Apt 101". Where there is one building, what
 * does not begin with its name or the address is a whole unit: "101-A", "12/3", "Apt 12 C".
 */
function splitUnit(text: string, { names, address, isOne }: AtProperty): Split {
  const lower = key(text)
  const isStart = (name: string) => name !== '' && lower.startsWith(name) && !/^[\p{L}\p{N}]/u.test(lower.slice(name.length))
  const [name, found] = names.filter(([one]) => isStart(one)).toSorted(([a], [b]) => b.length - a.length)[0] ?? []
  if (name !== undefined) return { building: text.slice(0, name.length), unit: withoutDesignator(text.slice(name.length)), found }
  const there = behindAddress(text, address)
  if (there || isOne) return { building: '', unit: there ?? withoutDesignator(text) }
  const [, building = '', unit = text] = /^(.*\S)\s*(?:[-–—,/|:]|\s)\s*(\S+)$/.exec(text) ?? []
  return { building, unit }
}

/** Longer texts are no address with a unit, and are not read: strangers send them too. */
const LONGEST = 100
/** The unit behind the address of the property, or behind the first words of it; undefined if something else is there. */
function behindAddress(text: string, address: readonly string[]): string | undefined {
  if (text.length > LONGEST) return undefined
  const isAddress = (words: readonly string[]) => words.length <= address.length && isSameAddress(words, address)
  if (isAddress(wordsOfAddress(text))) return undefined
  const ends = [...text.matchAll(/[\s,;:/–—-]+/g)].map(({ index }) => index)
  const end = ends.findLast((at) => isAddress(wordsOfAddress(text.slice(0, at))))
  const unit = end === undefined ? '' : withoutDesignator(text.slice(end))
  const isUnit =
    unit !== '' && !/\p{L}{3}/u.test(unit) && !wordsOfAddress(unit).some((word) => word.length > 3 && /^\D+$/.test(word))
  return isUnit ? unit : undefined
}

function idsByKey(entries: readonly (readonly string[])[]): Map<string, Set<string>> {
  const ids = new Map<string, Set<string>>()
  for (const [one, id] of entries as readonly [string, string][])
    if (!isNothing(one)) ids.set(one, (ids.get(one) ?? new Set()).add(id))
  return ids
}
