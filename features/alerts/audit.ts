import { actionsOn, defineAudit } from '#platform/audit.ts'
import { defineMessages } from '#platform/define-messages.ts'

export const t = defineMessages('AlertAudit', {
  KindAlert: 'Alert',
  AuditAlertEnded: 'Alert ended',
})

export const alertAudit = defineAudit({
  kinds: { alert: t('KindAlert') },
  actions: actionsOn('alert', {
    'alert ended': t('AuditAlertEnded'),
  }),
})

declare module '#platform/audit.ts' {
  interface AuditDeclarations {
    readonly alerts: typeof alertAudit
  }
}
