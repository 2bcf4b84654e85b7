import { sql } from 'kysely'

/**
 * Who made a row of history `h`. Of a resident, or of somebody who collected for one, the row keeps the id and a word
 * alone; the name is theirs, and goes when they are erased.
 */
export const WHO_DID_IT = sql<string>`coalesce(
  (select r.full_name from residents r where r.id = h.user_id and r.erased_at is null),
  (select d.name from resident_delegates d where d.id = h.user_id),
  h.user_name)`
