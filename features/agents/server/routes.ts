import { unlockLogin } from '#features/kiosks/server/api.ts'
import { newId } from '#platform/ids.ts'
import { refuseStale, removeEach, saved } from '#platform/server/entities.ts'
import { refuseIf } from '#platform/server/http/refusal.ts'
import type { Router } from '#platform/server/http/route.ts'
import { readChanges } from '#platform/server/postgres/audit.ts'
import type { Keys } from '#platform/server/security/keys.ts'
import { hashPassword } from '#platform/server/security/passwords.ts'
import { EMPTY_GUID } from '#platform/wire.ts'
import { agents } from '../contract.ts'
import { t } from '../messages.ts'
import { AGENT_STATUS, whyNotUnlock } from '../rules.ts'
import { agentPage } from './list.ts'
import { type AgentDetails, createAgent, updateAgent } from './save.ts'
import { agentRemoval, lockedAgent, propertiesOfAgent, readAgent } from './store.ts'

/** Agents of couriers, who use the terminals (spec 2 §2, §3, §5, §7). */
export function agentsRoutes(route: Router, { keys }: { keys: Keys }) {
  readingRoutes(route)
  savingRoutes(route, keys)

  route(agents.unlock, async ({ db, tenant, params, audit }) => {
    await lockedAgent(db, tenant, params.agentId)
    const { AgentStatus } = await readAgent(db, tenant, params.agentId)
    refuseIf(whyNotUnlock({ isLocked: AgentStatus === AGENT_STATUS.Locked }))
    await unlockLogin(db, keys, { agent_id: params.agentId })
    await audit('agent unlocked', params.agentId)
    return { Message: t('MsgAgentUnlocked') }
  })

  route(agents.remove, async ({ db, tenant, input, now, auditEach }) => {
    const { removed, reply } = await removeEach(input, agentRemoval(db, tenant, now))
    await auditEach(
      'agent deleted',
      removed.map(({ id }) => id),
    )
    return { Message: t('MsgAgentsDeleted', { count: removed.length }), ...reply }
  })
}

function readingRoutes(route: Router) {
  route(agents.page, ({ db, tenant, input }) => agentPage(db, tenant, input))

  route(agents.get, ({ db, tenant, params }) => readAgent(db, tenant, params.agentId))

  route(agents.changes, async ({ db, tenant, params: { agentId } }) => {
    await readAgent(db, tenant, agentId)
    return readChanges(db, agentId)
  })

  route(agents.properties, async ({ db, tenant, params: { agentId } }) => {
    if (agentId !== EMPTY_GUID) await readAgent(db, tenant, agentId)
    const properties = await propertiesOfAgent(db, agentId)
    return properties.map((one) => ({
      Id: one.id,
      Name: one.name,
      OrganisationId: one.organisation_id,
      DoesPropertyBelongToAgent: one.agent_id !== null,
    }))
  })
}

function savingRoutes(route: Router, keys: Keys) {
  route.withoutTransaction(agents.create, async ({ input: { Pin, ...details }, inTenant }) => {
    const pinHash = await hashPassword(Pin)
    const id = newId()
    await inTenant(async ({ db, tenant, audit }) => {
      await createAgent(db, tenant, { id, details, pinHash })
      await audit('agent created', id, { after: auditOf(details) })
    })
    return saved(t('MsgAgentSaved'), id)
  })

  route.withoutTransaction(agents.update, async ({ params: { agentId: id }, input: { Pin, ...details }, inTenant }) => {
    const pinHash = Pin ? await hashPassword(Pin) : undefined
    await inTenant(async ({ db, tenant, audit }) => {
      await lockedAgent(db, tenant, id)
      const agent = await readAgent(db, tenant, id)
      refuseStale(agent, details)
      const before = auditOf(agent)
      await updateAgent(db, tenant, keys, { id, details, pinHash })
      await audit('agent changed', id, { before, after: auditOf(details), newPin: pinHash !== undefined })
    })
    return saved(t('MsgAgentSaved'), id)
  })
}

/** What the audit records of an agent: no name, no address. */
const auditOf = ({
  CourierId,
  RoleTypeId,
  IsActive,
  PropertyIds,
}: Pick<AgentDetails, 'CourierId' | 'RoleTypeId' | 'IsActive' | 'PropertyIds'>) => ({
  courier: CourierId,
  role: RoleTypeId,
  active: IsActive,
  properties: PropertyIds,
})
