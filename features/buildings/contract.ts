import { z } from 'zod'
import { operation } from '#platform/operation.ts'
import { Choice, Id } from '#platform/wire.ts'

const BuildingChoice = Choice.extend({ PropertyId: z.string(), PropertyName: z.string() })

// Buildings filter package search, residents and dashboards; every portal role has one of these.
const access = 'authenticated'

export const buildings = {
  ofProperty: operation('GET', '/building/property/{propertyId}/Buildings', {
    access,
    ticket: true,
    summary: 'The buildings of a property, by name',
    params: z.object({ propertyId: Id }),
    output: z.array(BuildingChoice),
  }),
  ofOrganisation: operation('GET', '/building/building/byorganisation/{organisationId}', {
    access,
    summary: 'The buildings of an organisation that the caller may see, by name',
    params: z.object({ organisationId: Id }),
    output: z.array(BuildingChoice),
  }),
}
