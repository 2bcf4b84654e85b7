import type { z } from 'zod'
import { changeLogin, insertLogin } from '#features/kiosks/server/api.ts'
import { Refusal, refuseIf } from '#platform/server/http/refusal.ts'
import type { Db, Tenant } from '#platform/server/postgres/db.ts'
import type { Keys } from '#platform/server/security/keys.ts'
import type { AgentDraft } from '../contract.ts'
import { t } from '../messages.ts'
import { whyNotCourier, whyNotProperties } from '../rules.ts'
import { lockedAgent, otherProperties, setProperties } from './store.ts'

/** An agent's input without the PIN, which is hashed before the transaction. */
export type AgentDetails = Omit<z.output<typeof AgentDraft>, 'Pin'>

/**
 * Creates an agent with a login for terminals. Refuses with 422 at the field: a courier that does not exist or does not fit
 * the role, a property that the tenant does not see, a user name that is taken. The caller checks the permission and writes
 * the audit.
 */
export async function createAgent(
  db: Db,
  tenant: Tenant,
  agent: { readonly id: string; readonly details: AgentDetails; readonly pinHash: string },
): Promise<void> {
  const { id, details, pinHash } = agent
  refuseIf(whyNotProperties({ chosen: details.PropertyIds.length, others: 0 }), 'PropertyIds')
  await db
    .insertInto('agents')
    .values({ organisation_id: tenant.organisationId, id, ...(await columnsOf(db, details)) })
    .execute()
  await setProperties(db, tenant, id, details.PropertyIds)
  await insertLogin(db, tenant, { agent_id: id }, { userName: details.UserName, pinHash })
}

/** Updates an agent; without a hash the PIN stays. Refuses as `createAgent`; 404 for an agent that the tenant does not see. */
export async function updateAgent(
  db: Db,
  tenant: Tenant,
  keys: Keys,
  agent: { readonly id: string; readonly details: AgentDetails; readonly pinHash: string | undefined },
): Promise<void> {
  const { id, details, pinHash } = agent
  await lockedAgent(db, tenant, id)
  const others = await otherProperties(db, tenant, id)
  refuseIf(whyNotProperties({ chosen: details.PropertyIds.length, others }), 'PropertyIds')
  await db
    .updateTable('agents')
    .set(await columnsOf(db, details))
    .where('id', '=', id)
    .execute()
  await setProperties(db, tenant, id, details.PropertyIds)
  await changeLogin(db, keys, { agent_id: id }, { userName: details.UserName, pinHash })
}

async function columnsOf(db: Db, details: AgentDetails) {
  const { CourierId, RoleTypeId } = details
  // The lock keeps the courier from being deleted meanwhile.
  const courier = await db
    .selectFrom('couriers')
    .select('is_dry_cleaning as IsDryCleaning')
    .where('id', '=', CourierId)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  if (!courier) throw new Refusal(422, t('MsgAgentNoSuchCourier'), { field: 'CourierId' })
  refuseIf(whyNotCourier(RoleTypeId, courier), 'CourierId')
  return {
    courier_id: CourierId,
    role_id: RoleTypeId,
    first_name: details.FirstName,
    last_name: details.LastName,
    email: details.EmailId,
    mobile_phone: details.MobilePhone,
    is_active: details.IsActive,
  }
}
