import { z } from 'zod'
import { BulkJob, bulkInput } from '#platform/bulk.ts'
import { requiredEmail } from '#platform/contact-fields.ts'
import { type Message, packMessage } from '#platform/define-messages.ts'
import { addOrEdit, operation } from '#platform/operation.ts'
import { PORTAL_ROLES, ROLES } from '#platform/permissions.ts'
import { changesOf } from '#platform/record.ts'
import {
  AnyId,
  Done,
  Id,
  IdList,
  MessageText,
  NullableTime,
  optionalText,
  pageOf,
  pageQuery,
  Removed,
  requiredText,
  Saved,
  searchText,
} from '#platform/wire.ts'
import { t } from './messages.ts'
import { mayUseKiosk, USER_STATUS } from './rules.ts'
import { portalUserEntity } from './screens.ts'

/** Longest texts of a user, in characters, and the digits of a kiosk PIN (spec 3 §5, §9). */
export const USER_MAX = { name: 100, phone: 20, kioskUserName: 20 } as const
export const KIOSK_PIN_DIGITS = 6
/** Most properties of one user: each transaction of the user names them all. */
export const MAX_PROPERTIES = 1000
/** How long the link of an invitation is valid. */
export const INVITATION_DAYS = 7
/** Most invitations that one person sends in an hour. */
export const INVITATIONS_PER_HOUR = 100

const Status = z.literal(Object.values(USER_STATUS))
const RoleName = z.enum(PORTAL_ROLES, { error: packMessage(t('MsgUserRoleEmpty')) })

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

/** A user as edited (spec 3 §3), without password and PIN. */
export const PortalUser = PortalUserRow.extend({
  PhoneNumber: z.string(),
  IsActive: z.boolean(),
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

const name = (which: 'FirstName' | 'LastName') =>
  requiredText(USER_MAX.name, t(`MsgUser${which}Empty`), t(`MsgUser${which}TooLong`, { max: USER_MAX.name }))
const pinInvalid = packMessage(t('MsgKioskPinInvalid', { digits: KIOSK_PIN_DIGITS }))
const isPin = (pin: string) => pin === '' || new RegExp(`^[0-9]{${KIOSK_PIN_DIGITS}}$`).test(pin)
const phoneInvalid = t('MsgUserPhoneInvalid', { max: USER_MAX.phone })

/** The fields that users also change in their own profile. */
export const portalUserPerson = z.object({
  FirstName: name('FirstName'),
  LastName: name('LastName'),
  PhoneNumber: optionalText(USER_MAX.phone, phoneInvalid).refine((phone) => /^\d*$/.test(phone), packMessage(phoneInvalid)),
})

/** The input of a save, and the form's fields (spec 3 §5 "Portal user"). */
export const PortalUserDraft = z.object({
  /** The user to change; empty adds one. */
  Id: AnyId,
  /** The version that was read: the save is refused (409) when the user has changed since. */
  Version: z.string().max(40).nullish(),
  FirstName: portalUserPerson.shape.FirstName,
  LastName: portalUserPerson.shape.LastName,
  Email: requiredEmail(t('MsgUserEmailEmpty')),
  PhoneNumber: portalUserPerson.shape.PhoneNumber,
  UserRole: RoleName,
  /** For a changed user it must be given, so that nobody is enabled by leaving it out; a new one is active. */
  IsActive: z.boolean().nullish(),
  /** For a new user: the first password, which the user must change; empty sends an invitation. */
  Password: z.string().nullish(),
  /** Empty for none. */
  KioskUserName: optionalText(USER_MAX.kioskUserName, t('MsgUserNameInvalid')).refine(
    (text) => /^\S*$/.test(text),
    packMessage(t('MsgUserNameInvalid')),
  ),
  /** Empty keeps the saved PIN. */
  KioskPin: z
    .string()
    .nullish()
    .transform((pin) => pin ?? '')
    .refine(isPin, pinInvalid),
  PropertyIds: z
    .array(Id)
    .max(MAX_PROPERTIES, packMessage(t('MsgUserTooManyProperties', { max: MAX_PROPERTIES })))
    .default([]),
})
type Rules = Pick<z.output<typeof PortalUserDraft>, 'UserRole' | 'PropertyIds' | 'KioskUserName' | 'KioskPin' | 'Id' | 'IsActive'>

/** The rules between fields: the field and its message, or null. */
export function whyNotDraft(draft: Rules): { field: string; message: Message } | null {
  const { UserRole, PropertyIds, KioskUserName, KioskPin, Id, IsActive } = draft
  if (Id && typeof IsActive !== 'boolean') return { field: 'IsActive', message: t('MsgUserActiveMissing') }
  if (!ROLES[UserRole].everyProperty && PropertyIds.length === 0)
    return { field: 'PropertyIds', message: t('MsgUserPropertyMissing') }
  if (!mayUseKiosk(UserRole) && (KioskUserName || KioskPin))
    return { field: 'KioskUserName', message: t('MsgKioskLoginNotOfRole') }
  if ((KioskPin && !KioskUserName) || (KioskUserName && !KioskPin && !Id))
    return { field: KioskPin ? 'KioskUserName' : 'KioskPin', message: t('MsgKioskLoginHalf') }
  return null
}

const PortalUserQuery = pageQuery(['LastName', 'FirstName', 'Email', 'UserRole', 'Status']).extend({
  /** Words in names, e-mail address and phone number. */
  SearchText: searchText(),
  UserRole: z.enum(PORTAL_ROLES).nullish(),
  PropertyId: AnyId,
})

const SignInRules = z.object({ IsSecondStepRequired: z.boolean() })
const ofUser = { params: z.object({ portalUserId: Id }) }
const GrantableRole = z.object({
  SystemName: RoleName,
  Name: MessageText,
  EveryProperty: z.boolean(),
  MayUseKiosk: z.boolean(),
  Permissions: z.array(z.string()),
})

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
    summary: 'The roles that the caller may give, each with its permissions',
    output: z.object({ AllRoles: z.array(GrantableRole) }),
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
    input: PortalUserDraft,
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
