import { entitySource } from '#platform/portal/entity/entity-source.ts'
import type { PalettePart } from '#platform/portal/navigation/screen.ts'
import { buildings } from '../contract.ts'
import { buildingEntity, t } from '../screens.ts'

export const palette: PalettePart = {
  sources: [
    entitySource(buildingEntity, {
      group: t('ScreenBuildings').text,
      operation: buildings.page,
      hit: (row) => ({ id: row.Id, title: row.Name, hint: row.PropertyName }),
    }),
  ],
}
