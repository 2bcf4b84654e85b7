import { examplesOf, none } from '#apps/server/testing/example.ts'
import { couriers } from '../contract.ts'

export const couriersExamples = examplesOf(couriers, {
  all: none,
  assignable: none,
  page: none,
  get: ({ ids }) => ({ params: { courierId: ids.courier } }),
  changes: ({ ids }) => ({ params: { courierId: ids.courier } }),
  save: none,
  remove: none,
})
