import { z } from 'zod'
import { operation } from '#platform/operation.ts'
import { recordOperations, savedRecord } from '#platform/record.ts'
import { Choice, Id, MOST_LISTED, pageQuery, requiredText, SortOrder, searchText } from '#platform/wire.ts'
import { t } from './messages.ts'
import { adviceTagEntity } from './screens.ts'

/** Longest name, in characters (spec 3 §3). */
const NAME_MAX = 100

/** An advice tag as it is listed and edited (spec 3 §3). */
export const AdviceTagRow = Choice.extend({ SortOrder: z.int(), OrganisationId: z.string() })
export type AdviceTagRow = z.infer<typeof AdviceTagRow>
export const AdviceTag = AdviceTagRow.extend({ Version: z.string() })
export type AdviceTag = z.infer<typeof AdviceTag>

/** The input of a save, and the form's fields (spec 3 §5 "Advice tag"). */
export const AdviceTagDraft = z.object({
  ...savedRecord,
  Name: requiredText(NAME_MAX, t('MsgAdviceTagNameEmpty'), t('MsgAdviceTagNameTooLong', { max: NAME_MAX })),
  SortOrder,
})

export const adviceTags = {
  ofOrganisation: operation('GET', '/packageadvisetag/getbyorg/{organisationId}', {
    // The form, the list and the record of a package name its tag.
    permission: ['ViewGeneralSetting', 'ViewPackage', 'AddPackage', 'EditPackage'],
    summary: `The advice tags by sort order: the first ${MOST_LISTED}, or the first with the words`,
    params: z.object({ organisationId: Id }),
    query: z.object({ SearchText: searchText() }),
    output: z.array(AdviceTagRow),
  }),
  ...recordOperations(adviceTagEntity, {
    page: {
      path: '/packageadvisetag/getpagedadvicetagsbyorganisation',
      summary: 'Advice tags by page',
      input: pageQuery(['SortOrder', 'Name']).extend({
        /** Words in the name. */
        SearchText: searchText(),
      }),
      row: AdviceTagRow,
    },
    get: {
      path: '/packageadvisetag/getdetail/{advicetagId}',
      summary: 'An advice tag as its form shows it',
      output: AdviceTag,
    },
    save: {
      path: '/packageadvisetag/save',
      summary: 'Adds an advice tag, or changes the one with this id',
      input: AdviceTagDraft,
    },
    remove: { path: '/packageadvisetag/delete', summary: 'Deletes advice tags; packages keep theirs' },
  }),
}
