import { sql } from 'kysely'
import type { Caller } from '#platform/server/http/caller.ts'
import type { Database } from '#platform/server/postgres/db.ts'
import { naturalOrder } from '#platform/server/postgres/sql-helpers.ts'
import { matchesWords } from '#platform/server/postgres/text-search.ts'
import { showAllOrganisations } from '#platform/server/postgres/untenanted.ts'
import { MOST_LISTED } from '#platform/wire.ts'

/** The organisations that the caller may select: the own one, or for a super administrator all that have the words, by name; the first ones. */
export const organisationChoices = (
  database: Database,
  { tenant, isSuperAdmin }: Pick<Caller, 'tenant' | 'isSuperAdmin'>,
  words?: string,
): Promise<{ Id: string; Name: string }[]> =>
  database.readInTenant(tenant, async (db) => {
    if (isSuperAdmin) await showAllOrganisations(db)
    let matching = db.selectFrom('organisations as o').select(['o.id as Id', 'o.name as Name'])
    if (isSuperAdmin && words) matching = matching.where(matchesWords('o.search_text', words))
    return matching.orderBy(naturalOrder('o.name')).orderBy('o.id').limit(sql.lit(MOST_LISTED)).execute()
  })
