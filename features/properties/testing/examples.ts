import { examplesOf } from '#apps/server/testing/example.ts'
import { properties } from '../contract.ts'

export const propertiesExamples = examplesOf(properties, {
  ofOrganisation: ({ organisationId }) => ({ params: { organisationId } }),
})
