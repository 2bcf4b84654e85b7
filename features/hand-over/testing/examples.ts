import { examplesOf } from '#apps/server/testing/example.ts'
import { newId } from '#platform/ids.ts'
import { handOver } from '../contract.ts'

export const handOverExamples = examplesOf(handOver, {
  find: ({ ids, mark }) => ({ input: { PropertyId: ids.property, Text: mark('TN') } }),
  save: ({ ids }) => ({ input: { PackageIds: [ids.package] } }),
  proof: () => ({ params: { handOverId: newId() } }),
})
