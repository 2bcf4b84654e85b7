import type { InputOf } from '#platform/operation.ts'
import { type Db, narrowedTo, type Tenant } from '#platform/server/postgres/db.ts'
import { pageOfRows, totalOf } from '#platform/server/postgres/paging.ts'
import { escapeLike, naturalOrder } from '#platform/server/postgres/sql-helpers.ts'
import type { AgentRow, agents } from '../contract.ts'
import { agentStatusOf } from '../rules.ts'
import { visibleAgents } from './store.ts'

type ListQuery = InputOf<typeof agents.page>

const SORTS = {
  FirstName: naturalOrder('a.first_name'),
  LastName: naturalOrder('a.last_name'),
  CourierName: naturalOrder('c.name'),
}

/** A page of the grid: its rows, how many there are, and where the next begins. */
export async function agentPage(db: Db, tenant: Tenant, asked: ListQuery) {
  const matching = matchingAgents(db, tenant, asked, asked.SearchText ? await couriersNamed(db, asked.SearchText) : [])
  const named = matching
    .innerJoin('couriers as c', 'c.id', 'a.courier_id')
    .leftJoin('kiosk_logins as l', 'l.agent_id', 'a.id')
    .select(['a.id', 'a.first_name', 'a.last_name', 'a.is_active', 'c.name as courier', 'l.is_locked'])
  const { rows, after } = await pageOfRows(named, asked, SORTS, 'a.id')
  const data: AgentRow[] = rows.map((row) => ({
    AgentId: row.id,
    FirstName: row.first_name,
    LastName: row.last_name,
    CourierName: row.courier,
    AgentStatus: agentStatusOf({ isActive: row.is_active, isLocked: row.is_locked ?? false }),
  }))
  return { Data: data, ...(await totalOf(db, matching)), After: after }
}

/** Looked up first: with a subquery beside the name's pattern PostgreSQL reads every agent and uses neither index. */
async function couriersNamed(db: Db, part: string): Promise<string[]> {
  const couriers = await db.selectFrom('couriers').select('id').where('name', 'ilike', patternOf(part)).execute()
  return couriers.map(({ id }) => id)
}

function matchingAgents(db: Db, tenant: Tenant, asked: ListQuery, couriersFound: readonly string[]) {
  const { SearchText, CourierId, PropertyId } = asked
  let matching = visibleAgents(db, PropertyId ? narrowedTo(PropertyId, tenant) : tenant)
  if (CourierId) matching = matching.where('a.courier_id', '=', CourierId)
  if (SearchText)
    matching = matching.where((eb) => {
      const isNamed = eb('a.full_name', 'ilike', patternOf(SearchText))
      return couriersFound.length === 0 ? isNamed : eb.or([isNamed, eb('a.courier_id', '=', eb.fn.any(eb.val(couriersFound)))])
    })
  return matching
}

const patternOf = (part: string) => `%${escapeLike(part)}%`
