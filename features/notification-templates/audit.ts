import { actionsOn, defineAudit } from '#platform/audit.ts'
import { defineMessages } from '#platform/define-messages.ts'

export const t = defineMessages('TemplateAudit', {
  AuditFieldBody: 'Text',
  AuditFieldSubject: 'Subject',
  AuditTemplateChanged: 'Message template changed',
})

export const notificationTemplateAudit = defineAudit({
  actions: actionsOn('organisation', {
    'notification template changed': t('AuditTemplateChanged'),
  }),
  fields: {
    Body: t('AuditFieldBody'),
    Subject: t('AuditFieldSubject'),
  },
})

declare module '#platform/audit.ts' {
  interface AuditDeclarations {
    readonly 'notification-templates': typeof notificationTemplateAudit
  }
}
