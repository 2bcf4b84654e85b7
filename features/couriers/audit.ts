import { defineAudit, savingActions } from '#platform/audit.ts'
import { t as label } from '#platform/labels.ts'
import { t as courier } from './messages.ts'
import { t as screens } from './screens.ts'

export const courierAudit = defineAudit({
  kinds: { courier: label('LabelCourier') },
  actions: savingActions('courier', 'courier'),
  fields: {
    Courier: label('LabelCourier'),
    CourierId: label('LabelCourier'),
    CourierIds: screens('ScreenCouriers'),
    IsDryCleaning: courier('LabelIsDryCleaning'),
  },
})

declare module '#platform/audit.ts' {
  interface AuditDeclarations {
    readonly couriers: typeof courierAudit
  }
}
