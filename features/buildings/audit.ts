import { defineAudit, savingActions } from '#platform/audit.ts'
import { t as label } from '#platform/labels.ts'
import { t as screens } from './screens.ts'

export const buildingAudit = defineAudit({
  kinds: { building: label('LabelBuilding') },
  actions: savingActions('building', 'building'),
  fields: {
    BuildingId: label('LabelBuilding'),
    BuildingIds: screens('ScreenBuildings'),
  },
})

declare module '#platform/audit.ts' {
  interface AuditDeclarations {
    readonly buildings: typeof buildingAudit
  }
}
