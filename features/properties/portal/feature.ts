import { IconHome } from '@tabler/icons-react'
import { entityScreens } from '#platform/portal/entity/entity-screens.ts'
import type { PortalFeature } from '#platform/portal/navigation/screen.ts'
import { propertyEntity, t } from '../screens.ts'

export const propertiesFeature: PortalFeature = {
  screens: entityScreens(propertyEntity, {
    titles: { list: t('ScreenProperties').text, create: t('ScreenNewProperty').text, edit: t('ScreenProperty').text },
    nav: { group: 'Places', icon: IconHome, key: 'o' },
    list: () => import('./PropertyList.tsx'),
    create: () => import('./PropertyForm.tsx'),
    edit: () => import('./PropertyForm.tsx').then(({ PropertyEdit }) => ({ default: PropertyEdit })),
  }),
  records: {
    property: [
      ['EditProperty', '/property/{id}/edit'],
      ['ViewResident', '/resident/list?PropertyId={id}'],
    ],
  },
  help: () => import('../help.ts'),
  palette: () => import('./palette.ts'),
}
