import { examplesOf, none } from '#apps/server/testing/example.ts'
import { mailrooms } from '../contract.ts'

export const mailroomsExamples = examplesOf(mailrooms, {
  ofBuilding: ({ ids }) => ({ params: { buildingId: ids.building } }),
  page: none,
  get: ({ ids }) => ({ params: { mailroomId: ids.mailroom } }),
  getOf: ({ ids, organisationId }) => ({ params: { mailroomId: ids.mailroom, organisationId } }),
  changes: ({ ids }) => ({ params: { mailroomId: ids.mailroom } }),
  save: ({ ids, mark }) => ({
    input: { Id: ids.mailroom, PropertyId: ids.property, BuildingId: ids.building, Name: mark('Mailroom') },
  }),
  remove: ({ ids }) => ({ input: [ids.mailroom] }),
})
