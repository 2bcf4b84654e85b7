import { z } from 'zod'
import { operation } from '#platform/operation.ts'
import { Choice, Id } from '#platform/wire.ts'

export const BuildingChoice = Choice.extend({ PropertyId: z.string(), PropertyName: z.string() })

/** A separate file, because the first screen needs this list of places but not the rest of the contract. */
export const buildingsOfProperty = operation('GET', '/building/property/{propertyId}/Buildings', {
  // Buildings filter package search, residents and dashboards; every portal role has one of these.
  access: 'authenticated',
  ticket: true,
  summary: 'The buildings of a property, by name',
  params: z.object({ propertyId: Id }),
  output: z.array(BuildingChoice),
})
