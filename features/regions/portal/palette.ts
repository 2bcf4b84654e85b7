import { entitySource } from '#platform/portal/entity/entity-source.ts'
import type { PalettePart } from '#platform/portal/navigation/screen.ts'
import { regions } from '../contract.ts'
import { regionEntity, t } from '../screens.ts'

export const palette: PalettePart = {
  sources: [
    entitySource(regionEntity, {
      group: t('ScreenRegions').text,
      place: 6,
      operation: regions.page,
      hit: (row) => ({ id: row.Id, title: row.Name, hint: row.Description }),
    }),
  ],
}
