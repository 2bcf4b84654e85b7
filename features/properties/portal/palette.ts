import { entitySource } from '#platform/portal/entity/entity-source.ts'
import type { PalettePart } from '#platform/portal/navigation/screen.ts'
import { properties } from '../contract.ts'
import { propertyEntity, t } from '../screens.ts'

export const palette: PalettePart = {
  sources: [
    entitySource(propertyEntity, {
      group: t('ScreenProperties').text,
      operation: properties.page,
      hit: (row) => ({ id: row.Id, title: row.Name, hint: row.Address }),
    }),
  ],
}
