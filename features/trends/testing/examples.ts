import { examplesOf } from '#apps/server/testing/example.ts'
import { trends } from '../contract.ts'

export const trendsExamples = examplesOf(trends, {
  recent: ({ ids }) => ({ input: { PropertyId: ids.property } }),
  read: ({ ids }) => ({ input: { PropertyId: ids.property } }),
})
