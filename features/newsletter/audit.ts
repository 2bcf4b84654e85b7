import { actionsOn, defineAudit } from '#platform/audit.ts'
import { defineMessages } from '#platform/define-messages.ts'

export const t = defineMessages('NewsletterAudit', {
  AuditNewsletterExported: 'Newsletter subscribers exported',
})

export const newsletterAudit = defineAudit({
  actions: actionsOn('organisation', {
    'newsletter exported': t('AuditNewsletterExported'),
  }),
})

declare module '#platform/audit.ts' {
  interface AuditDeclarations {
    readonly newsletter: typeof newsletterAudit
  }
}
