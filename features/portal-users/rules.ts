import type { Message } from '#platform/define-messages.ts'
import { PORTAL_ROLES, type PortalRole } from '#platform/permissions.ts'
import { t } from './messages.ts'

/** On the wire. An invited user has no password yet. */
export const USER_STATUS = { Active: 1, Inactive: 2, Invited: 3 } as const
export type UserStatus = (typeof USER_STATUS)[keyof typeof USER_STATUS]
export function userStatusOf({
  isActive,
  hasPassword,
}: {
  readonly isActive: boolean
  readonly hasPassword: boolean
}): UserStatus {
  if (!isActive) return USER_STATUS.Inactive
  return hasPassword ? USER_STATUS.Active : USER_STATUS.Invited
}

const ROLE_NAMES = {
  superadmin: 'RoleSuperAdmin',
  organisationmanager: 'RoleOrganisationManager',
  propertymanager: 'RolePropertyManager',
  leasingspecialist: 'RoleLeasingSpecialist',
  mailroomstaff: 'RoleMailroomStaff',
} as const satisfies Record<PortalRole, string>
export const roleName = (role: PortalRole): Message => t(ROLE_NAMES[role])

/** A user who gives roles: the own roles, and whether they work in every organisation. */
type Giver = { readonly roles: readonly string[]; readonly isSuperAdmin: boolean }

/**
 * The roles that somebody may give: who works in every organisation each of them, other managers of users those from organisation
 * manager down (decisions "Structure and users").
 */
export function grantableRoles({ roles, isSuperAdmin }: Giver): readonly PortalRole[] {
  if (isSuperAdmin) return PORTAL_ROLES
  return roles.includes('superadmin') || roles.includes('organisationmanager')
    ? PORTAL_ROLES.filter((role) => role !== 'superadmin')
    : []
}

/** Roles of which an organisation keeps the last active user. */
export const KEPT: readonly PortalRole[] = ['superadmin', 'organisationmanager']

type Change = {
  readonly isSelf: boolean
  /** The role that the user has now. */
  readonly role: PortalRole
  /** The role after the change; null when the user is disabled or deleted. */
  readonly after: PortalRole | null
  /** Whether other active users have the present role. */
  readonly hasOthers: boolean
  readonly isActive: boolean
}

/** Why somebody may not change, disable or delete a user (decisions "Structure and users"), or null. */
export function whyNotChange(giver: Giver, { isSelf, role, after, hasOthers, isActive }: Change): Message | null {
  if (isSelf) return t('MsgUserIsYou')
  const grantable = grantableRoles(giver)
  if (!grantable.includes(role)) return t('MsgUserAboveYou')
  if (after && !grantable.includes(after)) return t('MsgUserNoSuchRole')
  if (isActive && after !== role && KEPT.includes(role) && !hasOthers) return t('MsgUserIsLast', { role: roleName(role) })
  return null
}

type Invited = { readonly role: PortalRole; readonly hasPassword: boolean; readonly isActive: boolean }

/** Why somebody may not send a user an invitation, or null. */
export function whyNotInvite(giver: Giver, { role, hasPassword, isActive }: Invited): Message | null {
  if (!grantableRoles(giver).includes(role)) return t('MsgUserAboveYou')
  if (hasPassword) return t('MsgUserHasPassword')
  return isActive ? null : t('MsgUserInactive')
}

/** A leasing specialist has no kiosk login (spec 3 §5). */
export const mayUseKiosk = (role: PortalRole): boolean => role !== 'leasingspecialist'
