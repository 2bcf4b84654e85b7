import { actionsOn, defineAudit } from '#platform/audit.ts'
import { defineMessages } from '#platform/define-messages.ts'

export const t = defineMessages('ImportSourceAudit', {
  AuditImportSourceChanged: 'Server of imports changed',
  AuditImportSourceTested: 'Server of imports tested',
  AuditImportSourceFetched: 'Files of imports fetched',
})

export const importSourceAudit = defineAudit({
  actions: actionsOn('organisation', {
    'import source changed': t('AuditImportSourceChanged'),
    'import source tested': t('AuditImportSourceTested'),
    'import source fetched': t('AuditImportSourceFetched'),
  }),
})

declare module '#platform/audit.ts' {
  interface AuditDeclarations {
    readonly 'import-sources': typeof importSourceAudit
  }
}
