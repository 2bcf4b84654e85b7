import { z } from 'zod'
import { operation } from '#platform/operation.ts'
import { Choice, Id } from '#platform/wire.ts'

export const properties = {
  ofOrganisation: operation('GET', '/organisation/{organisationId}/property', {
    // Package search, dashboards and residents all begin with a property, so every signed-in user may read their own ones.
    access: 'authenticated',
    summary: 'The properties of an organisation that the caller may see, by name',
    params: z.object({ organisationId: Id }),
    output: z.array(Choice),
  }),
}
