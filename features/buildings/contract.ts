import { z } from 'zod'
import { t as label } from '#platform/labels.ts'
import { operation } from '#platform/operation.ts'
import { recordOperations, savedRecord } from '#platform/record.ts'
import { AnyId, Id, MOST_LISTED, optionalText, pageQuery, requiredChoice, requiredText, searchText } from '#platform/wire.ts'
import { BuildingChoice, buildingsOfProperty } from './look-up.ts'
import { t } from './messages.ts'
import { buildingEntity } from './screens.ts'

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
  ...savedRecord,
  PropertyId: requiredChoice(t('MsgBuildingPropertyEmpty')),
  Name: requiredText(BUILDING_MAX.name, t('MsgBuildingNameEmpty'), t('MsgBuildingNameTooLong', { max: BUILDING_MAX.name })),
  Address: optionalText(BUILDING_MAX.address, label('MsgAddressTooLong', { max: BUILDING_MAX.address })),
  Description: optionalText(BUILDING_MAX.description, label('MsgDescriptionTooLong', { max: BUILDING_MAX.description })),
})

const lines = recordOperations(buildingEntity, {
  page: {
    path: '/building/building/getpagedbyorganisation',
    summary: 'Buildings by page',
    input: pageQuery(['Name', 'PropertyName', 'Address']).extend({
      /** Words in name and address. */
      SearchText: searchText(),
      PropertyId: AnyId,
    }),
    row: BuildingRow,
  },
  get: { path: '/building/building/{buildingId}', summary: 'A building as its form shows it', output: Building },
  save: {
    path: '/building/building/save/',
    summary: 'Adds a building, or changes the one with this id',
    input: BuildingDraft,
  },
  remove: { path: '/building/building/delete', summary: 'Deletes buildings that are not in use, row by row' },
})

export const buildings = {
  ofProperty: buildingsOfProperty,
  ofOrganisation: operation('GET', '/building/building/byorganisation/{organisationId}', {
    access: 'authenticated',
    summary: `The buildings of an organisation that the caller may see, by name: the first ${MOST_LISTED}, or the first with the words`,
    params: z.object({ organisationId: Id }),
    query: z.object({ SearchText: searchText() }),
    output: z.array(BuildingChoice),
  }),
  ...lines,
  /** The same as `save`, for callers that put. */
  put: { ...lines.save, method: 'PUT' as const },
}
