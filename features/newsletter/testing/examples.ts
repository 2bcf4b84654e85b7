import { examplesOf, none } from '#apps/server/testing/example.ts'
import { newsletter } from '../contract.ts'

export const newsletterExamples = examplesOf(newsletter, {
  subscribe: () => ({ input: { ajax: 'true', action: 'newsletter_subscribe', email: 'reader@example.test' } }),
  askConfirm: () => ({ query: { Token: 'unknown' } }),
  confirm: () => ({ query: { Token: 'unknown' } }),
  askUnsubscribe: () => ({ query: { Token: 'unknown' } }),
  unsubscribe: () => ({ query: { Token: 'unknown' }, input: { 'List-Unsubscribe': 'One-Click' } }),
  page: () => ({
    input: { PageIndex: 1, PageSize: 5, SortColumn: 'RequestedAt', SortDirectionText: 'desc', SearchText: 'reader' },
  }),
  export: none,
})
