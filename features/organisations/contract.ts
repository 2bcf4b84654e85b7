import { z } from 'zod'
import { operation } from '#platform/operation.ts'
import { Choice } from '#platform/wire.ts'

export const organisations = {
  all: operation('GET', '/Organisation/getallorganisations', {
    // The header's selector is on every screen (spec 1 §2).
    access: 'authenticated',
    summary: 'The organisations that the caller may work in: all for a super administrator, else the own one',
    output: z.array(Choice),
  }),
}
