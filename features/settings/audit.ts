import { actionsOn, t as common, defineAudit } from '#platform/audit.ts'

export const settingsAudit = defineAudit({
  actions: actionsOn('organisation', {
    'general settings changed': common('AuditSettingsChanged'),
  }),
})

declare module '#platform/audit.ts' {
  interface AuditDeclarations {
    readonly settings: typeof settingsAudit
  }
}
