import { defineMessages } from '#platform/define-messages.ts'

/** Names of the limits of remote opening. */
export const t = defineMessages('OpeningLimits', {
  AuditFieldPersonPerMinute: 'Person, per minute',
  AuditFieldPersonPerHour: 'Person, per hour',
  AuditFieldOrganisationPerMinute: 'Organisation, per minute',
  AuditFieldOrganisationPerHour: 'Organisation, per hour',
})
