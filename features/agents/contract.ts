import { z } from 'zod'
import { BulkJob, bulkInput } from '#platform/bulk.ts'
import { packMessage } from '#platform/define-messages.ts'
import { entity } from '#platform/entity.ts'
import { operation } from '#platform/operation.ts'
import { changesOf } from '#platform/record.ts'
import { AnyId, Choice, Done, Id, IdList, pageOf, pageQuery, Removed, Saved, searchText } from '#platform/wire.ts'
import { agentFields, NewPin, Pin } from './fields.ts'
import { t } from './messages.ts'
import { AGENT_STATUS } from './rules.ts'

const Status = z.literal(Object.values(AGENT_STATUS))

/** A row of the grid (spec 2 §3), with the status. */
export const AgentRow = z.object({
  AgentId: z.string(),
  FirstName: z.string(),
  LastName: z.string(),
  CourierId: z.string(),
  CourierName: z.string(),
  AgentStatus: Status,
  RoleTypeId: z.int(),
  /** The caller's properties where the agent works, by name in natural order. */
  Properties: z.array(Choice),
})
export type AgentRow = z.infer<typeof AgentRow>

/** Ids of properties that the caller sees; other properties of the agent stay. */
const PropertyIds = z.array(Id, { error: packMessage(t('MsgAgentPropertyMissing')) })

/** A new agent: PIN and a property are required. */
export const NewAgentDraft = z.object({
  ...agentFields,
  Pin,
  PropertyIds: PropertyIds.min(1, packMessage(t('MsgAgentPropertyMissing'))),
})
/** A saved agent: an empty PIN keeps the stored one. With properties that the caller does not see, all others may be removed. */
export const AgentDraft = z.object({
  ...agentFields,
  Pin: NewPin,
  PropertyIds,
  /** The version that was read: the save is refused (409) when the record has changed since. */
  Version: z.string().max(100).nullish(),
})

/** The same for a caller who sees all of the agent's properties: one is required. */
export const WholeAgentDraft = NewAgentDraft.extend({ Pin: NewPin, Version: AgentDraft.shape.Version })

/** The edit model (spec 2 §3), without the PIN. */
export const Agent = z.object({
  Id: z.string(),
  /** The actor in histories. */
  UserId: z.string(),
  FirstName: z.string(),
  LastName: z.string(),
  EmailId: z.string(),
  MobilePhone: z.string(),
  CourierId: z.string(),
  /** A courier with sort order zero is still shown where it is set. */
  CourierName: z.string(),
  RoleTypeId: z.int(),
  UserName: z.string(),
  IsActive: z.boolean(),
  OrganisationId: z.string(),
  PropertyIds: z.array(z.string()),
  /** The number of properties that the caller does not see. */
  OtherProperties: z.int(),
  AgentStatus: Status,
  Version: z.string(),
})
export type Agent = z.infer<typeof Agent>

const AgentProperty = Choice.extend({ OrganisationId: z.string(), DoesPropertyBelongToAgent: z.boolean() })

const ofAgent = { params: z.object({ agentId: Id }) }

/** Columns of the list, by their fields; properties are sorted by the first of them. */
export const AGENT_SORTS = ['FirstName', 'LastName', 'CourierName', 'AgentStatus', 'RoleTypeId', 'Properties'] as const

export const AgentQuery = pageQuery(AGENT_SORTS).extend({
  /** Words in names, e-mail address, mobile phone and courier. */
  SearchText: searchText(),
  CourierId: AnyId,
  PropertyId: AnyId,
})
export type AgentQuery = z.output<typeof AgentQuery>

export const agents = {
  page: operation('POST', '/agent/getallagents', {
    reads: true,
    permission: 'ViewAgent',
    summary: 'Agents of the caller’s properties, by page',
    input: AgentQuery,
    output: pageOf(AgentRow),
  }),
  properties: operation('GET', '/agent/{agentId}/properties', {
    permission: ['AddAgent', 'EditAgent'],
    summary: 'The caller’s properties, with those of an agent marked; the all-zero id is a new agent',
    ...ofAgent,
    output: z.array(AgentProperty),
  }),
  get: operation('GET', '/agent/{agentId}', {
    permission: 'EditAgent',
    summary: 'An agent for the form, without the PIN',
    ...ofAgent,
    output: Agent,
  }),
  changes: changesOf(entity('Agent')),
  create: operation('POST', '/agent', {
    permission: 'AddAgent',
    summary: 'Creates an agent, who signs in at terminals with user name and PIN',
    input: NewAgentDraft,
    output: Saved,
    secret: true,
  }),
  update: operation('PUT', '/agent/{agentId}', {
    permission: 'EditAgent',
    summary: 'Changes an agent; without a PIN it stays, a new one unlocks',
    ...ofAgent,
    input: AgentDraft,
    output: Saved,
    secret: true,
  }),
  unlock: operation('POST', '/agent/{agentId}/unlock', {
    permission: 'EditAgent',
    summary: 'Unlocks an agent who was locked after wrong PINs',
    ...ofAgent,
    output: Done,
  }),
  lock: operation('POST', '/agent/bulk/lock', {
    permission: 'EditAgent',
    summary: 'Locks agents, who cannot sign in at terminals until they are unlocked; ends their sessions there',
    input: bulkInput(AgentQuery, {}),
    output: BulkJob,
  }),
  unlockMany: operation('POST', '/agent/bulk/unlock', {
    permission: 'EditAgent',
    summary: 'Unlocks agents who were locked after wrong PINs or by staff',
    input: bulkInput(AgentQuery, {}),
    output: BulkJob,
  }),
  removeMany: operation('POST', '/agent/bulk/delete', {
    permission: 'DeleteAgent',
    summary: 'Deletes many agents, each if possible; their user names are free again',
    input: bulkInput(AgentQuery, {}),
    output: BulkJob,
  }),
  remove: operation('POST', '/agent/deleteagents', {
    permission: 'DeleteAgent',
    summary: 'Deletes agents, each if possible; their user names are free again',
    input: IdList,
    output: Removed,
  }),
}
