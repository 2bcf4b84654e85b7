import { entitySource } from '#platform/portal/entity/entity-source.ts'
import type { PalettePart } from '#platform/portal/navigation/screen.ts'
import { mailrooms } from '../contract.ts'
import { mailroomEntity, t } from '../screens.ts'

export const palette: PalettePart = {
  sources: [
    entitySource(mailroomEntity, {
      group: t('ScreenMailrooms').text,
      operation: mailrooms.page,
      hit: (row) => ({ id: row.Id, title: row.Name, hint: `${row.BuildingName}, ${row.PropertyName}` }),
    }),
  ],
}
