import { type Expression, type SqlBool, sql } from 'kysely'
import { areProperties } from '#features/properties/server/api.ts'
import { orNotFound, refuseIf } from '#platform/server/http/refusal.ts'
import type { Db, Tenant } from '#platform/server/postgres/db.ts'
import type { Agent } from '../contract.ts'
import { t } from '../messages.ts'
import { agentStatusOf } from '../rules.ts'

/** Whether the agent `a` of a query comes to one of these properties. */
const comesTo = (propertyIds: readonly string[]): Expression<SqlBool> =>
  sql<SqlBool>`exists (select from agent_properties ap where ap.organisation_id = a.organisation_id and ap.agent_id = a.id
    and ap.property_id = any(${propertyIds}))`

/** The agents that were not deleted and come to a property of the caller: every query here begins with them. */
export function visibleAgents(db: Db, { propertyIds }: Tenant) {
  const agents = db.selectFrom('agents as a').where('a.deleted_at', 'is', null)
  return propertyIds === '*' ? agents : agents.where(comesTo(propertyIds))
}

/** The agent's row, locked so that whoever else changes it waits; 404 for one that is missing, foreign, not the caller's or deleted. */
export const lockedAgent = async (db: Db, tenant: Tenant, id: string) =>
  orNotFound(
    await visibleAgents(db, tenant).select(['a.id', 'a.full_name']).where('a.id', '=', id).forUpdate().executeTakeFirst(),
  )

/** How many properties an agent comes to that the caller does not see. */
export async function otherProperties(db: Db, { propertyIds }: Tenant, agentId: string): Promise<number> {
  if (propertyIds === '*') return 0
  const { others } = await db
    .selectFrom('agent_properties')
    .select((eb) => eb.fn.countAll<number>().as('others'))
    .where('agent_id', '=', agentId)
    .where((eb) => eb.not(eb('property_id', '=', eb.fn.any(eb.val(propertyIds)))))
    .executeTakeFirstOrThrow()
  return others
}

/** The caller's properties by name, and which of them an agent comes to. */
export const propertiesOfAgent = (db: Db, agentId: string) =>
  db
    .selectFrom('properties as p')
    .leftJoin('agent_properties as ap', (join) => join.onRef('ap.property_id', '=', 'p.id').on('ap.agent_id', '=', agentId))
    .select(['p.id', 'p.name', 'p.organisation_id', 'ap.agent_id'])
    .where('p.deleted_at', 'is', null)
    .orderBy(sql`p.name collate natural_order`)
    .orderBy('p.id')
    .execute()

/** An agent as the form shows them. */
export async function readAgent(db: Db, tenant: Tenant, id: string): Promise<Agent> {
  const agent = orNotFound(
    await visibleAgents(db, tenant)
      .innerJoin('couriers as c', 'c.id', 'a.courier_id')
      .leftJoin('kiosk_logins as l', 'l.agent_id', 'a.id')
      .select(['a.id', 'a.organisation_id', 'a.first_name', 'a.last_name', 'a.email', 'a.mobile_phone', 'a.role_id'])
      .select(['a.is_active', 'a.courier_id', 'c.name as courier', 'l.user_name', 'l.is_locked'])
      .where('a.id', '=', id)
      .executeTakeFirst(),
  )
  const properties = await propertiesOfAgent(db, id)
  return {
    Id: agent.id,
    UserId: agent.id,
    FirstName: agent.first_name,
    LastName: agent.last_name,
    EmailId: agent.email,
    MobilePhone: agent.mobile_phone,
    CourierId: agent.courier_id,
    CourierName: agent.courier,
    RoleTypeId: agent.role_id,
    UserName: agent.user_name ?? '',
    IsActive: agent.is_active,
    OrganisationId: agent.organisation_id,
    PropertyIds: properties.filter((one) => one.agent_id !== null).map((one) => one.id),
    OtherProperties: await otherProperties(db, tenant, id),
    AgentStatus: agentStatusOf({ isActive: agent.is_active, isLocked: agent.is_locked ?? false }),
  }
}

/** Has an agent come to these of the caller's properties, and to no other of them; those that the caller does not see stay. */
export async function setProperties(db: Db, tenant: Tenant, agentId: string, ids: readonly string[]): Promise<void> {
  const wanted = [...new Set(ids)]
  refuseIf((await areProperties(db, wanted)) ? null : t('MsgAgentNoSuchProperty'), 'PropertyIds')
  let given = db.deleteFrom('agent_properties').where('agent_id', '=', agentId)
  if (tenant.propertyIds !== '*') {
    const own = tenant.propertyIds
    given = given.where((eb) => eb('property_id', '=', eb.fn.any(eb.val(own))))
  }
  await given.execute()
  if (wanted.length === 0) return
  const organisation_id = tenant.organisationId
  await db
    .insertInto('agent_properties')
    .values(wanted.map((property_id) => ({ organisation_id, agent_id: agentId, property_id })))
    .execute()
}
