import { z } from 'zod'
import { operation } from '#platform/operation.ts'
import { Choice, Id, searchText } from '#platform/wire.ts'

/** Most properties that are offered at once; a search finds the others. */
export const CHOICES_LIMIT = 100

/** A separate file, because the first screen needs these choices but not the rest of the contract. */
export const propertyLookUp = operation('POST', '/property/choices', {
  reads: true,
  // Package search, dashboards and residents all begin with a property, so every signed-in user may read their own ones.
  access: 'authenticated',
  summary: 'Properties to choose from, by name',
  input: z.object({
    /** Words in name, external code and address, and in the region. */
    SearchText: searchText(),
    /** These properties only, for their names. */
    Ids: z.array(Id).max(CHOICES_LIMIT).nullish(),
  }),
  output: z.object({
    Data: z.array(Choice.extend({ RegionId: z.string().nullable(), RegionName: z.string() })),
    IsMore: z.boolean(),
    /** When there are more: how many properties the regions of these have. */
    Regions: z.array(z.object({ Id: z.string(), Properties: z.int() })),
  }),
})
