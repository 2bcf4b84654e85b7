import { actionsOn, defineAudit } from '#platform/audit.ts'
import { defineMessages } from '#platform/define-messages.ts'
import { t as session } from './messages.ts'
import { t as secondStep } from './second-step-messages.ts'

export const t = defineMessages('SessionAudit', {
  AuditFieldBy: 'Signed in by',
  AuditFieldEnded: 'Sign-ins ended',
  AuditWordPasskey: 'Passkey',
  AuditPasswordChanged: 'Password changed',
  AuditPasswordConfirmed: 'Password confirmed',
  AuditPasswordNotConfirmed: 'Password not confirmed',
  AuditReset: 'Password reset',
  AuditResetRequested: 'Password reset requested',
  AuditTokenReused: 'Refresh token used again',
  AuditSignInFailed: 'Sign-in failed',
  AuditClosedAccount: 'Sign-in ended, because the account was closed',
  AuditSignedIn: 'Signed in',
  AuditSignedOut: 'Signed out',
  AuditPasskeyRenamed: 'Passkey renamed',
  AuditCodeUsed: 'Recovery code used',
  AuditCodesRenewed: 'Recovery codes renewed',
  AuditSecondStepAdded: 'Second step of sign-in added',
  AuditSecondStepFailed: 'Second step of sign-in failed',
  AuditSecondStepRemoved: 'Second step of sign-in removed',
})

const SECOND_STEPS = { app: secondStep('SectionApp'), passkey: t('AuditWordPasskey') }

export const sessionAudit = defineAudit({
  actions: actionsOn('portalUser', {
    'password changed': t('AuditPasswordChanged'),
    'password confirmed': t('AuditPasswordConfirmed'),
    'password not confirmed': t('AuditPasswordNotConfirmed'),
    'password reset': t('AuditReset'),
    'password reset requested': t('AuditResetRequested'),
    'refresh token used again': t('AuditTokenReused'),
    'sign-in failed': t('AuditSignInFailed'),
    'sign-in of a closed account ended': t('AuditClosedAccount'),
    'signed in': t('AuditSignedIn'),
    'signed out': t('AuditSignedOut'),
    'passkey renamed': t('AuditPasskeyRenamed'),
    'recovery code used': t('AuditCodeUsed'),
    'recovery codes renewed': t('AuditCodesRenewed'),
    'second step added': t('AuditSecondStepAdded'),
    'second step failed': t('AuditSecondStepFailed'),
    'second step removed': t('AuditSecondStepRemoved'),
  }),
  fields: {
    By: t('AuditFieldBy'),
    Ended: t('AuditFieldEnded'),
    Language: session('LabelLanguage'),
    Password: session('LabelPassword'),
  },
  values: {
    By: (value) => (value === 'password' ? session('LabelPassword') : undefined),
    Kind: (value) => SECOND_STEPS[value as keyof typeof SECOND_STEPS],
  },
})

declare module '#platform/audit.ts' {
  interface AuditDeclarations {
    readonly session: typeof sessionAudit
  }
}
