import { examplesOf, none } from '#apps/server/testing/example.ts'
import { properties } from '../contract.ts'

export const propertiesExamples = examplesOf(properties, {
  choices: none,
  ofOrganisation: ({ organisationId }) => ({ params: { organisationId } }),
  ofRegion: ({ ids }) => ({ params: { regionId: ids.region } }),
  page: none,
  get: ({ ids }) => ({ params: { propertyId: ids.property } }),
  getOf: ({ ids, organisationId }) => ({ params: { propertyId: ids.property, organisationId } }),
  changes: ({ ids }) => ({ params: { propertyId: ids.property } }),
  settings: ({ ids }) => ({ params: { propertyId: ids.property } }),
  newSettings: none,
  timeZones: none,
  save: ({ ids, mark }) => ({
    input: { Id: ids.property, Name: mark('Property'), ExternalCode: mark('Code'), TimeZoneId: 'Europe/London', Address: 'Quay' },
  }),
  remove: ({ ids }) => ({ input: [ids.property] }),
})
