import { actionsOn, defineAudit } from '#platform/audit.ts'
import { defineMessages } from '#platform/define-messages.ts'

export const t = defineMessages('DashboardAudit', {
  AuditConditionChanged: 'Condition changed',
  AuditLockerOpened: 'Opening requested',
})

export const dashboardAudit = defineAudit({
  actions: actionsOn('locker', {
    'locker condition changed': t('AuditConditionChanged'),
    'locker opening requested': t('AuditLockerOpened'),
  }),
})

declare module '#platform/audit.ts' {
  interface AuditDeclarations {
    readonly dashboards: typeof dashboardAudit
  }
}
