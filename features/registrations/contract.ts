import { z } from 'zod'
import { agentFields } from '#features/agents/fields.ts'
import { ResidentQuery } from '#features/residents/contract.ts'
import { BulkJob, bulkInput } from '#platform/bulk.ts'
import { packMessage } from '#platform/define-messages.ts'
import { isId } from '#platform/ids.ts'
import { operation } from '#platform/operation.ts'
import { changesOf } from '#platform/record.ts'
import {
  AnyId,
  Choice,
  Done,
  filterText,
  Id,
  MessageText,
  MOST_LISTED,
  pageOf,
  pageQuery,
  Saved,
  searchText,
  Time,
} from '#platform/wire.ts'
import { agentPerson, agentSignIn, Comments, NewPin, Pin, PropertyIds, ReCaptchaToken, residentFields } from './fields.ts'
import { t } from './messages.ts'
import { AgentRegistration, ResidentRegistration, StatusId } from './review-contract.ts'
import { APPROVAL, REGISTRATION_STATUS, REGISTRATION_TYPES } from './rules.ts'

/** The sorts of both lists: their columns. */
export const REGISTRATION_SORTS = ['SubmittedAt', 'FirstName', 'LastName', 'RegistrationStatus', 'IsEmailVerified'] as const
/** Filters of both lists. Without a status pending ones are returned, 0 means any (spec 2 §3). */
const filters = {
  RegistrationStatusType: z
    .literal([...Object.values(REGISTRATION_STATUS), 0], { error: packMessage(t('MsgNoSuchStatus')) })
    .nullish()
    .transform((status) => (status ?? REGISTRATION_STATUS.Pending) || undefined),
  PropertyId: AnyId,
  /** Words in names, unit, user name, e-mail address and phone. */
  SearchText: searchText(),
  /** Substrings; one or two characters are a prefix. */
  FirstName: filterText(),
  LastName: filterText(),
  Email: filterText(),
}
const RegistrationRow = z.object({
  Id: z.string(),
  FirstName: z.string(),
  LastName: z.string(),
  RegistrationStatusId: StatusId,
  RegistrationStatus: MessageText,
  SubmittedAt: Time,
  IsEmailVerified: z.boolean(),
})
/** The columns of both lists. */
export type RegistrationRow = z.infer<typeof RegistrationRow>
export const ResidentRow = RegistrationRow.extend({
  UnitNumber: z.string(),
  BuildingId: z.string(),
  BuildingName: z.string(),
  PropertyId: z.string(),
  PropertyName: z.string(),
})
export type ResidentRow = z.infer<typeof ResidentRow>
export const AgentRow = RegistrationRow.extend({
  AgentRegistrationId: z.string(),
  CourierId: z.string(),
  CourierName: z.string(),
})
export type AgentRow = z.infer<typeof AgentRow>

/** The values of the forms, without the captcha, which is answered on submit. */
export const ResidentForm = z.object(residentFields)
export const AgentForm = z.object({ ...agentPerson, Pin, ...agentSignIn, PropertyIds })

/** The decision: 1 approves, -1 rejects, none saves the reviewer's changes. */
const ApprovalStatus = z
  .literal([...Object.values(APPROVAL), 0])
  .nullish()
  .transform((status) => status || undefined)
/** The version that was read; 409 if the registration has changed since. */
const Version = z.string().max(100).nullish()
const decision = { Comments, ApprovalStatus, Version }
export const ResidentReview = z.object({
  ...residentFields,
  /** The resident that the approval updates; none creates a new one. */
  ResidentId: AnyId,
  /** Creates an access code if the resident has none, and sends it. */
  SendLockerAccessCode: z.boolean().default(false),
  ...decision,
})
export const AgentReview = z.object({
  ...agentPerson,
  Pin: NewPin,
  ...agentSignIn,
  PropertyIds,
  RoleTypeId: agentFields.RoleTypeId,
  ...decision,
})

/** The captcha's data for the form. */
const Captcha = z.object({
  Provider: z.enum(['altcha', 'recaptcha']),
  /** Google's key and script; empty for ALTCHA, which this server provides. */
  SiteKey: z.string(),
  Script: z.string(),
  /** ALTCHA's challenge, in the format of its solver. */
  Challenge: z.record(z.string(), z.unknown()).nullable(),
})
export type Captcha = z.infer<typeof Captcha>

const VIEW = ['ViewResidentRegistration', 'ViewAgentRegistration'] as const
const ofRegistration = { params: z.object({ registrationId: Id }) }
const ofOrganisation = { params: z.object({ organisationId: Id }) }
/** The common part of a submitted form. The id is the client's, so that a form that is sent again is one registration. */
const sending = { Id: AnyId, ReCaptchaToken }
/** The one text for every failure of a verification (spec 2 §8). */
const notVerified = { error: packMessage(t('MsgRegistrationVerificationError')) }
const sendVerification = { ...ofRegistration, output: Done }

export const ResidentRegistrationQuery = pageQuery([...REGISTRATION_SORTS, 'UnitNumber', 'BuildingName', 'PropertyName']).extend({
  ...filters,
  BuildingId: AnyId,
  UnitNumber: filterText(),
  /** Of the resident that was approved; before, a current one, whose only flag is special needs. */
  OccupancyStatusType: ResidentQuery.shape.OccupancyStatusType,
  ResidentFlag: ResidentQuery.shape.ResidentFlag,
})
export type ResidentRegistrationQuery = z.output<typeof ResidentRegistrationQuery>

export const AgentRegistrationQuery = pageQuery([...REGISTRATION_SORTS, 'CourierName']).extend({ ...filters, CourierId: AnyId })
export type AgentRegistrationQuery = z.output<typeof AgentRegistrationQuery>

export const registrations = {
  captcha: operation('GET', '/register/captcha', {
    access: 'ticket',
    summary: 'The captcha’s challenge for the forms of self-registration',
    output: Captcha,
  }),
  properties: operation('GET', '/register/{organisationId}/properties', {
    permission: [...VIEW, 'EditResidentRegistration', 'EditAgentRegistration'],
    ticket: true,
    summary: `The properties of the organisation by name; for self-registration the first ${MOST_LISTED}, or the first with the words`,
    ...ofOrganisation,
    query: z.object({
      SearchText: searchText(),
      /** Ids with commas: chosen properties, which come first whatever the words are. */
      Ids: z
        .string()
        .max(4000)
        .default('')
        .transform((ids) => ids.split(',').filter(isId)),
    }),
    output: z.array(Choice),
  }),
  submitResident: operation('POST', '/register/resident', {
    access: 'ticket',
    summary: 'Registers a resident, for review once the e-mail is verified',
    input: ResidentForm.extend(sending),
    output: Saved,
    secret: true,
  }),
  submitAgent: operation('POST', '/register/agent', {
    access: 'ticket',
    summary: 'Registers an agent, for review once the e-mail is verified; stores only a hash of the PIN',
    input: AgentForm.extend(sending),
    output: Saved,
    secret: true,
  }),
  verify: operation('POST', '/register/{registrationType}/verify-registration', {
    access: 'public',
    summary: 'Verifies the e-mail of a registration by the token of its link, a JSON string; may be repeated',
    params: z.object({ registrationType: z.string().toLowerCase().pipe(z.enum(REGISTRATION_TYPES, notVerified)) }),
    input: z.string(notVerified).trim().max(500, notVerified),
    output: Done,
  }),
  residentRegistrationPage: operation('POST', '/register/resident/getallregistrations', {
    reads: true,
    permission: 'ViewResidentRegistration',
    summary: 'Registrations of residents, by page',
    input: ResidentRegistrationQuery,
    output: pageOf(ResidentRow),
  }),
  agentRegistrationPage: operation('POST', '/register/agent/getallregistrations', {
    reads: true,
    permission: 'ViewAgentRegistration',
    summary: 'Registrations of agents, by page',
    input: AgentRegistrationQuery,
    output: pageOf(AgentRow),
  }),
  resident: operation('GET', '/register/resident/{registrationId}', {
    permission: 'EditResidentRegistration',
    summary: 'A resident’s registration for review, with possible duplicates',
    ...ofRegistration,
    output: ResidentRegistration,
  }),
  agent: operation('GET', '/register/agent/{registrationId}', {
    permission: 'EditAgentRegistration',
    summary: 'An agent’s registration for review with possible duplicates, without the PIN',
    ...ofRegistration,
    output: AgentRegistration,
  }),
  residentChanges: changesOf({ path: '/register/resident', param: 'registrationId', view: 'ViewResidentRegistration' }),
  agentChanges: changesOf({ path: '/register/agent', param: 'registrationId', view: 'ViewAgentRegistration' }),
  reviewResident: operation('PUT', '/register/resident/{registrationId}', {
    permission: 'EditResidentRegistration',
    summary: 'Saves a reviewer’s changes, and decides once with ApprovalStatus 1 or -1',
    ...ofRegistration,
    input: ResidentReview,
    output: Saved,
  }),
  reviewAgent: operation('PUT', '/register/agent/{registrationId}', {
    permission: 'EditAgentRegistration',
    summary: 'Saves a reviewer’s changes, and decides once with ApprovalStatus 1 or -1; without a PIN the stored one is kept',
    ...ofRegistration,
    input: AgentReview,
    output: Saved,
    secret: true,
  }),
  approveResidents: operation('POST', '/register/resident/bulk/approve', {
    permission: 'EditResidentRegistration',
    summary: 'Approves verified registrations of residents as they are; those that may be an existing person need a review',
    input: bulkInput(ResidentRegistrationQuery, {}),
    output: BulkJob,
  }),
  approveAgents: operation('POST', '/register/agent/bulk/approve', {
    permission: 'EditAgentRegistration',
    summary: 'Approves verified registrations of agents as they are; those that may be an existing person need a review',
    input: bulkInput(AgentRegistrationQuery, {}),
    output: BulkJob,
  }),
  sendResidentVerification: operation('POST', '/register/resident/{registrationId}/sendverification', {
    permission: 'EditResidentRegistration',
    summary: 'Sends a new link that verifies the e-mail; the previous one becomes invalid',
    ...sendVerification,
  }),
  sendAgentVerification: operation('POST', '/register/agent/{registrationId}/sendverification', {
    permission: 'EditAgentRegistration',
    summary: 'Sends a new link that verifies the e-mail; the previous one becomes invalid',
    ...sendVerification,
  }),
  takeBackResident: operation('POST', '/register/resident/{registrationId}/takeback', {
    permission: 'EditResidentRegistration',
    summary: 'Makes a registration pending again that was rejected at most ten seconds ago, before the e-mail is sent',
    ...ofRegistration,
    output: Done,
  }),
  takeBackAgent: operation('POST', '/register/agent/{registrationId}/takeback', {
    permission: 'EditAgentRegistration',
    summary: 'Makes a registration pending again that was rejected at most ten seconds ago, before the e-mail is sent',
    ...ofRegistration,
    output: Done,
  }),
  statusTypes: operation('GET', '/Organisation/getorganisationregistrationstatustypes', {
    permission: VIEW,
    summary: 'The statuses of registrations',
    query: z.object({ OrganisationId: AnyId }),
    output: z.array(z.object({ Id: z.int(), Name: MessageText })),
  }),
}
