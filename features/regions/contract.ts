import { z } from 'zod'
import { t as label } from '#platform/labels.ts'
import { operation } from '#platform/operation.ts'
import { recordOperations, savedRecord } from '#platform/record.ts'
import { AnyId, Choice, MOST_LISTED, optionalText, pageQuery, requiredText, searchText } from '#platform/wire.ts'
import { t } from './messages.ts'
import { regionEntity } from './screens.ts'

/** Longest texts of a region, in characters (spec 3 §9). */
export const REGION_MAX = { name: 100, description: 1024 } as const

/** A region as it is listed and edited (spec 3 §3). */
export const RegionRow = Choice.extend({ Description: z.string(), OrganisationId: z.string() })
export type RegionRow = z.infer<typeof RegionRow>
export const Region = RegionRow.extend({ Version: z.string() })
export type Region = z.infer<typeof Region>

/** The input of a save, and the form's fields (spec 3 §5 "Region"). */
export const RegionDraft = z.object({
  ...savedRecord,
  // The specification has the courier's words here.
  Name: requiredText(REGION_MAX.name, t('MsgRegionNameEmpty'), t('MsgRegionNameTooLong', { max: REGION_MAX.name })),
  Description: optionalText(REGION_MAX.description, label('MsgDescriptionTooLong', { max: REGION_MAX.description })),
})

export const regions = {
  all: operation('GET', '/region/getall', {
    // The region of a property: its form, and the filter of its list.
    permission: ['ViewRegion', 'ViewProperty', 'AddProperty', 'EditProperty'],
    summary: `The regions by name: the first ${MOST_LISTED}, or the first with the words, and the chosen one`,
    query: z.object({ SearchText: searchText(), Chosen: AnyId }),
    output: z.array(Choice),
  }),
  ...recordOperations(regionEntity, {
    page: {
      path: '/region/getpagedregions/',
      summary: 'Regions by page',
      input: pageQuery(['Name', 'Description']).extend({
        /** Words in name and description. */
        SearchText: searchText(),
      }),
      row: RegionRow,
    },
    get: { path: '/region/get/{regionId}', summary: 'A region as its form shows it', output: Region },
    save: { path: '/region/save/', summary: 'Adds a region, or changes the one with this id', input: RegionDraft },
    remove: { path: '/region/delete/', summary: 'Deletes regions without properties, row by row' },
  }),
}
