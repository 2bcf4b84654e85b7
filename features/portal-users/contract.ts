import { z } from 'zod'
import { BulkJob, bulkInput } from '#platform/bulk.ts'
import { addOrEdit, operation } from '#platform/operation.ts'
import { PORTAL_ROLES } from '#platform/permissions.ts'
import { changesOf } from '#platform/record.ts'
import {
  AnyId,
  Choice,
  Done,
  Id,
  IdList,
  MessageText,
  MOST_LISTED,
  NullableTime,
  pageOf,
  pageQuery,
  Removed,
  Saved,
  searchText,
} from '#platform/wire.ts'
import { PortalUserInput, RoleName } from './fields.ts'
import { USER_STATUS } from './rules.ts'
import { portalUserEntity } from './screens.ts'

/** How long the link of an invitation is valid. */
export const INVITATION_DAYS = 7
/** Most invitations that one person sends in an hour. */
export const INVITATIONS_PER_HOUR = 100

const Status = z.literal(Object.values(USER_STATUS))

/** A user as listed. */
export const PortalUserRow = z.object({
  Id: z.string(),
  FirstName: z.string(),
  LastName: z.string(),
  Email: z.string(),
  UserRole: RoleName,
  Status,
})
export type PortalUserRow = z.infer<typeof PortalUserRow>

/** What the caller may give a user. */
export const PortalUserChoices = z.object({
  AllRoles: z.array(
    z.object({
      SystemName: RoleName,
      Name: MessageText,
      EveryProperty: z.boolean(),
      MayUseKiosk: z.boolean(),
      Permissions: z.array(z.string()),
    }),
  ),
  /** Those of the user and then the others by name; the first ones of many. */
  AllProperties: z.array(Choice),
})

/** A user as edited: the fields of spec 3 §3, and those of the form. Neither has the password or the PIN. */
export const PortalUser = PortalUserRow.extend({
  PhoneNumber: z.string(),
  UserRole: z.object({ SystemName: RoleName, Name: MessageText }),
  IsActive: z.boolean(),
  PortalLogin: z.object({ Username: z.string() }),
  /** Empty without a kiosk login. */
  KioskLogin: z.object({ Username: z.string() }),
  UserToProperties: z.array(z.object({ UserId: z.string(), PropertyId: z.string() })),
  ...PortalUserChoices.shape,
  KioskUserName: z.string(),
  PropertyIds: z.array(z.string()),
  /** When the last invitation was sent; null once there is a password. */
  InvitedAt: NullableTime,
  HasSecondStep: z.boolean(),
  /** Of the record, for a save that must not overwrite another's. */
  Version: z.string(),
  /** The caller's own account, or one with a role that the caller may not give: it can be viewed only. */
  IsFixed: z.boolean(),
})
export type PortalUser = z.infer<typeof PortalUser>

const PortalUserQuery = pageQuery(['LastName', 'FirstName', 'Email', 'UserRole', 'Status']).extend({
  /** Words in names, e-mail address and phone number. */
  SearchText: searchText(),
  UserRole: z.enum(PORTAL_ROLES).nullish(),
  PropertyId: AnyId,
})

const SignInRules = z.object({ IsSecondStepRequired: z.boolean() })
const ofUser = { params: z.object({ portalUserId: Id }) }
export const portalUsers = {
  page: operation('POST', '/portaluser/getpagedusersbyorganisation', {
    reads: true,
    permission: 'ViewPortalUser',
    summary: 'Portal users by page',
    input: PortalUserQuery,
    output: pageOf(PortalUserRow),
  }),
  choices: operation('GET', '/portaluser/choices', {
    permission: ['AddPortalUser', 'EditPortalUser'],
    summary: `The roles that the caller may give, each with its permissions, and the first ${MOST_LISTED} properties`,
    output: PortalUserChoices,
  }),
  get: operation('GET', '/portaluser/getdetail/{portalUserId}', {
    permission: 'EditPortalUser',
    summary: 'A portal user as the form shows it',
    ...ofUser,
    output: PortalUser,
  }),
  getOf: operation('GET', '/portaluser/getdetail/{portalUserId}/{organisationId}', {
    permission: 'EditPortalUser',
    summary: 'The same, in this organisation',
    params: z.object({ portalUserId: Id, organisationId: Id }),
    output: PortalUser,
  }),
  changes: changesOf(portalUserEntity),
  save: operation('POST', '/portaluser/save', {
    permission: addOrEdit('PortalUser'),
    confirmed: true,
    summary: 'Adds a portal user, by invitation or with a first password, or changes the one with this id',
    input: PortalUserInput,
    output: Saved,
    secret: true,
  }),
  invite: operation('POST', '/portaluser/{portalUserId}/invite', {
    permission: 'AddPortalUser',
    summary: 'Sends the invitation again; the link before it ends',
    ...ofUser,
    output: Done,
  }),
  disable: operation('POST', '/portaluser/bulk/disable', {
    permission: 'EditPortalUser',
    confirmed: true,
    summary: 'Disables portal users, who are signed out; can be undone',
    input: bulkInput(PortalUserQuery, {}),
    output: BulkJob,
  }),
  enable: operation('POST', '/portaluser/bulk/enable', {
    permission: 'EditPortalUser',
    confirmed: true,
    summary: 'Enables portal users; can be undone',
    input: bulkInput(PortalUserQuery, {}),
    output: BulkJob,
  }),
  inviteMany: operation('POST', '/portaluser/bulk/invite', {
    permission: 'AddPortalUser',
    summary: 'Sends the invitation again to those who have not accepted it',
    input: bulkInput(PortalUserQuery, {}),
    output: BulkJob,
  }),
  resetSecondStep: operation('POST', '/portaluser/{portalUserId}/resetsecondstep', {
    permission: 'EditPortalUser',
    confirmed: true,
    summary: 'Removes the second steps of a user, who is signed out and gets an e-mail',
    ...ofUser,
    output: Done,
  }),
  signInRules: operation('GET', '/portaluser/signinrules', {
    permission: 'EditOrganisation',
    summary: 'Whether the organisation requires two-step sign-in, and how many users have no second step',
    output: SignInRules.extend({ UsersWithoutSecondStep: z.int() }),
  }),
  saveSignInRules: operation('POST', '/portaluser/signinrules', {
    permission: 'EditOrganisation',
    confirmed: true,
    summary: 'Requires two-step sign-in of all users, or no longer; users without it are signed out',
    input: SignInRules,
    output: Done,
  }),
  remove: operation('POST', '/portaluser/delete', {
    permission: 'DeletePortalUser',
    confirmed: true,
    summary: 'Deletes portal users, row by row; their sign-ins end',
    input: IdList,
    output: Removed,
  }),
}
