import { createAgent } from '#features/agents/server/api.ts'
import type { Message } from '#platform/define-messages.ts'
import { newId } from '#platform/ids.ts'
import type { InputOf } from '#platform/operation.ts'
import { orNotFound } from '#platform/server/http/refusal.ts'
import type { Db, Tenant } from '#platform/server/postgres/db.ts'
import type { AgentRegistration, registrations } from '../../contract.ts'
import { REGISTRATION_STATUS } from '../../rules.ts'
import { askForProperties, courierOf } from '../choices.ts'
import { COMMON_COLUMNS, commonOf, openRegistration, personColumns, visibleRegistrations } from '../store.ts'
import { decide, type Reviewing } from './decide.ts'
import { agentsLike, registrationsLike } from './duplicate-candidates.ts'

type Input = Omit<InputOf<typeof registrations.reviewAgent>, 'Pin'>

/** An agent's registration as its review shows it. */
export async function readAgentRegistration(db: Db, tenant: Tenant, id: string): Promise<AgentRegistration> {
  const row = orNotFound(
    await visibleRegistrations(db, tenant, 'agent')
      .innerJoin('couriers as c', 'c.id', 'g.courier_id')
      .select(COMMON_COLUMNS)
      .select(['g.user_name', 'g.role_id', 'c.id as courier_id', 'c.name as courier'])
      .where('g.id', '=', id)
      .executeTakeFirst(),
  )
  const properties = await propertiesOf(db, id)
  const isSeen = (property: string) => tenant.propertyIds === '*' || tenant.propertyIds.includes(property)
  const own = properties.filter(isSeen)
  const who = { ...row, building_id: null, unit_number: '' }
  return {
    ...commonOf(row),
    UserName: row.user_name,
    IsUserNameTaken: row.status === REGISTRATION_STATUS.Pending && (await isUserNameTaken(db, row.user_name)),
    CourierId: row.courier_id,
    CourierName: row.courier,
    RoleTypeId: row.role_id!,
    Properties: own.map((PropertyId) => ({ PropertyId })),
    PropertyIds: own,
    OtherProperties: properties.length - own.length,
    Duplicates: [...(await agentsLike(db, tenant, who)), ...(await registrationsLike(db, tenant, 'agent', who))],
  }
}

const propertiesOf = async (db: Db, id: string): Promise<string[]> =>
  (
    await db
      .selectFrom('registration_properties')
      .select('property_id')
      .where('registration_id', '=', id)
      .orderBy('property_id')
      .execute()
  ).map((row) => row.property_id)

/** User names are one namespace, whatever their case; the public form says nothing of it. */
const isUserNameTaken = async (db: Db, userName: string): Promise<boolean> =>
  (await db
    .selectFrom('kiosk_logins')
    .select('id')
    .where((eb) => eb(eb.fn('lower', ['user_name']), '=', eb.fn('lower', [eb.val(userName)])))
    .executeTakeFirst()) !== undefined

/**
 * Saves a reviewer's changes to an agent's registration and decides it when that is asked for; an approval makes the agent in
 * the same transaction, for those properties that the reviewer sees. 409 when it is decided, 422 when a rule is against it.
 */
export async function reviewAgent(asked: Reviewing, id: string, input: Input, newPinHash: string | undefined): Promise<Message> {
  const { db, tenant, audit } = asked
  const before = await openRegistration(db, tenant, 'agent', id)
  const pinHash = newPinHash ?? before.pin_hash!
  await saveChanges(db, tenant, id, { input, pinHash })
  const approve = async () => {
    const agentId = newId()
    await createAgent(db, tenant, { id: agentId, details: detailsOf(input), pinHash })
    await audit('agent created', agentId, { registration: id, role: input.RoleTypeId, properties: input.PropertyIds })
    return agentId
  }
  const changes = { newPin: newPinHash !== undefined }
  return decide(asked, { kind: 'agent', before, input, approve, userName: input.UserName, changes })
}

async function saveChanges(db: Db, tenant: Tenant, id: string, { input, pinHash }: { input: Input; pinHash: string }) {
  const { courier_id } = await db.selectFrom('registrations').select('courier_id').where('id', '=', id).executeTakeFirstOrThrow()
  // The one that was chosen stays although it is not offered any more.
  if (courier_id !== input.CourierId) await courierOf(db, input.CourierId)
  await db
    .updateTable('registrations')
    .set({
      ...personColumns(input),
      courier_id: input.CourierId,
      role_id: input.RoleTypeId,
      user_name: input.UserName,
      comments: input.Comments,
      pin_hash: pinHash,
    })
    .where('id', '=', id)
    .execute()
  await askForProperties(db, tenant, id, input.PropertyIds)
}

const detailsOf = (input: Input) => ({
  FirstName: input.FirstName,
  LastName: input.LastName,
  EmailId: input.Email,
  MobilePhone: input.PhoneNumber,
  CourierId: input.CourierId,
  RoleTypeId: input.RoleTypeId,
  UserName: input.UserName,
  IsActive: true,
  PropertyIds: input.PropertyIds,
})
