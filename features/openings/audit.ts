import { actionsOn, defineAudit } from '#platform/audit.ts'
import { defineMessages } from '#platform/define-messages.ts'
import { t as limits } from './limit-messages.ts'

export const t = defineMessages('OpeningAudit', {
  AuditFieldCancelled: 'Cancelled openings',
  AuditFieldLimit: 'Limit of',
  AuditLimitsChanged: 'Limits of remote opening changed',
  AuditOpeningRefused: 'Remote opening refused at a limit',
  AuditOpeningReleased: 'Remote opening allowed again',
  AuditOpeningStopped: 'Remote opening stopped',
})

export const openingsAudit = defineAudit({
  actions: {
    ...actionsOn('organisation', {
      'limits of remote opening changed': t('AuditLimitsChanged'),
      'remote opening released': t('AuditOpeningReleased'),
      'remote opening stopped': t('AuditOpeningStopped'),
    }),
    ...actionsOn('lockerBank', {
      'remote opening refused at a limit': t('AuditOpeningRefused'),
    }),
  },
  fields: {
    Cancelled: t('AuditFieldCancelled'),
    Limit: t('AuditFieldLimit'),
    OrganisationPerHour: limits('AuditFieldOrganisationPerHour'),
    OrganisationPerMinute: limits('AuditFieldOrganisationPerMinute'),
    PersonPerHour: limits('AuditFieldPersonPerHour'),
    PersonPerMinute: limits('AuditFieldPersonPerMinute'),
  },
})

declare module '#platform/audit.ts' {
  interface AuditDeclarations {
    readonly openings: typeof openingsAudit
  }
}
