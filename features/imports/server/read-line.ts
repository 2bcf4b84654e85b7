import { z } from 'zod'
import { residentFields } from '#features/residents/fields.ts'
import { optionalText } from '#platform/wire.ts'
import { say } from '../messages.ts'
import { asTyped, type Column, occupancyOf, occupancyWords } from '../rules.ts'
import type { Places } from './places.ts'
import type { Line } from './records.ts'

/** A line that was understood: whom it makes or means. Texts that are empty say nothing. */
export type Understood = {
  readonly line: number
  readonly property_id: string
  readonly building_id: string
  readonly unit_number: string
  readonly first_name: string
  readonly last_name: string
  readonly email: string
  readonly mobile_phone: string
  readonly phone1: string
  readonly phone2: string
  readonly external_id: string
  readonly occupancy_status: number | null
}
/** A line that is refused, and as much of its place as is sure. */
export type RefusedLine = {
  readonly line: number
  readonly reason: string
  readonly propertyId: string | null
  readonly buildingId: string | null
  readonly unit: string
}
export type ReadLine = { readonly understood: Understood } | { readonly refused: RefusedLine }

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

/** Reads lines by the columns of their file; a line is refused for the first thing that is wrong with it. */
export function lineReader(columns: readonly (Column | '')[], places: Places) {
  const seen = createSeen()
  const positions = new Map(columns.map((column, at) => [column, at]))
  return ({ line, cells }: Line): ReadLine => {
    const nowhere = { propertyId: null, buildingId: null, unit: '' }
    if (cells === null) return { refused: { line, reason: say('MsgLineUnreadable').text, ...nowhere } }
    const cell = (column: Column) => {
      const at = positions.get(column)
      return at === undefined ? '' : asTyped((cells[at] ?? '').trim())
    }
    const place = places(cell('Property'), cell('Building'))
    const refused = (reason: string): ReadLine => {
      const unit = UnitNumber.safeParse(cell('UnitNumber')).data ?? ''
      return { refused: { line, reason, propertyId: place.propertyId, buildingId: place.buildingId, unit } }
    }
    if (cells.slice(columns.length).some((one) => one.trim() !== '')) return refused(say('MsgLineTooLong').text)
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
    if (occupancy_status === undefined) return refused(say('MsgOccupancyUnknown', { statuses: occupancyWords() }).text)
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
    return seen(understood) ? refused(say('MsgTwice').text) : { understood }
  }
}

/**
 * Says whether an earlier line was about the same person, in the steps in which residents are matched (decisions "People"),
 * and remembers this one.
 */
function createSeen() {
  const byExternalId = new Set<string>()
  const byHome = new Map<string, string>()
  const isSame = (key: string, externalId: string) => {
    const other = byHome.get(key)
    return other !== undefined && (other === '' || externalId === '' || other === externalId)
  }
  return ({ external_id, building_id, unit_number, email, first_name, last_name }: Understood): boolean => {
    const home = `${building_id} ${unit_number.toLowerCase()}`
    const keys = [...(email ? [email] : []), `${first_name} ${last_name}`].map((one) => `${home} ${one.toLowerCase()}`)
    if (external_id && byExternalId.has(external_id)) return true
    if (keys.some((key) => isSame(key, external_id))) return true
    if (external_id) byExternalId.add(external_id)
    for (const key of keys) byHome.set(key, external_id)
    return false
  }
}
