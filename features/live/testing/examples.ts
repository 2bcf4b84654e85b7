import { examplesOf, none } from '#apps/server/testing/example.ts'
import { live } from '../contract.ts'

export const liveExamples = examplesOf(live, {
  stream: none,
})
