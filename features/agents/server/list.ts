import { sql } from 'kysely'
import type { InputOf } from '#platform/operation.ts'
import type { Db, Tenant } from '#platform/server/db.ts'
import { asWritten } from '#platform/server/like.ts'
import { naturally } from '#platform/server/natural-order.ts'
import { pageOfRows, totalOf } from '#platform/server/paging.ts'
import type { AgentRow, agents } from '../contract.ts'
import { agentStatusOf } from '../rules.ts'
import { comesTo, visibleAgents } from './store.ts'

type Asked = InputOf<typeof agents.page>

const SORTS = {
  FirstName: naturally('a.first_name'),
  LastName: naturally('a.last_name'),
  CourierName: naturally('c.name'),
}

/** A page of the grid: its rows, how many there are, and where the next begins. */
export async function agentPage(db: Db, tenant: Tenant, asked: Asked) {
  const matching = matchingAgents(db, tenant, asked)
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

function matchingAgents(db: Db, tenant: Tenant, { SearchText, CourierId, PropertyId }: Asked) {
  let matching = visibleAgents(db, tenant)
  if (CourierId) matching = matching.where('a.courier_id', '=', CourierId)
  if (PropertyId) matching = matching.where(comesTo([PropertyId]))
  if (SearchText) {
    const part = `%${asWritten(SearchText)}%`
    const couriers = db.selectFrom('couriers').select('id').where('name', 'ilike', part)
    // As an array, so that both sides of the 'or' are looked up in their indexes.
    matching = matching.where((eb) =>
      eb.or([eb('a.full_name', 'ilike', part), sql<boolean>`a.courier_id = any (array(${couriers}))`]),
    )
  }
  return matching
}
