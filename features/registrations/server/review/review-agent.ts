import type { z } from 'zod'
import { createAgent } from '#features/agents/server/api.ts'
import type { Message } from '#platform/define-messages.ts'
import { newId } from '#platform/ids.ts'
import type { InputOf } from '#platform/operation.ts'
import { existing } from '#platform/server/entities.ts'
import type { Db, Tenant } from '#platform/server/postgres/db.ts'
import type { registrationsOf } from '../../contract.ts'
import type { AgentRegistration } from '../../review-contract.ts'
import { REGISTRATION_STATUS } from '../../rules.ts'
import { offeredCourier } from '../choices.ts'
import { commonOf, oneRegistration, workColumns } from '../store.ts'
import { duplicatesOf } from './duplicate-candidates.ts'
import { type ReviewContext, reviewRegistration } from './review-registration.ts'

type Input = Omit<InputOf<typeof registrationsOf.agent.review>, 'Pin'>

/** An agent's registration as the review screen shows it; 404 as for `visibleRegistrations`. */
export async function readAgentRegistration(db: Db, tenant: Tenant, id: string): Promise<z.input<typeof AgentRegistration>> {
  const row = await existing(
    oneRegistration(db, tenant, 'agent', id)
      .innerJoin('couriers as c', 'c.id', 'g.courier_id')
      .select(['g.user_name', 'g.role_id', 'g.agent_id', 'c.id as courier_id', 'c.name as courier']),
  )
  const properties = await propertiesOf(db, id)
  const isVisible = (property: string) => tenant.propertyIds === '*' || tenant.propertyIds.includes(property)
  const visible = properties.filter(isVisible)
  const form = { UserName: row.user_name, CourierId: row.courier_id, RoleTypeId: row.role_id!, PropertyIds: visible }
  return {
    ...commonOf(row, form),
    ...form,
    IsUserNameTaken: row.status === REGISTRATION_STATUS.Pending && (await isUserNameTaken(db, row.user_name)),
    CourierName: row.courier,
    Properties: visible.map((PropertyId) => ({ PropertyId })),
    OtherProperties: properties.length - visible.length,
    ApprovedId: row.agent_id,
    Duplicates: await duplicatesOf(db, tenant, 'agent', { ...row, building_id: null, unit_number: '' }),
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

/** User names are unique regardless of case. The public form does not reveal which are taken. */
const isUserNameTaken = async (db: Db, userName: string): Promise<boolean> =>
  (await db
    .selectFrom('kiosk_logins')
    .select('id')
    .where((eb) => eb(eb.fn('lower', ['user_name']), '=', eb.fn('lower', [eb.val(userName)])))
    .executeTakeFirst()) !== undefined

/**
 * Saves a reviewer's changes to an agent's registration and decides it as `reviewRegistration` does. An approval creates the
 * agent for those properties that the reviewer sees.
 */
export function reviewAgent(context: ReviewContext, id: string, input: Input, newPinHash: string | undefined): Promise<Message> {
  const { db, tenant, audit } = context
  return reviewRegistration(context, id, {
    kind: 'agent',
    input,
    propertyIds: input.PropertyIds,
    read: () => readAgentRegistration(db, tenant, id),
    columns: async ({ courier_id }) => {
      // The courier that was chosen stays valid after it is no longer offered.
      if (courier_id !== input.CourierId) await offeredCourier(db, input.CourierId)
      return {
        ...workColumns(input, input.RoleTypeId),
        ...(newPinHash !== undefined && { pin_hash: newPinHash }),
      }
    },
    approve: async (before) => {
      const agentId = newId()
      await createAgent(db, tenant, { id: agentId, details: detailsOf(input), pinHash: newPinHash ?? before.pin_hash! })
      await audit('agent created', agentId, { registration: id, role: input.RoleTypeId, properties: input.PropertyIds })
      return agentId
    },
    userName: input.UserName,
    changes: { newPin: newPinHash !== undefined },
  })
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
