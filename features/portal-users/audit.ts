import { actionsOn, defineAudit, savingActions } from '#platform/audit.ts'
import { defineMessages, type Message } from '#platform/define-messages.ts'
import { t as label } from '#platform/labels.ts'
import { PORTAL_ROLES, roleById } from '#platform/permissions.ts'
import { t as user } from './messages.ts'
import { roleName } from './rules.ts'
import { t as screens } from './screens.ts'

export const t = defineMessages('PortalUserAudit', {
  AuditFieldAdded: 'Added',
  AuditFieldRemoved: 'Removed',
  AuditInvited: 'Invited',
  AuditSecondStepRule: 'Two-step sign-in required, or no longer',
  AuditSecondStepReset: 'Second steps of sign-in reset',
})

export const portalUserAudit = defineAudit({
  kinds: { portalUser: screens('ScreenUser') },
  actions: {
    ...savingActions('portal user', 'portalUser'),
    ...actionsOn('portalUser', {
      'portal user invited': t('AuditInvited'),
      'second steps reset': t('AuditSecondStepReset'),
    }),
    ...actionsOn('organisation', {
      'second step required': t('AuditSecondStepRule'),
    }),
  },
  fields: {
    Added: t('AuditFieldAdded'),
    IsSuperAdmin: user('RoleSuperAdmin'),
    KioskPin: user('LabelKioskPin'),
    KioskUserName: user('LabelKioskUserName'),
    PhoneNumber: user('LabelPhoneNumber'),
    Removed: t('AuditFieldRemoved'),
    Required: user('LabelSecondStepRequired'),
    Role: label('LabelRole'),
    RoleTypeId: label('LabelRole'),
    UserRole: label('LabelRole'),
  },
  values: {
    DefaultRole: roleOf,
    Role: roleOf,
    RoleTypeId: roleOf,
    UserRole: roleOf,
  },
})

/** A portal user's role by its key or its id. */
function roleOf(value: unknown): Message | undefined {
  const role = PORTAL_ROLES.find((one) => one === value || one === roleById(value as number))
  return role && roleName(role)
}

declare module '#platform/audit.ts' {
  interface AuditDeclarations {
    readonly 'portal-users': typeof portalUserAudit
  }
}
