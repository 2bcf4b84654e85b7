import { examplesOf, none } from '#apps/server/testing/example.ts'
import { system } from '../contract.ts'

export const systemExamples = examplesOf(system, {
  status: none,
  jobs: () => ({ params: { queue: 'mail' } }),
  details: ({ organisationId }) => ({ params: { id: organisationId, what: 'kiosks' } }),
})
