import { type Example, examplesOf, none } from '#apps/server/testing/example.ts'
import type { Place } from '#apps/server/testing/seed-fixtures.ts'
import { buildings } from '../contract.ts'

const draft = ({ ids, mark }: Place): Example => ({
  input: { Id: ids.building, PropertyId: ids.property, Name: mark('Building') },
})

export const buildingsExamples = examplesOf(buildings, {
  ofProperty: ({ ids }) => ({ params: { propertyId: ids.property } }),
  ofOrganisation: ({ organisationId }) => ({ params: { organisationId } }),
  page: none,
  get: ({ ids }) => ({ params: { buildingId: ids.building } }),
  changes: ({ ids }) => ({ params: { buildingId: ids.building } }),
  save: draft,
  put: draft,
  remove: ({ ids }) => ({ input: [ids.building] }),
})
