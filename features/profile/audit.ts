import { actionsOn, defineAudit } from '#platform/audit.ts'
import { defineMessages } from '#platform/define-messages.ts'

export const t = defineMessages('ProfileAudit', {
  AuditOwnProfile: 'Own profile changed',
  AuditSignedOutElsewhere: 'Signed out on other devices',
})

export const profileAudit = defineAudit({
  actions: actionsOn('portalUser', {
    'profile changed': t('AuditOwnProfile'),
    'signed out elsewhere': t('AuditSignedOutElsewhere'),
  }),
})

declare module '#platform/audit.ts' {
  interface AuditDeclarations {
    readonly profile: typeof profileAudit
  }
}
