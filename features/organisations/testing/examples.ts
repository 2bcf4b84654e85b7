import { examplesOf, none } from '#apps/server/testing/example.ts'
import { organisations } from '../contract.ts'

export const organisationsExamples = examplesOf(organisations, {
  all: none,
})
