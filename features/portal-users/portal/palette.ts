import { entitySource } from '#platform/portal/entity/entity-source.ts'
import type { PalettePart } from '#platform/portal/navigation/screen.ts'
import { portalUsers } from '../contract.ts'
import { t as help } from '../help.ts'
import { roleName } from '../rules.ts'
import { portalUserEntity, t } from '../screens.ts'

export const palette: PalettePart = {
  sources: [
    entitySource(portalUserEntity, {
      group: t('ScreenUsers').text,
      place: 7,
      operation: portalUsers.page,
      hit: (row) => ({ id: row.Id, title: `${row.FirstName} ${row.LastName}`, hint: roleName(row.UserRole).text }),
    }),
  ],
  words: { '/portaluser/list': help('WordsOfPortalUsers') },
}
