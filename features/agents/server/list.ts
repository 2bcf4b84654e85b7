import type { InputOf } from '#platform/operation.ts'
import { type Db, narrowedTo, type Tenant } from '#platform/server/postgres/db.ts'
import { readPage } from '#platform/server/postgres/paging.ts'
import { anyOf, escapeLike, naturalOrder } from '#platform/server/postgres/sql-helpers.ts'
import type { AgentRow, agents } from '../contract.ts'
import { agentStatusOf } from '../rules.ts'
import { visibleAgents } from './store.ts'

type ListQuery = InputOf<typeof agents.page>

const SORTS = {
  FirstName: naturalOrder('a.first_name'),
  LastName: naturalOrder('a.last_name'),
  CourierName: naturalOrder('c.name'),
}

/** A page of the agents that the caller sees. */
export async function agentPage(db: Db, tenant: Tenant, query: ListQuery) {
  const matching = matchingAgents(db, tenant, query, query.SearchText ? await couriersNamed(db, query.SearchText) : [])
  const named = matching
    .innerJoin('couriers as c', 'c.id', 'a.courier_id')
    .leftJoin('kiosk_logins as l', 'l.agent_id', 'a.id')
    .select(['a.id', 'a.first_name', 'a.last_name', 'a.is_active', 'c.name as courier', 'l.is_locked'])
  return readPage(db, named, query, {
    sorts: SORTS,
    id: 'a.id',
    row: (row): AgentRow => ({
      AgentId: row.id,
      FirstName: row.first_name,
      LastName: row.last_name,
      CourierName: row.courier,
      AgentStatus: agentStatusOf({ isActive: row.is_active, isLocked: row.is_locked ?? false }),
    }),
  })
}

/** Queried first: with a subquery beside the name's pattern PostgreSQL reads every agent and uses neither index. */
async function couriersNamed(db: Db, part: string): Promise<string[]> {
  const couriers = await db.selectFrom('couriers').select('id').where('name', 'ilike', patternOf(part)).execute()
  return couriers.map(({ id }) => id)
}

function matchingAgents(db: Db, tenant: Tenant, query: ListQuery, couriersFound: readonly string[]) {
  const { SearchText, CourierId, PropertyId } = query
  let matching = visibleAgents(db, PropertyId ? narrowedTo(PropertyId, tenant) : tenant)
  if (CourierId) matching = matching.where('a.courier_id', '=', CourierId)
  if (SearchText)
    matching = matching.where((eb) => {
      const isNamed = eb('a.full_name', 'ilike', patternOf(SearchText))
      return couriersFound.length === 0 ? isNamed : eb.or([isNamed, eb('a.courier_id', '=', anyOf(couriersFound))])
    })
  return matching
}

const patternOf = (part: string) => `%${escapeLike(part)}%`
