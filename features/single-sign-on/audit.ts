import { actionsOn, defineAudit } from '#platform/audit.ts'
import { defineMessages } from '#platform/define-messages.ts'
import { t as singleSignOn } from './messages.ts'

export const t = defineMessages('SingleSignOnAudit', {
  AuditSingleSignOnChanged: 'Single sign-on changed',
  AuditIdentityLinked: 'Identity linked',
})

export const singleSignOnAudit = defineAudit({
  actions: {
    ...actionsOn('organisation', {
      'single sign-on changed': t('AuditSingleSignOnChanged'),
    }),
    ...actionsOn('portalUser', {
      'portal user identity linked': t('AuditIdentityLinked'),
    }),
  },
  fields: {
    ButtonName: singleSignOn('LabelButtonName'),
    ClientId: singleSignOn('LabelClientId'),
    ClientSecret: singleSignOn('LabelClientSecret'),
    DefaultRole: singleSignOn('LabelDefaultRole'),
    Issuer: singleSignOn('LabelIssuer'),
    TrustsAddresses: singleSignOn('LabelTrustsAddresses'),
    RoleClaim: singleSignOn('LabelRoleClaim'),
    RoleMapping: singleSignOn('LabelRoleTable'),
    Value: singleSignOn('LabelClaimValue'),
  },
})

declare module '#platform/audit.ts' {
  interface AuditDeclarations {
    readonly 'single-sign-on': typeof singleSignOnAudit
  }
}
