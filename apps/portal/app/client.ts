import { createQueryClient } from '#platform/portal/api/queries.ts'

/** The replies that the signed-in application remembers. */
export const client = createQueryClient()
