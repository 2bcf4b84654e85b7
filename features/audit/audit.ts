import { actionsOn, t as common, defineAudit } from '#platform/audit.ts'
import { t as trail } from './messages.ts'
import { t as screens } from './screens.ts'

export const auditTrailAudit = defineAudit({
  kinds: { auditTrail: screens('ScreenAudit') },
  actions: actionsOn('auditTrail', {
    'audit trail exported': common('AuditTrailExported'),
  }),
  fields: {
    FromDay: trail('LabelAuditFrom'),
    Kind: trail('LabelAuditKind'),
    SubjectId: trail('LabelAuditSubject'),
    UntilDay: trail('LabelAuditUntil'),
  },
})

declare module '#platform/audit.ts' {
  interface AuditDeclarations {
    readonly audit: typeof auditTrailAudit
  }
}
