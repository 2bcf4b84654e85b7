import { examplesOf } from '#apps/server/testing/example.ts'
import type { Place } from '#apps/server/testing/seed-fixtures.ts'
import { recipients } from '../contract.ts'

const choices = ({ ids, organisationId, name }: Place) => ({
  params: { organisationId },
  query: { BuildingId: ids.building, Q: name },
})

export const recipientsExamples = examplesOf(recipients, {
  firstByUnit: ({ ids, unit }) => ({ params: { unit }, query: { BuildingId: ids.building } }),
  firstByName: ({ ids, name }) => ({ params: { first: name, last: 'Test' }, query: { BuildingId: ids.building } }),
  unitNumbers: choices,
  names: choices,
  quickSearch: ({ organisationId, name }) => ({ params: { organisationId, term: name } }),
})
