import { z } from 'zod'
import { residentFields } from '#features/residents/fields.ts'
import type { BulkResident } from '#features/residents/server/api.ts'
import { optionalText } from '#platform/wire.ts'
import { t } from '../messages.ts'
import { asTyped, type Column, occupancyOf, occupancyWords } from '../rules.ts'
import type { Places } from './places.ts'
import type { Line } from './records.ts'

/** A line that was understood: whom it makes or means. Texts that are empty say nothing. */
export type Understood = Omit<BulkResident, 'id' | 'occupancy_status'> & {
  readonly line: number
  readonly occupancy_status: number | null
}
/** A line that is refused, and as much of it as says whom it may mean. */
export type RefusedLine = {
  readonly line: number
  readonly reason: string
  readonly propertyId: string | null
  readonly buildingId: string | null
  readonly unit: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly externalId: string
}
export type ReadLine = { readonly understood: Understood } | { readonly refused: RefusedLine }

/** A line of which nothing is sure. */
const UNKNOWN = { propertyId: null, buildingId: null, unit: '', firstName: '', lastName: '', email: '', externalId: '' } as const
/** Longest external id, in characters. */
const MAX_EXTERNAL_ID = 100
const { UnitNumber, FirstName, LastName, EmailId, MobilePhone, Phone1, Phone2 } = residentFields
const Person = z.object({
  UnitNumber,
  FirstName,
  LastName,
  EmailId,
  MobilePhone,
  Phone1,
  Phone2,
  ExternalId: optionalText(MAX_EXTERNAL_ID),
})

/** Reads lines by the columns of their file; a line is refused for the first thing that is wrong with it. `sharesEmail` of what was read so far. */
export function lineReader(columns: readonly (Column | '')[], places: Places) {
  const seen = createSeen()
  const positions = new Map(columns.map((column, at) => [column, at]))
  const read = ({ line, cells }: Line): ReadLine => {
    if (cells === null) return { refused: { ...UNKNOWN, line, reason: t('MsgLineUnreadable').text } }
    const cell = (column: Column) => {
      const at = positions.get(column)
      return at === undefined ? '' : asTyped((cells[at] ?? '').trim())
    }
    const place = places(cell('Property'), cell('Building'))
    const name = `${cell('FirstName')} ${cell('LastName')}`
    if (place.buildingId) seen.hearEmail({ buildingId: place.buildingId, unit: cell('UnitNumber'), email: cell('Email'), name })
    const refused = (reason: string): ReadLine => {
      // No value of a resident has control characters, and NUL cannot be asked for.
      const said = (column: Column) => cell(column).replace(/\p{Cc}/gu, '')
      const [unit, firstName, lastName] = [said('UnitNumber'), said('FirstName'), said('LastName')]
      const who = { unit, firstName, lastName, email: said('Email'), externalId: said('ExternalId') }
      return { refused: { line, reason, propertyId: place.propertyId, buildingId: place.buildingId, ...who } }
    }
    if (cells.slice(columns.length).some((one) => one.trim() !== '')) return refused(t('MsgLineTooLong').text)
    if (place.whyNot || !place.propertyId || !place.buildingId) return refused(place.whyNot)
    const person = Person.safeParse({
      UnitNumber: cell('UnitNumber'),
      FirstName: cell('FirstName'),
      LastName: cell('LastName'),
      EmailId: cell('Email'),
      MobilePhone: cell('MobilePhone'),
      Phone1: cell('Phone1'),
      Phone2: cell('Phone2'),
      ExternalId: cell('ExternalId'),
    })
    if (!person.success) return refused(person.error.issues[0]!.message)
    const occupancy = cell('OccupancyStatus')
    const occupancy_status = occupancy === '' ? null : occupancyOf(occupancy)
    if (occupancy_status === undefined) return refused(t('MsgOccupancyUnknown', { statuses: occupancyWords() }).text)
    const { data } = person
    const understood: Understood = {
      line,
      property_id: place.propertyId,
      building_id: place.buildingId,
      unit_number: data.UnitNumber,
      first_name: data.FirstName,
      last_name: data.LastName,
      email: data.EmailId,
      mobile_phone: data.MobilePhone,
      phone1: data.Phone1,
      phone2: data.Phone2,
      external_id: data.ExternalId,
      occupancy_status,
    }
    return seen.isAgain(understood) ? refused(t('MsgTwice').text) : { understood }
  }
  return { read, sharesEmail: seen.sharesEmail }
}

export const refusedAs = (line: Understood, reason: string): RefusedLine => ({
  line: line.line,
  reason,
  propertyId: line.property_id,
  buildingId: line.building_id,
  unit: line.unit_number,
  firstName: line.first_name,
  lastName: line.last_name,
  email: line.email,
  externalId: line.external_id,
})

type Email = { readonly buildingId: string; readonly unit: string; readonly email: string; readonly name: string }

/**
 * Remembers lines. `isAgain` says whether an earlier line was about the same person: by external id, or by name at home;
 * `sharesEmail` whether lines of other names have the e-mail of a line at its home (decisions "People").
 */
function createSeen() {
  const byExternalId = new Set<string>()
  const buildings = new Map<string, { readonly byName: Map<string, string>; readonly nameByEmail: Map<string, string> }>()
  const SHARED = ''
  const of = (buildingId: string) => {
    const its = buildings.get(buildingId) ?? { byName: new Map(), nameByEmail: new Map() }
    buildings.set(buildingId, its)
    return its
  }
  const atHome = (unit: string, value: string) => `${unit} ${value}`.toLowerCase()
  return {
    isAgain: ({ external_id, building_id, unit_number, first_name, last_name }: Understood): boolean => {
      const { byName } = of(building_id)
      const name = atHome(unit_number, `${first_name} ${last_name}`)
      const other = byName.get(name)
      if (external_id && byExternalId.has(external_id)) return true
      if (other !== undefined && (other === '' || external_id === '' || other === external_id)) return true
      if (external_id) byExternalId.add(external_id)
      byName.set(name, external_id)
      return false
    },
    /** Also of lines that are refused. */
    hearEmail: ({ buildingId, unit, email, name }: Email): void => {
      if (email === '') return
      const { nameByEmail } = of(buildingId)
      const key = atHome(unit, email)
      const lower = name.toLowerCase()
      const other = nameByEmail.get(key) ?? lower
      nameByEmail.set(key, other === lower ? other : SHARED)
    },
    sharesEmail: ({ building_id, unit_number, email }: Understood): boolean =>
      of(building_id).nameByEmail.get(atHome(unit_number, email)) === SHARED,
  }
}
