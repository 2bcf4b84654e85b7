import { IconUsers } from '@tabler/icons-react'
import type { PortalFeature } from '#platform/portal/navigation/screen.ts'
import { t } from '../screens.ts'

export const residentsFeature: PortalFeature = {
  screens: [
    {
      path: '/resident/list',
      title: t('ScreenResidents').text,
      needs: ['ViewResident'],
      nav: { group: 'People', icon: IconUsers },
      family: '/resident/list',
      load: () => import('./ResidentList.tsx'),
    },
    {
      path: '/resident/create',
      title: t('ScreenNewResident').text,
      needs: ['AddResident'],
      family: '/resident/list',
      load: () => import('./ResidentForm.tsx'),
    },
    {
      path: '/resident/{residentId}/edit',
      title: t('ScreenResident').text,
      needs: ['EditResident'],
      family: '/resident/list',
      load: () => import('./ResidentEdit.tsx'),
    },
    {
      path: '/resident/{residentId}/detail',
      title: t('ScreenResident').text,
      needs: ['ViewResident'],
      family: '/resident/list',
      load: () => import('./ResidentDetail.tsx'),
    },
  ],
  paletteSource: {
    group: t('ScreenResidents').text,
    find: async (...search) => (await import('./resident-source.ts')).findResidents(...search),
  },
}
