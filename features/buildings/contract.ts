import { z } from 'zod'
import { entity } from '#platform/entity.ts'
import { t as label } from '#platform/labels.ts'
import { addOrEdit, operation } from '#platform/operation.ts'
import { changesOf } from '#platform/record.ts'
import {
  AnyId,
  Id,
  IdList,
  MOST_LISTED,
  optionalText,
  pageOf,
  pageQuery,
  Removed,
  requiredChoice,
  requiredText,
  Saved,
  searchText,
} from '#platform/wire.ts'
import { BuildingChoice, buildingsOfProperty } from './look-up.ts'
import { t } from './messages.ts'

/** Longest texts of a building, in characters (spec 3 §3). */
export const BUILDING_MAX = { name: 100, address: 100, description: 1024 } as const

/** A building as it is listed (spec 3 §2). */
export const BuildingRow = BuildingChoice.extend({ Address: z.string() })
export type BuildingRow = z.infer<typeof BuildingRow>
/** A building as it is edited (spec 3 §3). */
export const Building = BuildingRow.extend({ Description: z.string(), Version: z.string() })
export type Building = z.infer<typeof Building>

/** The input of a save, and the form's fields (spec 3 §5 "Building"). */
export const BuildingDraft = z.object({
  /** The building to change; empty adds one. */
  Id: AnyId,
  /** The version that was read: the save is refused (409) when the record has changed since. */
  Version: z.string().max(40).nullish(),
  PropertyId: requiredChoice(t('MsgBuildingPropertyEmpty')),
  Name: requiredText(BUILDING_MAX.name, t('MsgBuildingNameEmpty'), t('MsgBuildingNameTooLong', { max: BUILDING_MAX.name })),
  Address: optionalText(BUILDING_MAX.address, label('MsgAddressTooLong', { max: BUILDING_MAX.address })),
  Description: optionalText(BUILDING_MAX.description, label('MsgDescriptionTooLong', { max: BUILDING_MAX.description })),
})

const save = {
  permission: addOrEdit('Building'),
  summary: 'Adds a building, or changes the one with this id',
  input: BuildingDraft,
  output: Saved,
}

export const buildings = {
  ofProperty: buildingsOfProperty,
  ofOrganisation: operation('GET', '/building/building/byorganisation/{organisationId}', {
    access: 'authenticated',
    summary: `The buildings of an organisation that the caller may see, by name: the first ${MOST_LISTED}, or the first with the words`,
    params: z.object({ organisationId: Id }),
    query: z.object({ SearchText: searchText() }),
    output: z.array(BuildingChoice),
  }),
  page: operation('POST', '/building/building/getpagedbyorganisation', {
    reads: true,
    permission: 'ViewBuilding',
    summary: 'Buildings by page',
    input: pageQuery(['Name', 'PropertyName', 'Address']).extend({
      /** Words in name and address. */
      SearchText: searchText(),
      PropertyId: AnyId,
    }),
    output: pageOf(BuildingRow),
  }),
  get: operation('GET', '/building/building/{buildingId}', {
    permission: 'EditBuilding',
    summary: 'A building as its form shows it',
    params: z.object({ buildingId: Id }),
    output: Building,
  }),
  changes: changesOf(entity('Building')),
  save: operation('POST', '/building/building/save/', save),
  /** The same as `save`, for callers that put. */
  put: operation('PUT', '/building/building/save/', save),
  remove: operation('POST', '/building/building/delete', {
    permission: 'DeleteBuilding',
    summary: 'Deletes buildings that are not in use, row by row',
    input: IdList,
    output: Removed,
  }),
}
