import { type RawBuilder, sql } from 'kysely'
import type { InputOf } from '#platform/operation.ts'
import { type Db, narrowedTo, type Tenant } from '#platform/server/postgres/db.ts'
import { readPage } from '#platform/server/postgres/paging.ts'
import { anyOf, naturalOrder } from '#platform/server/postgres/sql-helpers.ts'
import { everyWord, matchesWord } from '#platform/server/postgres/text-search.ts'
import { wordsOf } from '#platform/wire.ts'
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
  const couriers = query.SearchText ? await couriersByWord(db, query.SearchText) : new Map()
  const named = matchingAgents(db, tenant, query, couriers)
    .innerJoin('couriers as c', 'c.id', 'a.courier_id')
    .leftJoin('kiosk_logins as l', 'l.agent_id', 'a.id')
    .select(['a.id', 'a.first_name', 'a.last_name', 'a.is_active', 'a.courier_id', 'c.name as courier', 'l.is_locked'])
  return readPage(db, named, query, {
    sorts: SORTS,
    id: 'a.id',
    row: (row): AgentRow => ({
      AgentId: row.id,
      FirstName: row.first_name,
      LastName: row.last_name,
      CourierId: row.courier_id,
      CourierName: row.courier,
      AgentStatus: agentStatusOf({ isActive: row.is_active, isLocked: row.is_locked ?? false }),
    }),
  })
}

/**
 * The couriers that have a word of the text, by word. Queried first: with a subquery beside the agent's own text PostgreSQL reads
 * every agent and uses neither index.
 */
async function couriersByWord(db: Db, text: string): Promise<CouriersByWord> {
  const words = wordsOf(text)
  const couriers = await db
    .selectFrom('couriers')
    .select('id')
    .select(sql<boolean[]>`array[${sql.join(words.map(isInCourier))}]::boolean[]`.as('has'))
    .where(sql<boolean>`(${sql.join([sql`false`, ...words.map(isInCourier)], sql` or `)})`)
    .execute()
  return new Map(words.map((word, index) => [word, couriers.filter(({ has }) => has[index]).map(({ id }) => id)]))
}
type CouriersByWord = ReadonlyMap<string, readonly string[]>
const isInCourier = (word: string) => matchesWord(sql.ref('search_text'), word)

function matchingAgents(db: Db, tenant: Tenant, { SearchText, CourierId, PropertyId }: ListQuery, couriers: CouriersByWord) {
  let matching = visibleAgents(db, PropertyId ? narrowedTo(PropertyId, tenant) : tenant)
  if (CourierId) matching = matching.where('a.courier_id', '=', CourierId)
  if (SearchText) matching = matching.where(everyWord(SearchText, (word) => isOfAgent(word, couriers.get(word) ?? [])))
  return matching
}

/** Whether an agent or the agent's courier has a word. */
function isOfAgent(word: string, couriers: readonly string[]): RawBuilder<boolean> {
  const own = matchesWord(sql.ref('a.search_text'), word)
  return couriers.length === 0 ? own : sql<boolean>`(${own} or a.courier_id = ${anyOf(couriers)})`
}
