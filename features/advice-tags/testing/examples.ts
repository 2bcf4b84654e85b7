import { examplesOf, none } from '#apps/server/testing/example.ts'
import { adviceTags } from '../contract.ts'

export const adviceTagsExamples = examplesOf(adviceTags, {
  ofOrganisation: ({ organisationId }) => ({ params: { organisationId } }),
  page: none,
  get: ({ ids }) => ({ params: { advicetagId: ids.adviceTag } }),
  changes: ({ ids }) => ({ params: { advicetagId: ids.adviceTag } }),
  save: ({ ids, mark }) => ({ input: { Id: ids.adviceTag, Name: mark('Tag'), SortOrder: 1 } }),
  remove: ({ ids }) => ({ input: [ids.adviceTag] }),
})
