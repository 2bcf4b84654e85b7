import { entitySource } from '#platform/portal/entity/entity-source.ts'
import type { PalettePart } from '#platform/portal/navigation/screen.ts'
import { couriers } from '../contract.ts'
import { courierEntity, t } from '../screens.ts'

export const palette: PalettePart = {
  sources: [
    entitySource(courierEntity, {
      group: t('ScreenCouriers').text,
      operation: couriers.page,
      hit: (row) => ({ id: row.Id, title: row.Name, hint: row.Description }),
    }),
  ],
}
