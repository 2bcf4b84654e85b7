import { examplesOf } from '#apps/server/testing/example.ts'
import { resources } from '../contract.ts'

export const resourcesExamples = examplesOf(resources, {
  file: () => ({ params: { file: 'LockerBank', language: 'es' } }),
  files: () => ({ params: { language: 'es' } }),
})
