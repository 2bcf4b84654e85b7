import { examplesOf, none } from '#apps/server/testing/example.ts'
import { newsletter } from '../contract.ts'

export const newsletterExamples = examplesOf(newsletter, {
  subscribe: () => ({ input: { ajax: 'true', action: 'newsletter_subscribe', email: 'reader@example.test' } }),
  confirm: () => ({ query: { Token: 'unknown' } }),
  unsubscribe: () => ({ query: { Token: 'unknown' } }),
  page: () => ({
    input: { PageIndex: 1, PageSize: 5, SortColumn: 'RequestedAt', SortDirectionText: 'desc', SearchText: 'reader' },
  }),
  export: none,
})
