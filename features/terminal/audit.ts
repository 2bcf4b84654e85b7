import { actionsOn, defineAudit } from '#platform/audit.ts'
import { defineMessages } from '#platform/define-messages.ts'

export const t = defineMessages('TerminalAudit', {
  KindLogin: 'Terminal login',
  AuditFieldWrong: 'Wrong attempts',
  AuditSignedInAtTerminal: 'Signed in at the terminal',
  AuditLocked: 'Locked after wrong PINs',
  AuditWrongPins: 'Repeated wrong PINs at the terminal',
  AuditWrongCodes: 'Repeated wrong access codes at the terminal',
})

export const terminalAudit = defineAudit({
  kinds: { login: t('KindLogin') },
  actions: {
    ...actionsOn('login', {
      'signed in at the terminal': t('AuditSignedInAtTerminal'),
      'terminal login locked': t('AuditLocked'),
    }),
    ...actionsOn('lockerBank', {
      'wrong PINs at the terminal': t('AuditWrongPins'),
      'wrong access codes at the terminal': t('AuditWrongCodes'),
    }),
  },
  fields: {
    Wrong: t('AuditFieldWrong'),
    WrongPins: t('AuditFieldWrong'),
  },
})

declare module '#platform/audit.ts' {
  interface AuditDeclarations {
    readonly terminal: typeof terminalAudit
  }
}
