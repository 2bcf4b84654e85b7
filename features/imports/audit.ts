import { actionsOn, t as common, defineAudit } from '#platform/audit.ts'
import { defineMessages } from '#platform/define-messages.ts'
import { t as imports } from './messages.ts'

export const t = defineMessages('ImportAudit', {
  KindImport: 'Import',
  AuditFieldChangedLines: 'Changed lines',
  AuditFieldNewLines: 'New lines',
  AuditFieldRefusedLines: 'Refused lines',
  AuditFieldUnchangedLines: 'Unchanged lines',
  AuditUploaded: 'Uploaded',
  AuditImportBegun: 'Import started',
  AuditImported: 'Imported',
})

export const importAudit = defineAudit({
  kinds: { import: t('KindImport') },
  actions: actionsOn('import', {
    'residents file uploaded': t('AuditUploaded'),
    'residents import begun': t('AuditImportBegun'),
    'residents import deleted': common('AuditDeleted'),
    'residents imported': t('AuditImported'),
  }),
  fields: {
    Changed: imports('VerdictChanged'),
    ChangedLines: t('AuditFieldChangedLines'),
    ExternalId: imports('LabelExternalId'),
    FullList: imports('LabelFullList'),
    Import: t('KindImport'),
    ImportId: t('KindImport'),
    NewLines: t('AuditFieldNewLines'),
    RefusedLines: t('AuditFieldRefusedLines'),
    UnchangedLines: t('AuditFieldUnchangedLines'),
  },
})

declare module '#platform/audit.ts' {
  interface AuditDeclarations {
    readonly imports: typeof importAudit
  }
}
