import { defineAudit, savingActions } from '#platform/audit.ts'
import { t as screens } from './screens.ts'

export const adviceTagAudit = defineAudit({
  kinds: { adviceTag: screens('ScreenAdviceTag') },
  actions: savingActions('advice tag', 'adviceTag'),
})

declare module '#platform/audit.ts' {
  interface AuditDeclarations {
    readonly 'advice-tags': typeof adviceTagAudit
  }
}
