import { examplesOf } from '#apps/server/testing/example.ts'
import { buildings } from '../contract.ts'

export const buildingsExamples = examplesOf(buildings, {
  ofProperty: ({ ids }) => ({ params: { propertyId: ids.property } }),
  ofOrganisation: ({ organisationId }) => ({ params: { organisationId } }),
})
