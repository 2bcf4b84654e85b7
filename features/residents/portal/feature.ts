import { IconUsers } from '@tabler/icons-react'
import { entityScreens } from '#platform/portal/entity/entity-screens.ts'
import type { PortalFeature } from '#platform/portal/navigation/screen.ts'
import { residentEntity, t } from '../screens.ts'

export const residentsFeature: PortalFeature = {
  screens: [
    ...entityScreens(residentEntity, {
      titles: { list: t('ScreenResidents').text, create: t('ScreenNewResident').text, edit: t('ScreenResident').text },
      nav: { group: 'People', icon: IconUsers, key: 'r' },
      list: () => import('./ResidentList.tsx'),
      create: () => import('./ResidentForm.tsx'),
      edit: () => import('./ResidentEdit.tsx'),
    }),
    {
      path: '/resident/{residentId}/detail',
      title: t('ScreenResident').text,
      needs: ['ViewResident'],
      family: '/resident/list',
      load: () => import('./ResidentDetail.tsx'),
    },
  ],
  records: {
    resident: [
      ['EditResident', '/resident/{id}/edit'],
      ['ViewResident', '/resident/{id}/detail'],
    ],
  },
  help: () => import('../help.ts'),
  palette: () => import('./palette.ts'),
}
