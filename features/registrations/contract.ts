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
import { APPROVAL, REGISTRATION_STATUS, REGISTRATION_TYPES, type RegistrationType } from './rules.ts'

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

/** The operations of both kinds. */
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
  verify: operation('POST', '/register/{registrationType}/verify-registration', {
    access: 'public',
    summary: 'Verifies the e-mail of a registration by the token of its link, a JSON string; may be repeated',
    params: z.object({ registrationType: z.string().toLowerCase().pipe(z.enum(REGISTRATION_TYPES, notVerified)) }),
    input: z.string(notVerified).trim().max(500, notVerified),
    output: Done,
  }),
  statusTypes: operation('GET', '/Organisation/getorganisationregistrationstatustypes', {
    permission: VIEW,
    summary: 'The statuses of registrations',
    query: z.object({ OrganisationId: AnyId }),
    output: z.array(z.object({ Id: z.int(), Name: MessageText })),
  }),
}

const SUBJECTS = { resident: 'ResidentRegistration', agent: 'AgentRegistration' } as const
type Line<Input> = { readonly summary: string; readonly input: Input }
type Shape = z.ZodType

/** The operations of one kind of registration, with the permissions of its kind. */
function operationsOf<
  Kind extends RegistrationType,
  Form extends Shape,
  Query extends Shape,
  Row extends Shape,
  Registration extends Shape,
  Review extends Shape,
>(
  kind: Kind,
  lines: {
    readonly submit: Line<Form>
    readonly query: Query
    readonly row: Row
    readonly get: { readonly summary: string; readonly output: Registration }
    readonly review: Line<Review> & { readonly secret?: boolean }
  },
) {
  const [view, edit] = [`View${SUBJECTS[kind]}`, `Edit${SUBJECTS[kind]}`] as const
  const path = `/register/${kind}`
  return {
    submit: operation('POST', path, { access: 'ticket', ...lines.submit, output: Saved, secret: true }),
    page: operation('POST', `${path}/getallregistrations`, {
      reads: true,
      permission: view,
      summary: `Registrations of ${kind}s, by page`,
      input: lines.query,
      output: pageOf(lines.row),
    }),
    get: operation('GET', `${path}/{registrationId}`, { permission: edit, ...ofRegistration, ...lines.get }),
    changes: changesOf({ path, param: 'registrationId', view }),
    review: operation('PUT', `${path}/{registrationId}`, { permission: edit, ...ofRegistration, ...lines.review, output: Saved }),
    approve: operation('POST', `${path}/bulk/approve`, {
      permission: edit,
      summary: `Approves verified registrations of ${kind}s as they are; those that may be an existing person need a review`,
      input: bulkInput(lines.query, {}),
      output: BulkJob,
    }),
    sendVerification: operation('POST', `${path}/{registrationId}/sendverification`, {
      permission: edit,
      summary: 'Sends a new link that verifies the e-mail; the previous one becomes invalid',
      ...ofRegistration,
      output: Done,
    }),
    takeBack: operation('POST', `${path}/{registrationId}/takeback`, {
      permission: edit,
      summary: 'Makes a registration pending again that was rejected at most ten seconds ago, before the e-mail is sent',
      ...ofRegistration,
      output: Done,
    }),
  }
}

/** The operations that each kind has: `registrationsOf.agent.page`. */
export const registrationsOf = {
  resident: operationsOf('resident', {
    submit: {
      summary: 'Registers a resident, for review once the e-mail is verified',
      input: ResidentForm.extend(sending),
    },
    query: ResidentRegistrationQuery,
    row: ResidentRow,
    get: { summary: 'A resident’s registration for review, with possible duplicates', output: ResidentRegistration },
    review: {
      summary: 'Saves a reviewer’s changes, and decides once with ApprovalStatus 1 or -1',
      input: ResidentReview,
    },
  }),
  agent: operationsOf('agent', {
    submit: {
      summary: 'Registers an agent, for review once the e-mail is verified; stores only a hash of the PIN',
      input: AgentForm.extend(sending),
    },
    query: AgentRegistrationQuery,
    row: AgentRow,
    get: {
      summary: 'An agent’s registration for review with possible duplicates, without the PIN',
      output: AgentRegistration,
    },
    review: {
      summary: 'Saves a reviewer’s changes, and decides once with ApprovalStatus 1 or -1; without a PIN the stored one is kept',
      input: AgentReview,
      secret: true,
    },
  }),
}
