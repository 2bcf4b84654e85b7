import { IconFileImport } from '@tabler/icons-react'
import type { PortalFeature } from '#platform/portal/navigation/screen.ts'
import { t } from '../screens.ts'

export const importsFeature: PortalFeature = {
  screens: [
    {
      path: '/resident/import',
      title: t('ScreenImport').text,
      needs: ['ManualImportResident'],
      nav: { group: 'People', icon: IconFileImport, key: 'i' },
      family: '/resident/import',
      load: () => import('./ResidentImport.tsx'),
    },
    {
      path: '/importfile/list',
      title: t('ScreenImports').text,
      needs: ['ManualImportResident'],
      family: '/importfile/list',
      load: () => import('./ImportList.tsx'),
    },
    {
      path: '/importfile/create',
      title: t('ScreenImport').text,
      needs: ['ManualImportResident'],
      family: '/importfile/list',
      load: () => import('./ResidentImport.tsx'),
    },
    {
      path: '/importfile/{importId}/detail',
      title: t('ScreenImportJob').text,
      needs: ['ManualImportResident'],
      family: '/importfile/list',
      load: () => import('./ImportJobDetail.tsx'),
    },
  ],
}
