import { entitySource } from '#platform/portal/entity/entity-source.ts'
import type { PalettePart } from '#platform/portal/navigation/screen.ts'
import { organisations } from '../contract.ts'
import { organisationEntity, t } from '../screens.ts'

export const palette: PalettePart = {
  sources: [
    entitySource(organisationEntity, {
      group: t('ScreenOrganisations').text,
      place: 7,
      operation: organisations.page,
      hit: (row) => ({ id: row.Id, title: row.Name, hint: row.SystemName }),
    }),
  ],
}
