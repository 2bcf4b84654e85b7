import { z } from 'zod'
import { MAX_UNIT_NUMBER } from '#features/package-statuses/limits.ts'
import { t as tCommon } from '#platform/messages.ts'
import { operation } from '#platform/operation.ts'
import { AnyId, filterText, Id, requiredText } from '#platform/wire.ts'
import { MAX_NAME } from './rules.ts'

/** Rows of a look-up and of a quick search (decisions "People"). */
export const MAX_CHOICES = 500
export const MAX_QUICK = 20

/** The first match of a look-up, and the number of matches. */
export const FoundResident = z.object({
  Id: z.string(),
  FirstName: z.string(),
  LastName: z.string(),
  Name: z.string(),
  UnitNumber: z.string(),
  EmailId: z.string(),
  MobilePhone: z.string(),
  BuildingId: z.string(),
  BuildingName: z.string(),
  PropertyId: z.string(),
  Matches: z.int(),
})
const NamedResident = z.object({ Id: z.string(), Name: z.string(), UnitNumber: z.string() })
export const QuickResident = NamedResident.extend({
  BuildingId: z.string(),
  BuildingName: z.string(),
  PropertyId: z.string(),
  PropertyName: z.string(),
  IsOutofTown: z.boolean(),
  IsDisabled: z.boolean(),
  /** Whether notices go to the resident, by e-mail or by SMS. */
  HasNotices: z.boolean(),
  /** Names of those who may collect for the resident today. */
  Delegates: z.array(z.string()),
})
export type QuickResident = z.infer<typeof QuickResident>

const lookUp = { permission: ['ViewResident', 'AddPackage', 'EditPackage'] } as const
const within = z.object({ BuildingId: AnyId })
const part = filterText(MAX_NAME)
const pathText = (max: number) => requiredText(max, tCommon('MsgBadInput'))

/** Look-ups of active residents in the caller's properties. */
export const recipients = {
  firstByUnit: operation('GET', '/resident/getfirstresidentbyunitnumber/{unit}', {
    ...lookUp,
    summary: 'The first resident of a unit by building, unit and name; 404 when there is none',
    params: z.object({ unit: pathText(MAX_UNIT_NUMBER) }),
    query: within,
    output: FoundResident,
  }),
  firstByName: operation('GET', '/resident/getfirstresidentbyfullname/{first}/{last}', {
    ...lookUp,
    summary: 'The first resident of a name by building, unit and name; 404 when there is none',
    params: z.object({ first: pathText(MAX_NAME), last: pathText(MAX_NAME) }),
    query: within,
    output: FoundResident,
  }),
  unitNumbers: operation('GET', '/resident/getallavailableunitnumbers/{organisationId}', {
    ...lookUp,
    summary: `Unit numbers with residents, at most ${MAX_CHOICES}; with q, those with this prefix`,
    params: z.object({ organisationId: Id }),
    query: within.extend({ Q: part }),
    output: z.array(z.string()),
  }),
  names: operation('GET', '/resident/getallavailableresidentsnames/{organisationId}', {
    ...lookUp,
    summary: `Residents by name, at most ${MAX_CHOICES}; with q, those with this prefix of the first or last name`,
    params: z.object({ organisationId: Id }),
    query: within.extend({ Q: part }),
    output: z.array(NamedResident),
  }),
  quickSearch: operation('GET', '/resident/quicksearch/{organisationId}/{term}', {
    ...lookUp,
    summary: `Residents whose first or last name, unit or e-mail begins so, then those with these words, at most ${MAX_QUICK}; one character finds the unit that it is`,
    params: z.object({ organisationId: Id, term: pathText(MAX_NAME) }),
    output: z.array(QuickResident),
  }),
}
