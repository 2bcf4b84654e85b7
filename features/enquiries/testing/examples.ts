import { examplesOf, none } from '#apps/server/testing/example.ts'
import { enquiries } from '../contract.ts'

export const enquiriesExamples = examplesOf(enquiries, {
  captcha: none,
  send: () => ({ input: { ajax: 'true', kind: 'contact', name: 'Ada', email: 'ada@example.test', message: 'Hello' } }),
  page: () => ({
    input: { PageIndex: 1, PageSize: 5, SortColumn: 'CreatedAt', SortDirectionText: 'desc', SearchText: 'ada', Kind: 'contact' },
  }),
})
