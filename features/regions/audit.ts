import { defineAudit, savingActions } from '#platform/audit.ts'
import { t as label } from '#platform/labels.ts'

export const regionAudit = defineAudit({
  kinds: { region: label('LabelRegion') },
  actions: savingActions('region', 'region'),
  fields: {
    RegionId: label('LabelRegion'),
  },
})

declare module '#platform/audit.ts' {
  interface AuditDeclarations {
    readonly regions: typeof regionAudit
  }
}
