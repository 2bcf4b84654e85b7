import { examplesOf, none } from '#apps/server/testing/example.ts'
import { newId } from '#platform/ids.ts'
import { audit } from '../contract.ts'

export const auditExamples = examplesOf(audit, {
  page: none,
  // No entry has this id; the test of the audit trail reads those of others.
  get: () => ({ params: { entryId: newId() } }),
  words: none,
  people: none,
  export: none,
})
