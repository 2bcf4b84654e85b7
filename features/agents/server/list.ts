import { type RawBuilder, sql } from 'kysely'
import { type Db, narrowedTo, type Tenant } from '#platform/server/postgres/db.ts'
import { readPage } from '#platform/server/postgres/paging.ts'
import { anyOf, naturalOrder } from '#platform/server/postgres/sql-helpers.ts'
import { everyWord, matchesWord, orPhone } from '#platform/server/postgres/text-search.ts'
import { wordsOf } from '#platform/wire.ts'
import type { AgentQuery, AgentRow } from '../contract.ts'
import { AGENT_STATUS, agentStatusOf } from '../rules.ts'
import { visibleAgents } from './store.ts'

/** The properties `p` of the agent `a` that the tenant sees. */
const PROPERTIES = sql`agent_properties ap join properties p on p.organisation_id = ap.organisation_id and p.id = ap.property_id
  and p.deleted_at is null where ap.organisation_id = a.organisation_id and ap.agent_id = a.id`

const propertiesOf = sql<AgentRow['Properties']>`coalesce((
  select json_agg(json_build_object('Id', p.id, 'Name', p.name) order by p.name collate natural_order, p.id) from ${PROPERTIES}
), '[]')`

const SORTS = {
  FirstName: naturalOrder('a.first_name'),
  LastName: naturalOrder('a.last_name'),
  CourierName: naturalOrder('c.name'),
  AgentStatus: sql`case when l.is_locked then ${sql.lit(AGENT_STATUS.Locked)} when a.is_active then ${sql.lit(AGENT_STATUS.Active)}
    else ${sql.lit(AGENT_STATUS.Inactive)} end`,
  RoleTypeId: sql`a.role_id`,
  Properties: sql`coalesce((select min(p.name collate natural_order) from ${PROPERTIES}), '') collate natural_order`,
}

/** A page of the agents that the caller sees. */
export async function agentPage(db: Db, tenant: Tenant, query: AgentQuery) {
  const { rows } = await matchingAgents(db, tenant, query)
  const sortable = rows.innerJoin('couriers as c', 'c.id', 'a.courier_id').leftJoin('kiosk_logins as l', 'l.agent_id', 'a.id')
  return readPage(db, sortable, query, {
    sorts: SORTS,
    id: 'a.id',
    details: (page) =>
      page
        .innerJoin('agents as a', 'a.id', 'page.sort_id')
        .innerJoin('couriers as c', 'c.id', 'a.courier_id')
        .leftJoin('kiosk_logins as l', 'l.agent_id', 'a.id')
        .select(['a.id', 'a.first_name', 'a.last_name', 'a.is_active', 'a.courier_id', 'a.role_id', 'c.name as courier'])
        .select(['l.is_locked'])
        .select(propertiesOf.as('properties')),
    row: (row): AgentRow => ({
      AgentId: row.id,
      FirstName: row.first_name,
      LastName: row.last_name,
      CourierId: row.courier_id,
      CourierName: row.courier,
      AgentStatus: agentStatusOf({ isActive: row.is_active, isLocked: row.is_locked ?? false }),
      RoleTypeId: row.role_id,
      Properties: row.properties,
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

/** The agents `a` that match the list's filters, as a query; in an object, because Kysely refuses to await a query. */
export async function matchingAgents(db: Db, tenant: Tenant, query: AgentQuery) {
  const { SearchText, CourierId, PropertyId } = query
  const couriers = SearchText ? await couriersByWord(db, SearchText) : new Map()
  let rows = visibleAgents(db, PropertyId ? narrowedTo(PropertyId, tenant) : tenant)
  if (CourierId) rows = rows.where('a.courier_id', '=', CourierId)
  const hasWord = (word: string) => isOfAgent(word, couriers.get(word) ?? [])
  if (SearchText) rows = rows.where(orPhone(SearchText, everyWord(SearchText, hasWord), hasWord))
  return { rows }
}

/** Whether an agent or the agent's courier has a word. */
function isOfAgent(word: string, couriers: readonly string[]): RawBuilder<boolean> {
  const own = matchesWord(sql.ref('a.search_text'), word)
  return couriers.length === 0 ? own : sql<boolean>`(${own} or a.courier_id = ${anyOf(couriers)})`
}
