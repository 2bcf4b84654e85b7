import { examplesOf, none } from '#apps/server/testing/example.ts'
import { regions } from '../contract.ts'

export const regionsExamples = examplesOf(regions, {
  all: none,
  page: none,
  get: ({ ids }) => ({ params: { regionId: ids.region } }),
  changes: ({ ids }) => ({ params: { regionId: ids.region } }),
  save: ({ ids, mark }) => ({ input: { Id: ids.region, Name: mark('Region') } }),
  remove: ({ ids }) => ({ input: [ids.region] }),
})
