import { z } from 'zod'
import { operation } from '#platform/operation.ts'
import { Choice, MOST_LISTED, searchText } from '#platform/wire.ts'

/** A separate file, because the header needs this list but not the rest of the contract. */
export const organisationLookUp = operation('GET', '/Organisation/getallorganisations', {
  // The header's selector is on every screen (spec 1 §2).
  access: 'authenticated',
  summary: `The organisations that the caller may work in, else the own one: for a super administrator the first ${MOST_LISTED}, or the first with the words`,
  query: z.object({ SearchText: searchText() }),
  output: z.array(Choice),
})
