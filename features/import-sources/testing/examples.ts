import { examplesOf, none } from '#apps/server/testing/example.ts'
import { importSources } from '../contract.ts'

export const importSourcesExamples = examplesOf(importSources, {
  testSftp: ({ organisationId }) => ({ params: { id: organisationId } }),
  testFtp: ({ organisationId }) => ({ params: { id: organisationId } }),
  testMailbox: ({ organisationId }) => ({ params: { id: organisationId } }),
  fetchNow: none,
  page: () => ({
    input: { PageIndex: 1, PageSize: 5, SortColumn: 'FetchedAt', SortDirectionText: 'desc', SearchText: 'csv', Source: 'Sftp' },
  }),
})
