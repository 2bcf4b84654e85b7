import { entitySource } from '#platform/portal/entity/entity-source.ts'
import type { PalettePart } from '#platform/portal/navigation/screen.ts'
import { adviceTags } from '../contract.ts'
import { adviceTagEntity, t } from '../screens.ts'

export const palette: PalettePart = {
  sources: [
    entitySource(adviceTagEntity, {
      group: t('ScreenAdviceTags').text,
      place: 6,
      operation: adviceTags.page,
      hit: (row) => ({ id: row.Id, title: row.Name, hint: '' }),
    }),
  ],
}
