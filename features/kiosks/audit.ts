import { actionsOn, defineAudit } from '#platform/audit.ts'
import { defineMessages } from '#platform/define-messages.ts'

export const t = defineMessages('KioskAudit', {
  AuditNotRecorded: 'Out of service: a drop-off could not be recorded',
  AuditNotDetected: 'Out of service: not detected twice',
  AuditDirty: 'Reported dirty at the kiosk',
})

export const kioskAudit = defineAudit({
  actions: actionsOn('locker', {
    'drop-off could not be recorded': t('AuditNotRecorded'),
    'locker not detected twice': t('AuditNotDetected'),
    'locker reported dirty at the kiosk': t('AuditDirty'),
  }),
})

declare module '#platform/audit.ts' {
  interface AuditDeclarations {
    readonly kiosks: typeof kioskAudit
  }
}
