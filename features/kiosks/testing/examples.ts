import { examplesOf, none } from '#apps/server/testing/example.ts'
import { kiosks } from '../contract.ts'

export const kiosksExamples = examplesOf(kiosks, {
  configuration: none,
})
