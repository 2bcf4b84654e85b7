import { examplesOf } from '#apps/server/testing/example.ts'
import { mailrooms } from '../contract.ts'

export const mailroomsExamples = examplesOf(mailrooms, {
  ofBuilding: ({ ids }) => ({ params: { buildingId: ids.building } }),
})
