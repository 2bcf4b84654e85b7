import { type Expression, type SqlBool, sql } from 'kysely'
import { deleteAgentLogins } from '#features/kiosks/server/api.ts'
import { areProperties } from '#features/properties/server/api.ts'
import { existing, versionOf } from '#platform/server/entities.ts'
import { orNotFound, refuseIf } from '#platform/server/http/refusal.ts'
import type { Db, Tenant } from '#platform/server/postgres/db.ts'
import { anyOf } from '#platform/server/postgres/sql-helpers.ts'
import type { Agent } from '../contract.ts'
import { t } from '../messages.ts'
import { agentStatusOf, whyNotDelete } from '../rules.ts'

/** Whether the agent `a` of a query works at one of these properties. */
const worksAt = (propertyIds: readonly string[]): Expression<SqlBool> =>
  sql<SqlBool>`exists (select from agent_properties ap where ap.organisation_id = a.organisation_id and ap.agent_id = a.id
    and ap.property_id = any(${propertyIds}))`

/** The agents of the caller's properties that were not deleted: every query here starts with them. */
export function visibleAgents(db: Db, { propertyIds }: Tenant) {
  const agents = db.selectFrom('agents as a').where('a.deleted_at', 'is', null)
  return propertyIds === '*' ? agents : agents.where(worksAt(propertyIds))
}

/** Locks those of the agents that the caller sees, in the order of their ids. */
export const lockAgents = (db: Db, tenant: Tenant, ids: readonly string[]) =>
  visibleAgents(db, tenant)
    .select(['a.id', 'a.full_name as name'])
    .where('a.id', '=', anyOf(ids))
    .orderBy('a.id')
    .forUpdate()
    .execute()

/** The agent's row, locked against other changes; 404 for an agent that is missing, foreign, not the caller's or deleted. */
export const lockedAgent = async (db: Db, tenant: Tenant, id: string) => orNotFound((await lockAgents(db, tenant, [id]))[0])

/** Deletes agents: they are hidden, histories keep their ids, their logins are gone. */
async function hideAgents(db: Db, ids: readonly string[], now: Date): Promise<void> {
  await db.updateTable('agents').set({ deleted_at: now }).where('id', '=', anyOf(ids)).execute()
  await deleteAgentLogins(db, ids)
}

/** The removal of the agents without properties that the caller does not see. */
export const agentRemoval = (db: Db, tenant: Tenant, now: Date) => ({
  lock: (ids: readonly string[]) => lockAgents(db, tenant, ids),
  whyNot: async (ids: readonly string[]) => {
    const others = await otherPropertiesOfEach(db, tenant, ids)
    return ({ id }: { readonly id: string }) => whyNotDelete({ others: others.get(id) ?? 0 })
  },
  remove: (ids: readonly string[]) => hideAgents(db, ids, now),
})

/** The number of properties of each of these agents that the caller does not see; agents without any are missing. */
export async function otherPropertiesOfEach(
  db: Db,
  { propertyIds }: Tenant,
  agentIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (propertyIds === '*') return new Map()
  const rows = await db
    .selectFrom('agent_properties')
    .select((eb) => ['agent_id', eb.fn.countAll<number>().as('others')])
    .where('agent_id', '=', anyOf(agentIds))
    .where((eb) => eb.not(eb('property_id', '=', anyOf(propertyIds))))
    .groupBy('agent_id')
    .execute()
  return new Map(rows.map(({ agent_id, others }) => [agent_id, others]))
}
export const otherProperties = async (db: Db, tenant: Tenant, agentId: string): Promise<number> =>
  (await otherPropertiesOfEach(db, tenant, [agentId])).get(agentId) ?? 0

/** The caller's properties by name, each with the agent's id if the agent works there. */
export const propertiesOfAgent = (db: Db, agentId: string) =>
  db
    .selectFrom('properties as p')
    .leftJoin('agent_properties as ap', (join) => join.onRef('ap.property_id', '=', 'p.id').on('ap.agent_id', '=', agentId))
    .select(['p.id', 'p.name', 'p.organisation_id', 'ap.agent_id'])
    .where('p.deleted_at', 'is', null)
    .orderBy(sql`p.name collate natural_order`)
    .orderBy('p.id')
    .execute()

/** An agent as the form shows it. */
export async function readAgent(db: Db, tenant: Tenant, id: string): Promise<Agent> {
  const agent = await existing(
    visibleAgents(db, tenant)
      .innerJoin('couriers as c', 'c.id', 'a.courier_id')
      .leftJoin('kiosk_logins as l', 'l.agent_id', 'a.id')
      .select(['a.id', 'a.organisation_id', 'a.first_name', 'a.last_name', 'a.email', 'a.mobile_phone', 'a.role_id'])
      .select(['a.is_active', 'a.courier_id', 'c.name as courier', 'l.user_name', 'l.is_locked'])
      .where('a.id', '=', id),
  )
  const properties = await propertiesOfAgent(db, id)
  const form = {
    FirstName: agent.first_name,
    LastName: agent.last_name,
    EmailId: agent.email,
    MobilePhone: agent.mobile_phone,
    CourierId: agent.courier_id,
    CourierName: agent.courier,
    RoleTypeId: agent.role_id,
    UserName: agent.user_name ?? '',
    IsActive: agent.is_active,
    PropertyIds: properties.filter((one) => one.agent_id !== null).map((one) => one.id),
  }
  return {
    ...form,
    Id: agent.id,
    UserId: agent.id,
    OrganisationId: agent.organisation_id,
    Version: versionOf(form),
    OtherProperties: await otherProperties(db, tenant, id),
    AgentStatus: agentStatusOf({ isActive: agent.is_active, isLocked: agent.is_locked ?? false }),
  }
}

/** Replaces those of an agent's properties that the caller sees. Refuses with 422 a property that the caller does not see. */
export async function setProperties(db: Db, tenant: Tenant, agentId: string, ids: readonly string[]): Promise<void> {
  const chosen = [...new Set(ids)]
  refuseIf((await areProperties(db, chosen)) ? null : t('MsgAgentNoSuchProperty'), 'PropertyIds')
  let replaced = db.deleteFrom('agent_properties').where('agent_id', '=', agentId)
  if (tenant.propertyIds !== '*') {
    const visible = tenant.propertyIds
    replaced = replaced.where('property_id', '=', anyOf(visible))
  }
  await replaced.execute()
  if (chosen.length === 0) return
  const organisation_id = tenant.organisationId
  await db
    .insertInto('agent_properties')
    .values(chosen.map((property_id) => ({ organisation_id, agent_id: agentId, property_id })))
    .execute()
}
