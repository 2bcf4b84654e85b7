import { z } from 'zod'
import { Choice, MessageText, NullableTime, Time } from '#platform/wire.ts'
import { REGISTRATION_STATUS } from './rules.ts'

/** The status of a registration. */
export const StatusId = z.literal(Object.values(REGISTRATION_STATUS))

/** An existing person who may be the registrant. */
const DuplicateCandidate = z.object({
  /** The id of the resident, agent or other registration. */
  Id: z.string(),
  Name: z.string(),
  UnitNumber: z.string(),
  PlaceName: z.string(),
  IsRegistration: z.boolean(),
  HasSameEmail: z.boolean(),
  HasSamePhone: z.boolean(),
  /** The same name in the same unit. */
  IsSamePerson: z.boolean(),
})
export type DuplicateCandidate = z.infer<typeof DuplicateCandidate>

const review = {
  Id: z.string(),
  OrganisationId: z.string(),
  FirstName: z.string(),
  LastName: z.string(),
  Email: z.string(),
  PhoneNumber: z.string(),
  RegistrationStatusId: StatusId,
  RegistrationStatus: MessageText,
  ReviewerId: z.string().nullable(),
  ReviewerName: z.string(),
  Comments: z.string(),
  Version: z.string(),
  ApprovalStatus: z.int(),
  SubmittedAt: Time,
  EmailVerifiedAt: NullableTime,
  /** Null until it is decided. */
  LastModifiedTime: NullableTime,
  Editable: z.boolean(),
  IsRegister: z.boolean(),
  Duplicates: z.array(DuplicateCandidate),
  /** The resident or agent that an approval created or updated; null without one. */
  ApprovedId: z.string().nullable(),
}
export const ResidentRegistration = z.object({
  ...review,
  PropertyId: z.string(),
  BuildingId: z.string(),
  UnitNumber: z.string(),
  PhoneNumber1: z.string(),
  PhoneNumber2: z.string(),
  IsDDA: z.boolean(),
  /** The present occupants of the unit. */
  Occupants: z.array(Choice),
})
export type ResidentRegistration = z.infer<typeof ResidentRegistration>
export const AgentRegistration = z.object({
  ...review,
  UserName: z.string(),
  IsUserNameTaken: z.boolean(),
  CourierId: z.string(),
  CourierName: z.string(),
  RoleTypeId: z.int(),
  Properties: z.array(z.object({ PropertyId: z.string() })),
  PropertyIds: z.array(z.string()),
  /** The number of requested properties that the reviewer does not see. */
  OtherProperties: z.int(),
})
export type AgentRegistration = z.infer<typeof AgentRegistration>
