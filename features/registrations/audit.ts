import { actionsOn, t as common, defineAudit } from '#platform/audit.ts'
import { defineMessages } from '#platform/define-messages.ts'

export const t = defineMessages('RegistrationAudit', {
  KindAgentRegistration: 'Agent registration',
  KindResidentRegistration: 'Resident registration',
  AuditSubmitted: 'Submitted',
  AuditApproved: 'Approved',
  AuditRejected: 'Rejected',
  AuditRejectionTakenBack: 'Rejection taken back',
  AuditVerified: 'E-mail address verified',
  AuditVerificationSentAgain: 'Verification sent again',
})

export const registrationAudit = defineAudit({
  kinds: { agentRegistration: t('KindAgentRegistration'), residentRegistration: t('KindResidentRegistration') },
  actions: {
    ...actionsOn('agentRegistration', {
      'agent registration submitted': t('AuditSubmitted'),
      'agent registration changed': common('AuditChanged'),
      'agent registration approved': t('AuditApproved'),
      'agent registration rejected': t('AuditRejected'),
      'agent registration rejection taken back': t('AuditRejectionTakenBack'),
    }),
    ...actionsOn('residentRegistration', {
      'resident registration submitted': t('AuditSubmitted'),
      'resident registration changed': common('AuditChanged'),
      'resident registration approved': t('AuditApproved'),
      'resident registration rejected': t('AuditRejected'),
      'resident registration rejection taken back': t('AuditRejectionTakenBack'),
      'registration verified': t('AuditVerified'),
      'verification sent again': t('AuditVerificationSentAgain'),
    }),
  },
  fields: {
    Registration: t('KindAgentRegistration'),
  },
})

declare module '#platform/audit.ts' {
  interface AuditDeclarations {
    readonly registrations: typeof registrationAudit
  }
}
