import { actionsOn, defineAudit } from '#platform/audit.ts'
import { defineMessages } from '#platform/define-messages.ts'
import { t as notice } from './messages.ts'

export const t = defineMessages('NoticeAudit', {
  AuditFieldMedium: 'Medium',
  AuditFieldNotice: 'Notice',
  AuditNoticeSentAgain: 'Notice sent again',
  AuditOptedIn: 'Opted in to notices by SMS',
  AuditOptedOut: 'Opted out of notices by SMS',
})

export const noticeAudit = defineAudit({
  actions: {
    ...actionsOn('package', {
      'notice sent again': t('AuditNoticeSentAgain'),
    }),
    ...actionsOn('resident', {
      'resident opted in by SMS': t('AuditOptedIn'),
      'resident opted out by SMS': t('AuditOptedOut'),
    }),
  },
  fields: {
    IsSent: notice('NoticeSent'),
    Medium: t('AuditFieldMedium'),
    Notice: t('AuditFieldNotice'),
  },
})

declare module '#platform/audit.ts' {
  interface AuditDeclarations {
    readonly notices: typeof noticeAudit
  }
}
